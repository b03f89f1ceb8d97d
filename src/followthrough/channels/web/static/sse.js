/**
 * Server-sent events over fetch. `EventSource` can neither POST nor send a key, so the page reads the stream
 * itself, by the rules of the HTML standard's event stream format.
 */

/**
 * @typedef {object} ServerEvent
 * @property {string} event
 * @property {string} data
 * @property {string} id the last id seen on the stream, empty before the first.
 */

/** Turns text, in pieces cut anywhere, into events. */
export class EventStreamParser {
  #rest = "";
  #started = false;
  #event = "";
  /** @type {string[]} */
  #data = [];
  #id = "";

  /**
   * @param {string} chunk
   * @returns {ServerEvent[]} the events that this piece completes.
   */
  push(chunk) {
    this.#rest += chunk;
    if (!this.#started && this.#rest !== "") {
      this.#started = true;
      if (this.#rest.startsWith("\uFEFF")) this.#rest = this.#rest.slice(1);
    }
    /** @type {ServerEvent[]} */
    const events = [];
    for (let line = this.#takeLine(); line !== null; line = this.#takeLine()) {
      const event = this.#read(line);
      if (event !== null) events.push(event);
    }
    return events;
  }

  /**
   * A line ends with LF, CR or CRLF. A CR at the very end may be half of a CRLF, so it waits for more.
   *
   * @returns {string | null}
   */
  #takeLine() {
    const end = this.#rest.search(/[\r\n]/);
    if (end < 0 || (this.#rest[end] === "\r" && end === this.#rest.length - 1)) return null;
    const line = this.#rest.slice(0, end);
    const isPair = this.#rest[end] === "\r" && this.#rest[end + 1] === "\n";
    this.#rest = this.#rest.slice(end + (isPair ? 2 : 1));
    return line;
  }

  /**
   * @param {string} line
   * @returns {ServerEvent | null} the event that an empty line ends.
   */
  #read(line) {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#event = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    return null;
  }

  /** @returns {ServerEvent | null} */
  #dispatch() {
    const event = this.#data.length === 0 ? null : this.#build();
    this.#event = "";
    this.#data = [];
    return event;
  }

  /** @returns {ServerEvent} */
  #build() {
    return { event: this.#event || "message", data: this.#data.join("\n"), id: this.#id };
  }
}

/** The server sends a sign of life several times within this; without one the connection is gone. */
const LONGEST_SILENCE_MS = 60_000;

/**
 * The events of a response, until the stream ends. A connection that breaks or goes quiet raises a TypeError, as
 * fetch does.
 *
 * @param {Response} response
 * @returns {AsyncGenerator<ServerEvent, void, void>}
 */
export async function* readEvents(response) {
  if (response.body === null) return;
  const parser = new EventStreamParser();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await readSoon(reader);
      if (done) return;
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    // Leaving early lets the connection go; one that is gone already has nothing to cancel.
    reader.cancel().catch(() => undefined);
  }
}

/**
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @returns {Promise<ReadableStreamReadResult<Uint8Array>>}
 */
async function readSoon(reader) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const silence = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new TypeError("the stream went quiet")), LONGEST_SILENCE_MS);
  });
  try {
    return await /** @type {Promise<ReadableStreamReadResult<Uint8Array>>} */ (Promise.race([reader.read(), silence]));
  } finally {
    clearTimeout(timer);
  }
}
