/**
 * Draws what is seen. A turn far from the window is an empty box until someone comes near it, or the browser has
 * nothing else to do: then it is drawn too, so that searching in the page finds it.
 */

const NEAR = "1200px 0px";
const SLICE_MS = 8;

/**
 * @typedef {object} Drawn
 * @property {HTMLElement} element
 * @property {() => void} draw
 */

export class SeenTurns {
  /** @type {Map<Element, () => void>} what is to be drawn yet, oldest first. */
  #due = new Map();
  /** @type {Set<Element>} */
  #near = new Set();
  #isIdling = false;
  /** @type {IntersectionObserver} */
  #watch;

  /** @param {HTMLElement} scroller */
  constructor(scroller) {
    this.scroller = scroller;
    this.#watch = new IntersectionObserver((entries) => this.#note(entries), { root: scroller, rootMargin: NEAR });
  }

  /** @param {HTMLElement} element that was added to the list. */
  add(element) {
    element.classList.add("turn-unseen");
    this.#watch.observe(element);
  }

  /** @param {HTMLElement} element */
  remove(element) {
    this.#watch.unobserve(element);
    this.#due.delete(element);
    this.#near.delete(element);
  }

  clear() {
    this.#watch.disconnect();
    this.#due.clear();
    this.#near.clear();
  }

  /**
   * Draws a turn now if it is near or must be there, else when it comes near.
   *
   * @param {HTMLElement} element
   * @param {() => void} draw
   * @param {boolean} isNeeded
   */
  draw(element, draw, isNeeded) {
    if (isNeeded || this.#near.has(element)) {
      this.#due.delete(element);
      this.#drawHere(element, draw);
      return;
    }
    this.#due.set(element, draw);
    this.#idle();
  }

  /** @param {Element} element that is about to be looked at. */
  hurry(element) {
    const draw = this.#due.get(element);
    this.#due.delete(element);
    if (draw !== undefined) this.#drawHere(element, draw);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #note(entries) {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) {
        this.#near.delete(target);
        continue;
      }
      this.#near.add(target);
      this.hurry(target);
    }
  }

  /**
   * What is above the window may grow: the reader stays with what they read.
   *
   * @param {Element} element
   * @param {() => void} draw
   */
  #drawHere(element, draw) {
    const wasUnseen = element.classList.contains("turn-unseen");
    const before = wasUnseen && element instanceof HTMLElement ? element.offsetHeight : 0;
    const isAbove = wasUnseen && element.getBoundingClientRect().bottom < this.scroller.getBoundingClientRect().top;
    element.classList.remove("turn-unseen");
    draw();
    if (isAbove && element instanceof HTMLElement) this.scroller.scrollTop += element.offsetHeight - before;
  }

  #idle() {
    if (this.#isIdling || this.#due.size === 0) return;
    this.#isIdling = true;
    const soon = window.requestIdleCallback ?? ((/** @type {() => void} */ run) => setTimeout(run, 100)); // Safari
    soon(() => {
      this.#isIdling = false;
      const start = performance.now();
      // the newest first: they are the nearest to where most people are
      for (const element of [...this.#due.keys()].reverse()) {
        if (performance.now() - start > SLICE_MS) break;
        this.hurry(element);
      }
      this.#idle();
    });
  }
}
