/** A few places for many: whoever finds none waits, first come first served. */
export class Slots {
  #free;
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {number} places */
  constructor(places) {
    this.#free = places;
  }

  /**
   * @template Result
   * @param {() => Promise<Result>} work done while a place is held.
   * @returns {Promise<Result>}
   */
  async hold(work) {
    if (this.#free === 0) await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
    else this.#free -= 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next(); // the place goes from hand to hand
    }
  }
}
