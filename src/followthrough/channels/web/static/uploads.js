/** Files and links on their way: sent with real progress, then watched until the server has read them. */

import { Problem, pause, problemFrom } from "./api.js";
import { t, tn } from "./language.js";
import { reasonWords } from "./reasons.js";
import { Slots } from "./slots.js";
import { documentWords, problemWords } from "./words.js";

/**
 * @typedef {import("./types.js").Attachment} Attachment
 * @typedef {import("./types.js").DocumentEntry} DocumentEntry
 * @typedef {"thread" | "library"} Target
 */

/**
 * @typedef {object} Upload
 * @property {string} id
 * @property {string} name of the file; a link's address without its scheme.
 * @property {File | string} source the file, or a link's address.
 * @property {Target} target
 * @property {() => Promise<string>} place
 * @property {"POST" | "PUT"} method `PUT`: it takes the place of a document.
 * @property {"sending" | "queued" | "indexing" | "ready" | "failed"} phase
 * @property {number | null} share 0 to 1 of the present phase; null: unknown.
 * @property {string} words what is going on, one line.
 * @property {DocumentEntry | null} document
 * @property {AbortController} cancel
 * @property {Promise<Attachment | null>} searchable null: it will not be.
 */

const FIRST_LOOK_MS = 300;
const LONGEST_LOOK_MS = 3000;
const SENT_AT_ONCE = 2;

let count = 0;

export class Uploads {
  /** @type {Upload[]} */
  list = [];
  #sending = new Slots(SENT_AT_ONCE);

  /**
   * @param {import("./api.js").Api} api
   * @param {{onChange: () => void, onRead: () => void, onFailed: (words: string) => void}} listener
   */
  constructor(api, listener) {
    this.api = api;
    this.listener = listener;
  }

  /**
   * @param {Iterable<File>} files
   * @param {Target} target
   * @param {() => Promise<string>} place the path to send to; for a thread it may have to be created first.
   * @param {"POST" | "PUT"} [method]
   */
  add(files, target, place, method = "POST") {
    for (const file of files) this.#begin(file.name, file, target, place, method);
    this.listener.onChange();
  }

  /**
   * @param {string} address of a page or a file on the web; the server fetches it.
   * @param {Target} target
   * @param {() => Promise<string>} place
   */
  addLink(address, target, place) {
    this.#begin(address.replace(/^https?:\/\//i, ""), address, target, place);
    this.listener.onChange();
  }

