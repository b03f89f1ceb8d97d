/**
 * The HTTP API as the page uses it. Every failure becomes a `Problem`; a missing key is asked for and a rate
 * limit is waited out here, so that no view has to know of either.
 */

const KEY = "followthrough.key";
const LONGEST_WAIT_S = 120;

/** Why a request failed, as the server's problem document says it. Status 0: there was no answer at all. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, detail?: string, title?: string, fix?: string, retryAfterS?: number}} [said]
   */
  constructor(status, said = {}) {
    super(said.code ?? `http_${status}`);
    this.name = "Problem";
    this.status = status;
    this.code = said.code ?? (status === 0 ? "unreachable" : `http_${status}`);
    this.detail = said.detail ?? said.title ?? "";
    this.fix = said.fix ?? "";
    this.retryAfterS = said.retryAfterS ?? 0;
  }

  /** Whether the same request may succeed later without anyone changing anything. */
  get passes() {
    return this.status === 0 || this.status >= 500;
  }
}

/**
 * @param {number} status
 * @param {string} body
 * @param {string | null} retryAfter
 * @returns {Problem}
 */
export function problemFrom(status, body, retryAfter) {
  const retryAfterS = Number(retryAfter ?? "") || 0;
  try {
    const said = JSON.parse(body);
    const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : undefined);
    return new Problem(status, {
      code: text(said.code),
      detail: text(said.detail),
      title: text(said.title),
      fix: text(said.fix),
      retryAfterS,
    });
  } catch {
    return new Problem(status, { retryAfterS }); // not JSON: something between the page and the server answered
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>} rejects with the signal's reason when it aborts.
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/**
 * @typedef {object} Wanted
 * @property {string} [method]
 * @property {unknown} [body] sent as JSON.
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 */

export class Api {
  /** @type {Promise<string | null> | null} */
  #asking = null;

  /**
   * @param {object} hooks
   * @param {(wasRefused: boolean) => Promise<string | null>} hooks.askForKey null when the person gives none.
   * @param {(seconds: number) => void} hooks.onRateLimit
   */
  constructor({ askForKey, onRateLimit }) {
    this.askForKey = askForKey;
    this.onRateLimit = onRateLimit;
  }

  /** @param {string} key that is used from now on, until the tab is closed. */
  use(key) {
    sessionStorage.setItem(KEY, key);
  }

  /** @returns {Record<string, string>} */
  authorization() {
    const key = sessionStorage.getItem(KEY);
    return key === null ? {} : { Authorization: `Bearer ${key}` };
  }

  /**
   * Asks for a key once, however many requests wait for it.
   *
   * @param {string | null} used the key that was refused.
   * @returns {Promise<boolean>} whether another try makes sense.
   */
  async renewKey(used) {
    if (sessionStorage.getItem(KEY) !== used) return true; // another request got a new one meanwhile
    sessionStorage.removeItem(KEY);
    this.#asking ??= this.askForKey(used !== null).finally(() => {
      this.#asking = null;
    });
    const key = await this.#asking;
    if (key !== null) sessionStorage.setItem(KEY, key);
    return key !== null;
  }

  /**
   * @param {string} path
   * @param {Wanted} [wanted]
   * @returns {Promise<Response>} a success; anything else is thrown as a `Problem`.
   */
  async request(path, wanted = {}) {
    for (;;) {
      const used = sessionStorage.getItem(KEY);
      const response = await this.#send(path, wanted);
      if (response.ok) return response;
      const problem = problemFrom(response.status, await response.text(), response.headers.get("Retry-After"));
      if (problem.status === 401 && (await this.renewKey(used))) continue;
      if (problem.status === 429 && problem.retryAfterS <= LONGEST_WAIT_S) {
        const seconds = problem.retryAfterS || 1;
        this.onRateLimit(seconds);
        await pause(seconds * 1000, wanted.signal);
        continue;
      }
      throw problem;
    }
  }

  /**
   * @param {string} path
   * @param {Wanted} wanted
   * @returns {Promise<Response>}
   */
  async #send(path, { method = "GET", body, headers = {}, signal }) {
    try {
      return await fetch(path, {
        method,
        headers: {
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          Accept: "application/json",
          ...this.authorization(),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
        cache: "no-store",
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Problem(0);
    }
  }

  /**
   * @param {string} path
   * @param {Wanted} [wanted]
   * @returns {Promise<any>} the reply's JSON; null for an empty reply.
   */
  async json(path, wanted) {
    const text = await (await this.request(path, wanted)).text();
    return text === "" ? null : JSON.parse(text);
  }

  /**
   * Saves what is at the path as a file.
   *
   * @param {string} path
   * @param {string} name
   */
  async save(path, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await (await this.request(path)).blob());
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href));
  }
}
