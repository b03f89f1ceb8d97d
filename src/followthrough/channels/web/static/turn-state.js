/**
 * What one turn looks like, as a pure fold over its events: the same events always give the same picture, and
 * an event that repeats the beginning starts the picture afresh.
 */

import { t } from "./language.js";

/**
 * @typedef {import("./types.js").TurnView} TurnView
 * @typedef {import("./types.js").WireTurn} WireTurn
 * @typedef {import("./types.js").Pending} Pending
 */

/** @type {Readonly<Omit<TurnView, "key">>} */
const BLANK = {
  clientMessageId: null,
  turnId: null,
  question: "",
  attachments: [],
  given: [],
  phase: "sending",
  origin: "user",
  index: 0,
  isEscalated: false,
  isRecorded: false,
  text: "",
  footer: null,
  citations: [],
  objective: null,
  objectiveStatus: null,
  closure: null,
  options: [],
  optionSetId: null,
  selection: null,
  only: [],
  clarification: null,
  searched: [],
  passages: [],
  signal: null,
  decision: null,
  timings: {},
  verdict: null,
  trouble: null,
};

/**
 * @param {Pending} message
 * @returns {TurnView}
 */
export function fromPending(message) {
  return {
    ...BLANK,
    key: message.clientMessageId,
    clientMessageId: message.clientMessageId,
    question: message.text,
    attachments: message.attachments,
    selection: message.selection ?? null,
    only: message.only ?? [],
  };
}

/**
 * @param {WireTurn} turn
 * @param {Map<string, string>} names of the thread's documents, by id.
 * @returns {TurnView}
 */
export function fromWire(turn, names) {
  const attachments = named(turn.attachments, names);
  return settle({ ...BLANK, key: turn.client_message_id ?? turn.turn_id, attachments, only: turn.include_document_ids }, turn);
}

/** @typedef {{turn_id: string, rating: "up" | "down", note: string | null}} WireVerdict */

/**
 * @param {TurnView[]} turns
 * @param {WireVerdict[]} feedback
 * @returns {TurnView[]} the turns with what the reader thinks of them.
 */
export function judged(turns, feedback) {
  const verdicts = new Map(feedback.map(({ turn_id, rating, note }) => [turn_id, { rating, note }]));
  return turns.map((turn) => ({ ...turn, verdict: verdicts.get(turn.turnId ?? "") ?? null }));
}

/**
 * @param {string[]} ids
 * @param {Map<string, string>} names
 * @returns {import("./types.js").Attachment[]}
 */
function named(ids, names) {
  return ids.map((id) => ({ document_id: id, name: names.get(id) ?? t("Attached document") }));
}

/**
 * @param {import("./types.js").WirePending} message
 * @param {Map<string, string>} names of the thread's documents, by id.
 * @returns {TurnView} a message that this page did not send itself, not answered yet.
 */
export function fromWirePending(message, names) {
  return {
    ...BLANK,
    key: message.client_message_id ?? message.turn_id,
    clientMessageId: message.client_message_id,
    turnId: message.turn_id,
    index: message.index,
    question: message.text,
    attachments: named(message.attachments, names),
    only: message.include_document_ids,
    phase: "queued",
  };
}

/**
 * The turn as the server recorded it; it outranks everything told before.
 *
 * @param {TurnView} view
 * @param {WireTurn} turn
 * @returns {TurnView}
 */
function settle(view, turn) {
  return {
    ...view,
    turnId: turn.turn_id,
    clientMessageId: turn.client_message_id,
    question: turn.query.message || view.question,
    phase: turn.status,
    origin: turn.origin,
    index: turn.index,
    isEscalated: turn.session_status === "escalated",
    isRecorded: turn.turn_class === "recorded",
    text: turn.reply.text,
    footer: turn.reply.footer,
    citations: turn.reply.citations,
    objective: turn.objective,
    objectiveStatus: turn.objective_status,
    closure: turn.closure_message,
    given: turn.material?.given ?? [],
    options: offered(turn),
    optionSetId: turn.option_set?.id ?? null,
    clarification: turn.clarification ?? null,
    searched: turn.query.effective,
    passages: turn.retrieval.passages,
    signal: turn.clarification?.active ? null : turn.retrieval.signal, // asked back: how well it is supported is open
    decision: `${turn.decision.lane}: ${turn.decision.reason.replaceAll("_", " ")}`,
    timings: turn.timings_ms,
    trouble: null,
  };
}

/**
 * @param {WireTurn} turn
 * @returns {import("./types.js").Option[]} the sources of an answer stand below it already, where they open in place.
 */
function offered({ option_set: set, decision }) {
  return set === null || (set.scope === "widget" && decision.lane !== "selection") ? [] : set.options;
}

/**
 * @param {TurnView} view
 * @param {string} kind
 * @param {any} data the event's body.
 * @returns {TurnView} a kind that this page does not know changes nothing.
 */
export function applyEvent(view, kind, data) {
  switch (kind) {
    case "started":
      return { ...begin(view), turnId: data.turn_id, index: data.index };
    case "planned":
      return { ...view, objective: planned(data) };
    case "sources":
      return { ...view, passages: data.passages };
    case "delta":
      return { ...view, text: view.text + data.text, citations: [...view.citations, ...data.citations] };
    case "committed":
    case "stopped":
    case "failed":
      return settle(view, data);
    default:
      return view;
  }
}

/**
 * What will be worked on, before anything is known of it.
 *
 * @param {{summary: string | null, parts: {id: string, text: string}[]}} plan
 * @returns {import("./types.js").Objective | null} null when nothing will be searched.
 */
function planned({ summary, parts }) {
  if (summary === null) return null;
  return { summary, sub_objectives: parts.map((part) => ({ ...part, status: "pending" })) };
}

/**
 * @param {TurnView} view
 * @returns {TurnView}
 */
function begin(view) {
  return { ...BLANK, ...identity(view), phase: "running" };
}

/**
 * @param {TurnView} view
 */
function identity({ key, clientMessageId, turnId, question, attachments, only }) {
  return { key, clientMessageId, turnId, question, attachments, only };
}

/**
 * @param {TurnView} view
 * @param {TurnView["phase"]} phase
 * @param {string | null} [trouble]
 * @returns {TurnView}
 */
export function inPhase(view, phase, trouble = null) {
  return { ...view, phase, trouble };
}

/**
 * What is known of a conversation, with what was read of it: in the server's order, and what the server does not
 * have yet behind it. A turn that this page follows is not taken from elsewhere.
 *
 * @param {TurnView[]} known
 * @param {TurnView[]} read
 * @returns {TurnView[]}
 */
export function joined(known, read) {
  const fresh = newOnes(known, read);
  if (fresh.length === 0) return known;
  const place = (/** @type {TurnView} */ { index }) => (index === 0 ? Infinity : index);
  return [...known, ...fresh].sort((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)));
}

/**
 * @param {TurnView[]} known
 * @param {TurnView[]} read
 * @returns {TurnView[]}
 */
export function newOnes(known, read) {
  const keys = new Set(known.flatMap(({ key, turnId }) => [key, turnId]));
  return read.filter(({ key, turnId }) => !keys.has(key) && !keys.has(turnId));
}

/**
 * Whether the server still owes this turn an end.
 *
 * @param {TurnView} view
 */
export function isOpen(view) {
  return ["waiting", "sending", "queued", "running"].includes(view.phase);
}
