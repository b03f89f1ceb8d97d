/** Files and links that come into the open conversation or into the library. Those of the library outlive a visit to
 * another conversation, so they are watched apart. */

import { Uploads } from "./uploads.js";
import { askForLink } from "./view-dialogs.js";
import { isDone } from "./view-files.js";

/** @typedef {import("./uploads.js").Target} Target */

export class FilesIn {
  /** @type {Uploads} */
  #own;

  /**
   * @param {import("./api.js").Api} api
   * @param {object} hooks
   * @param {() => import("./conversation.js").Conversation} hooks.current
   * @param {() => void} hooks.onChange
   * @param {() => void} hooks.onLibrary a document of the library can be searched now, or can't be read.
   * @param {(words: string) => void} hooks.announce
   */
  constructor(api, hooks) {
    this.api = api;
    this.hooks = hooks;
    this.library = new Uploads(api, {
      onChange: hooks.onChange,
      onRead: hooks.onLibrary,
      onFailed: (words) => hooks.announce(words),
    });
    this.#own = this.#forConversation();
  }

  /** All that are in view, those of the conversation first. */
  get list() {
    return [...this.#own.list, ...this.library.list];
  }

  /** Another conversation: its files are not the last one's. */
  leave() {
    this.#own = this.#forConversation();
    this.hooks.onChange();
  }

  #forConversation() {
    /** @type {Uploads} */
    const made = new Uploads(this.api, {
      onChange: () => made === this.#own && this.hooks.onChange(),
      onRead: () => undefined,
      onFailed: (words) => made === this.#own && this.hooks.announce(words),
    });
    return made;
  }

  /** @param {Target} target */
  #of(target) {
    return target === "library" ? this.library : this.#own;
  }

  /**
   * @param {File[]} files
   * @param {Target} target
   */
  add(files, target) {
    this.#of(target).add(files, target, this.#placeOf(target));
  }

  /**
   * @param {import("./view-dialogs.js").AskDialog} asking
   * @param {Target} target
   */
  async addLink(asking, target) {
    const place = this.#placeOf(target); // of the conversation that is open now
    const uploads = this.#of(target);
    const address = await askForLink(asking, target);
    if (address !== null) uploads.addLink(address, target, place);
  }

  /**
   * @param {string} documentId of the document whose place the file takes.
   * @param {File} file
   */
  replace(documentId, file) {
    this.library.add([file], "library", async () => `v1/documents/${encodeURIComponent(documentId)}`, "PUT");
  }

  /** Those that go along with a message: off the list, still watched for it. */
  release() {
    const going = this.#own.list.filter(({ phase }) => phase !== "failed");
    this.#own.release(going);
    return going;
  }

  /**
   * Puts the files of a message that was taken back where they were; its words are the caller's.
   *
   * @param {import("./types.js").TurnView | undefined} turn
   */
  restore(turn) {
    this.#own.restore((turn?.attachments ?? []).filter(({ document_id }) => document_id !== ""));
    return turn?.question ?? "";
  }

  /** @param {string} id */
  dismiss(id) {
    for (const uploads of [this.#own, this.library]) uploads.dismiss(id);
  }

  /** What has come into the library, and what could not: what goes with a message stays. */
  dismissDone() {
    for (const upload of this.list) if (isDone(upload)) this.dismiss(upload.id);
  }

  /** @param {string} id */
  resend(id) {
    for (const uploads of [this.#own, this.library]) uploads.resend(id);
  }

  /**
   * @param {Target} target
   * @returns {() => Promise<string>} the path to post to.
   */
  #placeOf(target) {
    const opened = this.hooks.current();
    return async () =>
      target === "library" ? "v1/documents" : `v1/threads/${encodeURIComponent(await opened.ensureThread())}/documents`;
  }
}