  /**
   * @param {string} name
   * @param {File | string} source
   * @param {Target} target
   * @param {() => Promise<string>} place
   * @param {"POST" | "PUT"} [method]
   */
  #begin(name, source, target, place, method = "POST") {
    count += 1;
    /** @type {(attachment: Attachment | null) => void} */
    let settle = () => {};
    const searchable = new Promise((/** @type {(value: Attachment | null) => void} */ resolve) => {
      settle = resolve;
    });
    /** @type {Upload} */
    const upload = {
      id: `upload-${count}`,
      name,
      source,
      target,
      place,
      method,
      phase: "sending",
      share: 0,
      words: t("Waiting to be sent"),
      document: null,
      cancel: new AbortController(),
      searchable,
    };
    this.list.push(upload);
    void this.#run(upload, settle);
  }

  /**
   * They went out with a message: off the list, but still watched for it. Others stay in view.
   *
   * @param {Upload[]} gone
   */
  release(gone) {
    this.list = this.list.filter((upload) => !gone.includes(upload));
    this.listener.onChange();
  }

  /** @param {Attachment[]} attachments files that the server has: they go with the next message. */
  restore(attachments) {
    for (const attachment of attachments) {
      count += 1;
      this.list.push({
        ...{ id: `upload-${count}`, name: attachment.name, source: "", target: "thread", method: "POST", phase: "ready", share: null },
        ...{ words: documentWords("ready"), document: null, cancel: new AbortController() },
        place: () => Promise.reject(new Problem(0)), // it is there
        searchable: Promise.resolve(attachment),
      });
    }
    this.listener.onChange();
  }

  /** @param {string} id sends a failed file or link once more. */
  resend(id) {
    const failed = this.list.find((upload) => upload.id === id);
    if (failed === undefined) return;
    this.list = this.list.filter((upload) => upload !== failed);
    this.#begin(failed.name, failed.source, failed.target, failed.place, failed.method);
    this.listener.onChange();
  }

  /** @param {string} id takes it off the list; one still being sent is given up. */
  dismiss(id) {
    const gone = this.list.find((upload) => upload.id === id);
    if (gone === undefined) return;
    gone.cancel.abort();
    this.list = this.list.filter((upload) => upload.id !== id);
    this.listener.onChange();
  }

  /**
   * @param {Upload} upload
   * @param {(attachment: Attachment | null) => void} settle
   */
  async #run(upload, settle) {
    try {
      upload.document = await this.#sending.hold(async () => {
        upload.cancel.signal.throwIfAborted();
        return this.#send(upload, await upload.place());
      });
      await this.#watch(upload, settle);
    } catch (error) {
      if (upload.cancel.signal.aborted) return;
      const why = error instanceof Problem ? error : new Problem(0);
      this.#show(upload, "failed", null, why.status === 0 ? UNSENT : problemWords(why));
    } finally {
      settle(null); // nothing happens where it was settled before
    }
  }

  /**
   * @param {Upload} upload
   * @param {string} path
   * @returns {Promise<DocumentEntry>}
   */
  async #send(upload, path) {
    for (;;) {
      const used = this.api.authorization();
      const { status, body, retryAfter } = await this.#post(upload, path, used);
      if (status >= 200 && status < 300) return JSON.parse(body);
      const problem = problemFrom(status, body, retryAfter);
      if (status === 401 && (await this.api.renewKey(used.Authorization?.replace(/^Bearer /, "") ?? null))) continue;
      if (status !== 429) throw problem;
      this.#show(upload, "sending", null, t("Waiting: too many requests in a short time"));
      await pause((problem.retryAfterS || 1) * 1000, upload.cancel.signal);
    }
  }

  /**
   * XMLHttpRequest, because fetch does not tell how much of a body has left.
   *
   * @param {Upload} upload
   * @param {string} path
   * @param {Record<string, string>} headers
   * @returns {Promise<{status: number, body: string, retryAfter: string | null}>}
   */
  #post(upload, path, headers) {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(upload.method, path);
      for (const [name, value] of Object.entries({ Accept: "application/json", ...headers })) {
        request.setRequestHeader(name, value);
      }
      request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
        const share = lengthComputable && total > 0 ? loaded / total : null;
        const words = share === null ? t("Sending") : share < 1 ? t("Sending, {percent}%", { percent: Math.floor(share * 100) }) : t("Arriving");
        this.#show(upload, "sending", share, words);
      });
      request.addEventListener("load", () => {
        const retryAfter = request.getResponseHeader("Retry-After");
        resolve({ status: request.status, body: request.responseText, retryAfter });
      });
      request.addEventListener("error", () => reject(new Problem(0)));
      request.addEventListener("abort", () => reject(upload.cancel.signal.reason));
      upload.cancel.signal.addEventListener("abort", () => request.abort(), { once: true });
      this.#show(upload, "sending", 0, t("Sending"));
      if (typeof upload.source === "string") {
        request.setRequestHeader("Content-Type", "application/json");
        request.send(JSON.stringify({ url: upload.source }));
        return;
      }
      const form = new FormData();
      form.append("file", upload.source, upload.name);
      request.send(form);
    });
  }

  /**
   * @param {Upload} upload
   * @param {(attachment: Attachment | null) => void} settle
   */
  async #watch(upload, settle) {
    const { signal } = upload.cancel;
    const id = upload.document?.document_id ?? "";
    for (let delay = FIRST_LOOK_MS; ; delay = Math.min(delay * 1.5, LONGEST_LOOK_MS)) {
      const state = await this.#look(id, signal);
      if (state !== null) {
        upload.document = state;
        this.#show(upload, state.status, shareOf(state), stateWords(state));
        if (state.status !== "queued") this.listener.onRead();
        if (state.status === "failed") return;
        if (state.status !== "queued") settle({ document_id: id, name: upload.name });
        if (state.status === "ready") return;
      }
      await pause(delay, signal);
    }
  }

  /**
   * @param {string} id
   * @param {AbortSignal} signal
   * @returns {Promise<DocumentEntry | null>} null: no answer now, look again later.
   */
  async #look(id, signal) {
    try {
      return await this.api.json(`v1/documents/${encodeURIComponent(id)}`, { signal });
    } catch (error) {
      if (error instanceof Problem && error.passes) return null;
      throw error;
    }
  }

  /**
   * @param {Upload} upload
   * @param {Upload["phase"]} phase
   * @param {number | null} share
   * @param {string} words
   */
  #show(upload, phase, share, words) {
    Object.assign(upload, { phase, share, words });
    if (phase === "failed") this.listener.onFailed(`${upload.name}: ${words}`);
    // One that went out with a message comes back into view when it fails: its message waits for the writer.
    if (phase === "failed" && !this.list.includes(upload)) this.list.push(upload);
    this.listener.onChange();
  }
}

const UNSENT = t("Could not be sent: the connection was closed. The server may be down, or the file larger than it accepts.");

/** @param {DocumentEntry} state */
export function shareOf({ status, passages = 0, embedded = 0 }) {
  return status === "indexing" && passages > 0 ? embedded / passages : null;
}

/**
 * @param {DocumentEntry} state
 * @returns {string}
 */
export function stateWords(state) {
  const { status, reason, passages = 0, embedded = 0 } = state;
  const words = documentWords(status);
  if (status === "failed") return reason ? `${words}: ${reasonWords(reason)}` : words;
  if (status === "indexing" && passages > 0) return `${words}, ${t("{done} of {n} passages", { done: embedded, n: passages })}`;
  if (status === "ready") return `${words}, ${tn(passages, "{n} passage", "{n} passages")}`;
  return words;
}
