/** The turns of the open conversation, oldest first, and where the reader stands among them. */

import { byId, fill, keepFocus } from "./dom.js";
import { SeenTurns } from "./seen-turns.js";
import { isOpen } from "./turn-state.js";
import { TurnView } from "./view-turn.js";

const NEAR_PX = 120;
const ABOVE_PX = 24;
const EARLY_PX = 800;
/** Drawn at once, seen or not: where a conversation opens, and what is said in it. */
const NEWEST = 6;

export class TurnsView {
  /** @type {Map<string, TurnView>} */
  #views = new Map();
  #isFollowing = true;
  #isDue = false;
  /** @type {IntersectionObserver} */
  #top;
  /** @type {SeenTurns} */
  #seen;
  #hasEarlier = false;
  /** @type {import("./types.js").TurnView[]} */
  #turns = [];

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} list
   * @param {HTMLElement} toNewest
   * @param {HTMLElement} earlier stands above the turns while there are more of them at the server.
   * @param {import("./view-turn.js").Actions & {loadEarlier: () => void}} actions
   */
  constructor(scroller, list, toNewest, earlier, actions) {
    this.scroller = scroller;
    this.list = list;
    this.toNewest = toNewest;
    this.earlier = earlier;
    this.actions = actions;
    this.#seen = new SeenTurns(scroller);
    earlier.addEventListener("click", () => actions.loadEarlier());
    const nearTop = { root: scroller, rootMargin: `${EARLY_PX}px 0px 0px 0px` };
    this.#top = new IntersectionObserver(([seen]) => seen?.isIntersecting && actions.loadEarlier(), nearTop);
    scroller.addEventListener("scroll", () => this.#notePlace(), { passive: true });
    toNewest.addEventListener("click", () => this.follow());
    // Pictures of the text grow after they are drawn (fonts, a wider window): the end stays in view.
    const grown = new ResizeObserver(() => this.#keepPlace());
    for (const one of [list, byId("next")]) grown.observe(one);
  }

  /** Another conversation: nothing of the last one stays. */
  clear() {
    this.#hasEarlier = false;
    this.#views.clear();
    this.#seen.clear();
    fill(this.list);
    this.#turns = [];
    this.#isFollowing = true;
    this.toNewest.hidden = true;
  }

  /**
   * Draws at most once a frame, however fast the pieces come.
   *
   * @param {import("./types.js").TurnView[]} turns
   * @param {boolean} hasEarlier whether there are more before them.
   */
  show(turns, hasEarlier) {
    this.#turns = turns;
    this.#hasEarlier = hasEarlier;
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#draw();
    });
  }

  /**
   * @param {string} key
   * @returns {string} the answer as it reads on the page, without markup.
   */
  textOf(key) {
    return this.#views.get(key)?.element.querySelector(".reply-text")?.textContent ?? "";
  }

  /** @param {string} turnId of a turn that is here; it comes into view and gets the focus. */
  reveal(turnId) {
    requestAnimationFrame(() => {
      const turn = [...this.list.children].find((one) => one instanceof HTMLElement && one.dataset.turn === turnId);
      if (!(turn instanceof HTMLElement)) return;
      this.#seen.hurry(turn);
      this.#isFollowing = false;
      turn.scrollIntoView({ block: "start" });
      turn.classList.add("turn-linked");
      turn.tabIndex = -1;
      turn.focus({ preventScroll: true });
    });
  }

  /** Goes to the newest turn and stays with it. */
  follow() {
    this.#isFollowing = true;
    this.#keepPlace();
  }

  #draw() {
    const first = /** @type {HTMLElement | null} */ (this.list.firstElementChild);
    const before = first?.offsetTop ?? 0;
    keepFocus(this.list, () => this.#place());
    this.earlier.hidden = !this.#hasEarlier;
    // What came in above pushes the rest down: the reader stays with what they read.
    if (first?.isConnected) this.scroller.scrollTop += first.offsetTop - before;
    this.#keepPlace();
    this.#top.disconnect(); // it tells again whether the top is near
    if (this.#hasEarlier) this.#top.observe(this.earlier);
  }

  #place() {
    const keys = new Set(this.#turns.map(({ key }) => key));
    for (const [key, view] of this.#views) {
      if (keys.has(key)) continue;
      view.element.remove();
      this.#seen.remove(view.element);
      this.#views.delete(key);
    }
    let ahead = 0; // answers that come before
    this.#turns.forEach((turn, place) => {
      const view = this.#views.get(turn.key) ?? this.#add(turn.key);
      if (this.list.children[place] !== view.element) {
        this.list.insertBefore(view.element, this.list.children[place] ?? null);
      }
      const before = turn.phase === "queued" ? ahead : 0;
      if (view.isDue(turn, before)) {
        view.mark(turn);
        this.#seen.draw(view.element, () => view.show(turn, before), place >= this.#turns.length - NEWEST);
      }
      if (isOpen(turn)) ahead += 1;
    });
  }

  /** @param {string} key */
  #add(key) {
    const view = new TurnView(this.actions);
    this.#views.set(key, view);
    this.#seen.add(view.element);
    return view;
  }

  /** How far down the newest turn asks for: to its end, but never so far that its question leaves the view. */
  #target() {
    const { scrollHeight, clientHeight } = this.scroller;
    const newest = /** @type {HTMLElement | null} */ (this.list.lastElementChild);
    if (newest === null) return 0;
    return Math.max(0, Math.min(scrollHeight - clientHeight, newest.offsetTop - ABOVE_PX));
  }

  #notePlace() {
    this.#isFollowing = this.scroller.scrollTop > this.#target() - NEAR_PX;
    this.toNewest.hidden = this.#isFollowing;
  }

  /** Only ever goes down: who has read on below the newest question is left there. */
  #keepPlace() {
    if (this.#isFollowing) this.scroller.scrollTop = Math.max(this.scroller.scrollTop, this.#target());
    this.#notePlace();
  }
}
