/**
 * The pages of a PDF as they look: each drawn when it comes into view, with its words laid over it to be selected,
 * read aloud and found. What was quoted is marked in the image itself.
 */

import { el, fill } from "./dom.js";
import { t } from "./language.js";
import { troubleWords } from "./words.js";

/**
 * @typedef {object} Quoted
 * @property {string} passage_id
 * @property {string} quote
 * @property {number | null} [page]
 */

/** Pages of Letter and A4 are nearly this high for their width; what a page really is shows when it has come. */
const USUAL_SHAPE = 1.3;
const WIDEST_PX = 1_800;

export class DocumentPages {
  element = el("div", { class: "document-pages" });
  /** @type {Quoted | null} */
  #quoted = null;
  #documentId = "";
  #leave = new AbortController();
  #watch;

  /**
   * @param {import("./api.js").Api} api
   * @param {HTMLElement} scroller
   */
  constructor(api, scroller) {
    this.api = api;
    this.#watch = new IntersectionObserver((seen) => seen.forEach((one) => one.isIntersecting && this.#draw(one.target)), {
      root: scroller,
      rootMargin: "60% 0px",
    });
  }

  /**
   * @param {string} documentId
   * @param {number} count
   * @param {Quoted | null} quoted
   */
  open(documentId, count, quoted) {
    this.leave();
    this.#documentId = documentId;
    this.#quoted = quoted;
    const pages = Array.from({ length: count }, (_, at) => this.#page(at + 1, count));
    fill(this.element, ...pages);
    pages.forEach((page) => this.#watch.observe(page));
  }

  leave() {
    this.#leave.abort();
    this.#leave = new AbortController();
    this.#watch.disconnect();
    fill(this.element);
  }

  /** @returns {Element | null} the page that was quoted from. */
  get target() {
    return this.element.querySelector(`[data-page="${this.#quoted?.page ?? 1}"]`);
  }

  /**
   * @param {number} number
   * @param {number} count
   */
  #page(number, count) {
    const page = el("section", { class: "page", "aria-label": t("Page {page} of {n}", { page: number, n: count }), data: { page: number } });
    page.style.setProperty("aspect-ratio", `1 / ${USUAL_SHAPE}`);
    return page;
  }

  /** @param {Element} target */
  async #draw(target) {
    this.#watch.unobserve(target);
    const page = /** @type {HTMLElement} */ (target);
    const { signal } = this.#leave;
    fill(page, el("p", { class: "state" }, t("Opening the document")));
    const path = `v1/documents/${encodeURIComponent(this.#documentId)}/pages/${page.dataset.page}`;
    try {
      const [image, words] = await Promise.all([
        this.api.request(`${path}.png?${this.#wanted(page)}`, { headers: { Accept: "image/png" }, signal }),
        this.api.json(path, { signal }),
      ]);
      const bitmap = await createImageBitmap(await image.blob());
      if (signal.aborted) return;
      const canvas = el("canvas", { width: bitmap.width, height: bitmap.height, "aria-hidden": "true" });
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
      page.style.setProperty("aspect-ratio", `${bitmap.width} / ${bitmap.height}`);
      fill(page, canvas, this.#words(words));
      fit(page);
    } catch (error) {
      if (!signal.aborted) fill(page, el("p", { class: "state" }, t("Page {page} can't be shown. {why}", { page: page.dataset.page ?? "", why: troubleWords(error) })));
    }
  }

  /** @param {HTMLElement} page */
  #wanted(page) {
    const width = Math.min(Math.round(page.clientWidth * devicePixelRatio), WIDEST_PX);
    const query = new URLSearchParams({ width: String(Math.max(width, 200)) });
    if (this.#quoted !== null && Number(page.dataset.page) === this.#quoted.page) {
      query.set("quote", this.#quoted.passage_id);
      if (this.#quoted.quote !== "") query.set("words", this.#quoted.quote.slice(0, 2_000));
    }
    return query;
  }

  /** @param {{lines: {text: string, left: number, top: number, width: number, height: number}[]}} words */
  #words({ lines }) {
    const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(3)}%`;
    return el(
      "div",
      { class: "page-words" },
      ...lines.map(({ text, left, top, width, height }) => {
        const line = el("p", { dir: "auto", data: { width, height } }, text);
        line.style.setProperty("left", percent(left));
        line.style.setProperty("top", percent(top));
        return line;
      }),
    );
  }
}

/**
 * Makes each line of words as long as what it lies over, so that a selection covers what it selects.
 *
 * @param {HTMLElement} page
 */
function fit(page) {
  const { clientWidth, clientHeight } = page;
  const lines = /** @type {HTMLElement[]} */ ([...page.querySelectorAll(".page-words > p")]);
  for (const line of lines) line.style.setProperty("font-size", `${Number(line.dataset.height) * clientHeight}px`);
  const widths = lines.map(({ offsetWidth }) => offsetWidth);
  lines.forEach((line, at) => {
    const wanted = Number(line.dataset.width) * clientWidth;
    const is = widths[at] ?? 0;
    if (is > 0) line.style.setProperty("transform", `scaleX(${wanted / is})`);
  });
}
