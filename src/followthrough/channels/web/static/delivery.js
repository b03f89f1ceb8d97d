/**
 * Messages on their way. They reach the server in the order in which they were written; a turn that runs keeps none
 * of them from being sent.
 */

import { Problem } from "./api.js";
import { t } from "./language.js";
import { dropPending, keepPending, NEW_THREAD } from "./outbox.js";
import { Slots } from "./slots.js";
import { tellTabs } from "./tabs.js";
import { followTurn } from "./turn-stream.js";
import { applyEvent, inPhase } from "./turn-state.js";
import { troubleWords } from "./words.js";

/**
 * @typedef {import("./types.js").Pending} Pending
 * @typedef {import("./types.js").Attachment} Attachment
 * @typedef {import("./types.js").OnItsWay} OnItsWay
 */

/** A browser opens six connections to a host; some must stay free for stopping, uploading and reading. */
const STREAMS_AT_ONCE = 3;

const FILE_FAILED = t("A file of it could not be used; see below. Trying again sends it without that file.");

/** A message that the page itself keeps back, and why. */
class HeldBack extends Error {}

export class Delivery {
  /**
   * Turns that could not be sent or followed for lack of a connection.
   *
   * @type {Set<string>}
   */
  lost = new Set();
  /** @type {Promise<unknown>} */
  #door = Promise.resolve();
  #streams = new Slots(STREAMS_AT_ONCE);

  /** @param {import("./conversation.js").Conversation} conversation */
  constructor(conversation) {
    this.conversation = conversation;
  }

  /**
   * Sends a turn's message, or takes up a turn that the server has, and follows it to its end.
   *
   * @param {string} key
   * @param {OnItsWay[]} [files]
   */
  async deliver(key, files = []) {
    const before = this.#door;
    let letNextIn = () => {};
    this.#door = new Promise((resolve) => {
      letNextIn = () => resolve(undefined);
    });
    try {
      await before;
      const message = await this.#prepare(key, files);
      await this.#streams.hold(() => this.#follow(key, message, letNextIn));
    } catch (error) {
      const trouble = error instanceof HeldBack ? error.message : troubleWords(error);
      if (this.conversation.isLeft) return;
      if (error instanceof Problem && error.passes) this.lost.add(key);
      this.conversation.change(key, (turn) => inPhase(turn, "unsent", trouble));
      this.conversation.tellEnd(key);
    } finally {
      letNextIn();
    }
  }

  /**
   * @param {string} key
   * @param {OnItsWay[]} files
   * @returns {Promise<Pending | null>} null for a turn that another client sent without an id of its own.
   */
  async #prepare(key, files) {
    const found = await Promise.all(files.map(({ searchable }) => searchable));
    const arrived = found.filter((file) => file !== null);
    this.conversation.change(key, (turn) => ({ ...turn, attachments: [...turn.attachments.filter(isKnown), ...arrived] }));
    if (arrived.length < files.length) throw new HeldBack(FILE_FAILED);
    await this.conversation.ensureThread();
    const turn = this.conversation.turn(key);
    if (turn === undefined || turn.clientMessageId === null) return null;
    const message = {
      clientMessageId: turn.clientMessageId,
      text: turn.question,
      attachments: turn.attachments.filter(isKnown),
      ...{ selection: turn.selection, isHeld: false, only: turn.only },
    };
    keepPending(this.conversation.threadId ?? NEW_THREAD, message);
    this.conversation.change(key, (now) => inPhase(now, "sending"));
    return message;
  }

  /**
   * @param {string} key
   * @param {Pending | null} message
   * @param {() => void} onAccepted
   */
  async #follow(key, message, onAccepted) {
    await followTurn({
      api: this.conversation.api,
      threadId: this.conversation.threadId ?? "",
      message,
      turnId: this.conversation.turn(key)?.turnId ?? null,
      signal: this.conversation.leave.signal,
      onAccepted: () => {
        this.conversation.change(key, (turn) => (turn.phase === "sending" ? inPhase(turn, "queued") : turn));
        if (message !== null) tellTabs(this.conversation.threadId ?? "");
        onAccepted();
      },
      onEvent: (kind, data) => this.conversation.change(key, (turn) => applyEvent(turn, kind, data)),
      onOpen: this.conversation.listener.onOpen,
      onLost: this.conversation.listener.onLost,
    });
    if (this.conversation.threadId !== null) dropPending(this.conversation.threadId, key);
    this.conversation.tellEnd(key);
  }
}

/** @param {Attachment} attachment */
const isKnown = ({ document_id }) => document_id !== "";
