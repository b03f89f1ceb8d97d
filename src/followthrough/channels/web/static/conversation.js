/**
 * One open conversation: its turns, and the messages on their way. Messages reach the server in the order in
 * which they were written; a turn that runs keeps none of them from being sent.
 */

import { readPending, dropPending, keepPending, moveNewTo, newMessageId, NEW_THREAD } from "./outbox.js";
import { PersonWatch } from "./person-watch.js";
import { Slots } from "./slots.js";
import { readThread } from "./thread-reader.js";
import { followTurn, keepTrying } from "./turn-stream.js";
import { applyEvent, fromPending, inPhase } from "./turn-state.js";
import { troubleWords } from "./words.js";

/**
 * @typedef {import("./types.js").TurnView} TurnView
 * @typedef {import("./types.js").Pending} Pending
 * @typedef {import("./types.js").Attachment} Attachment
 */

/** A browser opens six connections to a host; some must stay free for stopping, uploading and reading. */
const STREAMS_AT_ONCE = 3;

const FILE_LOST = "The page was reloaded before its file had arrived. Trying again sends it without the file.";
const FILE_FAILED = "A file of it could not be used; see below. Trying again sends it without that file.";

/** A message that the page itself keeps back, and why. */
class HeldBack extends Error {}

/**
 * @typedef {object} OnItsWay
 * @property {string} name
 * @property {Promise<Attachment | null>} searchable when its document can be searched; null: it failed.
 */

/**
 * @typedef {object} Listener
 * @property {() => void} onTurns
 * @property {(threadId: string) => void} onThread the conversation has its thread now.
 * @property {(turn: TurnView) => void} onEnded for now at least: an unsent one can be tried again.
 * @property {() => void} onOpen
 * @property {(error: unknown) => void} onLost
 */

export class Conversation {
  /** @type {TurnView[]} */
  turns = [];
  /** @type {string | null} */
  title = null;
  leave = new AbortController();
  /** @type {Promise<unknown>} */
  #door = Promise.resolve();
  #person = new PersonWatch(this);
  #streams = new Slots(STREAMS_AT_ONCE);
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
    const { title, ended, pending } = await readThread(this.api, this.threadId, this.leave.signal);
    this.title = title;
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
    for (const { key } of others) void this.#deliver(key);
    const known = new Set(this.turns.map((turn) => turn.key));
    this.#adopt(kept.filter((message) => !known.has(message.clientMessageId)));
    this.#person.watch();
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
      if (!message.isHeld) void this.#deliver(turn.key);
    }
    this.listener.onTurns();
  }

  /**
   * @param {string} text
   * @param {OnItsWay[]} files
   * @param {import("./types.js").Selection} [selection] the option whose click it is.
   */
  async send(text, files, selection) {
    const message = {
      clientMessageId: newMessageId(),
      text,
      attachments: /** @type {Attachment[]} */ ([]),
      ...{ selection: selection ?? null, isHeld: files.length > 0 },
    };
    keepPending(this.threadId ?? NEW_THREAD, message);
    const attachments = files.map(({ name }) => ({ document_id: "", name }));
    const turn = { ...fromPending(message), attachments };
    this.turns.push(inPhase(turn, files.length > 0 ? "waiting" : "sending"));
    this.listener.onTurns();
    await this.#deliver(message.clientMessageId, files);
  }

  /**
   * Tries again with the same client message id: the server answers it once, however often it is sent.
   *
   * @param {string} key
   */
  async retry(key) {
    this.#change(key, (turn) => inPhase(turn, "sending"));
    await this.#deliver(key);
  }

  /**
   * Takes back a message that was not sent.
   *
   * @param {string} key
   * @returns {string} its text.
   */
  takeBack(key) {
    const turn = this.#turn(key);
    dropPending(this.threadId ?? NEW_THREAD, key);
    this.turns = this.turns.filter((other) => other.key !== key);
    this.listener.onTurns();
    return turn?.question ?? "";
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
    const made = await keepTrying(() => this.api.json("v1/threads", { method: "POST", body: {}, signal }), {
      onLost: this.listener.onLost,
      signal,
    });
    this.listener.onOpen();
    this.threadId = made.thread_id;
    moveNewTo(made.thread_id);
    this.listener.onThread(made.thread_id);
    return made.thread_id;
  }

  #path() {
    return `v1/threads/${encodeURIComponent(this.threadId ?? "")}`;
  }

  /** @param {string} key */
  #turn(key) {
    return this.turns.find((turn) => turn.key === key);
  }

  /**
   * @param {string} key
   * @param {(turn: TurnView) => TurnView} change
   */
  #change(key, change) {
    this.turns = this.turns.map((turn) => (turn.key === key ? change(turn) : turn));
    if (!this.isLeft) this.listener.onTurns();
  }

  /**
   * @param {string} key
   * @param {OnItsWay[]} [files]
   */
  async #deliver(key, files = []) {
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
      if (this.isLeft) return;
      this.#change(key, (turn) => inPhase(turn, "unsent", trouble));
      this.#tellEnd(key);
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
    this.#change(key, (turn) => ({ ...turn, attachments: [...turn.attachments.filter(isKnown), ...arrived] }));
    if (arrived.length < files.length) throw new HeldBack(FILE_FAILED);
    await this.ensureThread();
    const turn = this.#turn(key);
    if (turn === undefined || turn.clientMessageId === null) return null;
    const message = {
      clientMessageId: turn.clientMessageId,
      text: turn.question,
      attachments: turn.attachments.filter(isKnown),
      ...{ selection: turn.selection, isHeld: false },
    };
    keepPending(this.threadId ?? NEW_THREAD, message);
    this.#change(key, (now) => inPhase(now, "sending"));
    return message;
  }

  /**
   * @param {string} key
   * @param {Pending | null} message
   * @param {() => void} onAccepted
   */
  async #follow(key, message, onAccepted) {
    await followTurn({
      api: this.api,
      threadId: this.threadId ?? "",
      message,
      turnId: this.#turn(key)?.turnId ?? null,
      signal: this.leave.signal,
      onAccepted: () => {
        this.#change(key, (turn) => (turn.phase === "sending" ? inPhase(turn, "queued") : turn));
        onAccepted();
      },
      onEvent: (kind, data) => this.#change(key, (turn) => applyEvent(turn, kind, data)),
      onOpen: this.listener.onOpen,
      onLost: this.listener.onLost,
    });
    if (this.threadId !== null) dropPending(this.threadId, key);
    this.#tellEnd(key);
  }

  /** @param {string} key */
  #tellEnd(key) {
    const turn = this.#turn(key);
    if (turn !== undefined) this.listener.onEnded(turn);
    this.#person.watch();
  }
}

/** @param {Attachment} attachment */
const isKnown = ({ document_id }) => document_id !== "";
