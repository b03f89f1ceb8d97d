/** One open conversation: its turns, those on their way, and what comes in from elsewhere. */

import { Delivery } from "./delivery.js";
import { t } from "./language.js";
import { readPending, dropPending, keepPending, moveNewTo, newMessageId, NEW_THREAD } from "./outbox.js";
import { readBefore, readThread } from "./thread-reader.js";
import { ThreadWatch } from "./thread-watch.js";
import { keepTrying } from "./turn-stream.js";
import { fromPending, inPhase, joined, newOnes } from "./turn-state.js";

/**
 * @typedef {import("./types.js").TurnView} TurnView
 * @typedef {import("./types.js").Pending} Pending
 * @typedef {import("./types.js").Attachment} Attachment
 */

const FILE_LOST = t("The page was reloaded before its file had arrived. Trying again sends it without the file.");

/** @typedef {import("./types.js").OnItsWay} OnItsWay */

/**
 * @typedef {object} Listener
 * @property {() => void} onTurns
 * @property {(threadId: string) => void} onThread the conversation has its thread now.
 * @property {(turn: TurnView) => void} onEnded for now at least: an unsent one can be tried again.
 * @property {() => void} onOpen
 * @property {(error: unknown) => void} onLost
 * @property {(turn: TurnView) => void} onArrived someone else's words came in by themselves.
 * @property {(error: unknown) => void} onGone the thread was deleted.
 */

export class Conversation {
  /** @type {TurnView[]} */
  turns = [];
  /** @type {string | null} */
  title = null;
  leave = new AbortController();
  /** Whether it is being deleted here: the news of that is none to look for. */
  isBeingDeleted = false;
  /** Turns that stand before the first one here, at the server. */
  earlier = 0;
  /** @type {Promise<void> | null} */
  #loadingEarlier = null;
  /** Turns that are followed here, and were asked on another tab or device. @type {Set<string>} */
  #fromElsewhere = new Set();
  /** Who has the conversation: a person, the assistant, or nobody yet though a person was called. */
  holder = "assistant";
  /** @type {number | null} its place among those that wait for a person, from 1. */
  waitingPlace = null;
  isWithPerson = false;
  /** @type {string | null} the collection that it asks; settled when the thread is made. */
  collection = null;
  /** @type {string | null} the collection that the server's thread asks, once it is read. */
  home = null;
  #watch = new ThreadWatch(this);
  #delivery = new Delivery(this);
  /** @type {Promise<string> | null} */
  #creating = null;

  /**
   * @param {import("./api.js").Api} api
   * @param {string | null} threadId null until the first message or file needs a thread.
   * @param {Listener} listener
   */
  constructor(api, threadId, listener) {
    this.api = api;
    this.threadId = threadId;
    this.listener = listener;
  }

  /** Leaves the conversation: turns that run go on at the server. */
  close() {
    this.leave.abort();
  }

  get isLeft() {
    return this.leave.signal.aborted;
  }

  /** The title, else the first question: the server names a conversation after its first turn. */
  get name() {
    return this.title ?? this.turns[0]?.question ?? null;
  }

  /** Whether the server has a turn that it can stop. */
  get isBusy() {
    return this.turns.some(({ phase }) => phase === "queued" || phase === "running");
  }

  /**
   * The thread as the server has it, then what this tab has not got through, resumed.
   *
   * @returns {Promise<void>}
   */
  async load() {
    const kept = readPending(this.threadId ?? NEW_THREAD);
    if (this.threadId === null) {
      this.#adopt(kept);
      return;
    }
    const { ended, pending, ...found } = await readThread(this.api, this.threadId, this.leave.signal);
    this.#note(found);
    this.title = found.title;
    this.home = found.collection;
    this.earlier = found.earlier;
    const over = new Set(ended.map(({ key }) => key));
    for (const { clientMessageId } of kept) {
      if (over.has(clientMessageId)) dropPending(this.threadId, clientMessageId);
    }
    // What was sent while the conversation was being read is on its way already; it stands behind what was read.
    const sent = this.turns.filter(({ key }) => !over.has(key));
    const own = new Set(sent.map(({ key }) => key));
    const others = pending.filter(({ key }) => !own.has(key));
    this.turns = [...ended, ...others, ...sent];
    this.listener.onTurns();
    for (const { key } of others) void this.#delivery.deliver(key);
    const known = new Set(this.turns.map((turn) => turn.key));
    this.#adopt(kept.filter((message) => !known.has(message.clientMessageId)));
    this.#watch.start();
  }

  /**
   * Turns from before those that are here.
   *
   * @param {number} [most]
   */
  loadEarlier(most) {
    this.#loadingEarlier ??= this.#readEarlier(most).finally(() => {
      this.#loadingEarlier = null;
    });
    return this.#loadingEarlier;
  }

  /** @param {number} [most] */
  async #readEarlier(most) {
    if (this.threadId === null || this.earlier === 0) return;
    const { earlier, ended } = await readBefore(this.api, this.threadId, this.earlier, this.leave.signal, most);
    this.earlier = earlier;
    this.turns = joined(this.turns, ended);
    this.listener.onTurns();
  }

  /**
   * What came in from elsewhere. That it could be read shows that the server answers: what was lost is sent again.
   *
   * @param {{ended: TurnView[], pending: TurnView[], title?: string | null, isEscalated?: boolean,
   *   holder?: string, waitingPlace?: number | null}} read
   */
  take({ ended, pending, title, ...state }) {
    const fresh = newOnes(this.turns, ended);
    const coming = newOnes(this.turns, pending);
    this.turns = joined(this.turns, [...fresh, ...coming]);
    this.#note(state);
    if (title !== undefined && title !== this.title) {
      this.title = title;
      this.listener.onTurns();
    }
    if (fresh.length + coming.length > 0) this.listener.onTurns();
    fresh.forEach((turn) => this.listener.onArrived(turn));
    for (const { key } of coming) {
      this.#fromElsewhere.add(key);
      void this.#delivery.deliver(key);
    }
    this.resendLost();
  }

  /** Sends what could not be sent for lack of a connection. */
  resendLost() {
    for (const key of this.#delivery.lost) void this.retry(key);
  }

  /**
   * @param {{isEscalated?: boolean, holder?: string, waitingPlace?: number | null}} state of the thread; without it
   *   the newest turn tells.
   */
  #note({ isEscalated, holder, waitingPlace }) {
    const before = `${this.isWithPerson} ${this.holder} ${this.waitingPlace}`;
    if (waitingPlace !== undefined) this.waitingPlace = waitingPlace;
    this.isWithPerson = isEscalated ?? this.turns.findLast(({ index }) => index > 0)?.isEscalated ?? this.isWithPerson;
    this.holder = holder ?? (this.isWithPerson ? this.holder : "assistant");
    if (`${this.isWithPerson} ${this.holder} ${this.waitingPlace}` !== before) this.listener.onTurns();
  }

  /** Looks for what is new at the server: the page did something there itself. */
  look() {
    this.#watch.look();
  }

  /**
   * Messages kept from before a reload. One whose file was still on its way is not sent behind the writer's back.
   *
   * @param {Pending[]} messages
   */
  #adopt(messages) {
    for (const message of messages) {
      const turn = fromPending(message);
      this.turns.push(message.isHeld ? inPhase(turn, "unsent", FILE_LOST) : turn);
      if (!message.isHeld) void this.#delivery.deliver(turn.key);
    }
    this.listener.onTurns();
  }

  /**
   * @param {string} text
   * @param {OnItsWay[]} files
   * @param {import("./types.js").Selection} [selection] the option whose click it is.
   * @param {string[]} [only] the documents that it asks; all when empty.
   */
  async send(text, files, selection, only = []) {
    const message = {
      clientMessageId: newMessageId(),
      text,
      attachments: /** @type {Attachment[]} */ ([]),
      ...{ selection: selection ?? null, isHeld: files.length > 0, only },
    };
    keepPending(this.threadId ?? NEW_THREAD, message);
    const attachments = files.map(({ name }) => ({ document_id: "", name }));
    const turn = { ...fromPending(message), attachments };
    this.turns.push(inPhase(turn, files.length > 0 ? "waiting" : "sending"));
    this.listener.onTurns();
    await this.#delivery.deliver(message.clientMessageId, files);
  }

  /**
   * Tries again with the same client message id: the server answers it once, however often it is sent.
   *
   * @param {string} key
   */
  async retry(key) {
    this.#delivery.lost.delete(key);
    this.change(key, (turn) => inPhase(turn, "sending"));
    await this.#delivery.deliver(key);
  }

  /**
   * Takes back a message that was not sent.
   *
   * @param {string} key
   * @returns {TurnView | undefined} what it was.
   */
  takeBack(key) {
    const turn = this.turn(key);
    dropPending(this.threadId ?? NEW_THREAD, key);
    this.#delivery.lost.delete(key);
    this.turns = this.turns.filter((other) => other.key !== key);
    this.listener.onTurns();
    return turn;
  }

  /** Stops the turn that runs; its end arrives as an event like any other. */
  async stop() {
    if (this.threadId !== null) await this.api.json(`${this.#path()}/stop`, { method: "POST" });
  }

  /** @returns {Promise<string>} the thread's id, created when there is none yet. */
  ensureThread() {
    if (this.threadId !== null) return Promise.resolve(this.threadId);
    this.#creating ??= this.#create().finally(() => {
      this.#creating = null;
    });
    return this.#creating;
  }

  async #create() {
    const { signal } = this.leave;
    const body = this.collection === null ? {} : { collection: this.collection };
    const made = await keepTrying(() => this.api.json("v1/threads", { method: "POST", body, signal }), {
      onLost: this.listener.onLost,
      signal,
    });
    this.listener.onOpen();
    this.threadId = made.thread_id;
    this.home = made.collection;
    moveNewTo(made.thread_id);
    this.listener.onThread(made.thread_id);
    this.#watch.start();
    return made.thread_id;
  }

  #path() {
    return `v1/threads/${encodeURIComponent(this.threadId ?? "")}`;
  }

  /**
   * @param {string} key
   * @returns {TurnView | undefined}
   */
  turn(key) {
    return this.turns.find((turn) => turn.key === key);
  }

  /**
   * @param {string} key
   * @param {(turn: TurnView) => TurnView} change
   */
  change(key, change) {
    this.turns = this.turns.map((turn) => (turn.key === key ? change(turn) : turn));
    if (!this.isLeft) this.listener.onTurns();
  }

  /** @param {string} key of a turn that has ended, for now at least. */
  tellEnd(key) {
    const turn = this.turn(key);
    this.#note({});
    if (turn === undefined) return;
    if (this.#fromElsewhere.delete(key) && turn.phase !== "unsent") this.listener.onArrived(turn);
    else this.listener.onEnded(turn);
  }
}
