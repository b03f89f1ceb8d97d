/**
 * Elements from plain values. Every string becomes a text node or an attribute, never markup: what users,
 * documents and the server say can't become part of the page's structure.
 */

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown> & {class?: string, on?: Record<string, (event: any) => void>}} Properties
 */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties] attributes; `class`, `on` (listeners), `data` (data attributes); null, undefined
 *   and false leave an attribute out, true sets it empty.
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) setProperty(element, name, value);
  element.append(...present(children));
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {unknown} value
 */
function setProperty(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "on") {
    for (const [event, listener] of Object.entries(/** @type {Record<string, EventListener>} */ (value))) {
      element.addEventListener(event, listener);
    }
  } else if (name === "data") {
    Object.assign(element.dataset, value);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  /** @type {(Node | string)[]} */
  const kept = [];
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    kept.push(typeof child === "number" ? String(child) : child);
  }
  return kept;
}

/** @type {(near: Element) => void} */
let takeFocus = () => {};

/**
 * Who gets the focus when what had it is gone and nothing like it came in its place.
 *
 * @param {(near: Element) => void} taker told the part of the page that changed.
 */
export function onLostFocus(taker) {
  takeFocus = taker;
}

/**
 * Changes a part of the page. The focus stays where it was: on the same element, else on the one that took its
 * place, else with whoever takes lost focus. Left alone the browser would drop it to the top of the page.
 *
 * @param {Element} part
 * @param {() => void} change
 */
export function keepFocus(part, change) {
  const had = /** @type {HTMLElement | null} */ (document.activeElement);
  const isInside = had !== null && had !== part && part.contains(had);
  change();
  if (!isInside || had === null || document.activeElement === had) return;
  const twin = [...part.querySelectorAll(had.localName)].find((one) => isSame(one, had));
  if (twin instanceof HTMLElement && !twin.matches(":disabled")) twin.focus();
  else takeFocus(part);
}

/**
 * @param {Element} one
 * @param {Element} other
 */
function isSame(one, other) {
  const names = ["id", "href", "aria-label", "class"];
  const isAlike = names.every((name) => one.getAttribute(name) === other.getAttribute(name));
  // where a link leads says which it is, whatever it is called by now
  return isAlike && (one.hasAttribute("href") || one.textContent === other.textContent);
}

/**
 * Puts these children, and nothing else, into an element; what is null or false is left out, never printed.
 *
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  keepFocus(element, () => element.replaceChildren(...present(children)));
}

/**
 * The element of index.html with this id. A missing one is a fault of the page, so it is said at once.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`index.html has no #${id}`);
  return element;
}

/**
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function byIdAs(id, kind) {
  const element = byId(id);
  if (!(element instanceof kind)) throw new Error(`#${id} is not a ${kind.name}`);
  return element;
}

const SHAPES = {
  answered: "M5 12.5l4.5 4.5L19 7.5",
  partial: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z",
  failed: "M7 7l10 10M17 7L7 17",
  blocked: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM6.5 6.5l11 11",
  pending: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z",
  document: "M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20",
  close: "M6 6l12 12M18 6L6 18",
  larger: "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
  smaller: "M20 10h-6V4M14 10l6-6M4 14h6v6M10 14l-6 6",
  chevron: "M9 6l6 6-6 6",
  back: "M15 6l-6 6 6 6",
  library: "M5 4h4v16H5zM11 4h4v16h-4zM17 5l3 14",
  copy: "M9 9h10v11H9zM5 15V4h10",
  edit: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5",
  up: "M7 11v9H4v-9zM7 11l4-7a2 2 0 0 1 2 2v4h5a2 2 0 0 1 2 2.3l-1 6a2 2 0 0 1-2 1.7H7",
  down: "M17 13V4h3v9zM17 13l-4 7a2 2 0 0 1-2-2v-4H6a2 2 0 0 1-2-2.3l1-6A2 2 0 0 1 7 4h10",
  warning: "M12 4l9 16H3zM12 10v4M12 17h.01",
  dots: "M6 12h.01M12 12h.01M18 12h.01",
  retry: "M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4",
};

/** The part of an icon that is filled, where one is. */
const FILLED = { partial: "M12 4a8 8 0 0 0 0 16z" };

/**
 * A decorative icon: hidden from assistive technology, so the words beside it must say the same.
 *
 * @param {keyof typeof SHAPES} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `icon icon-${name}`);
  /** @param {string} shape @param {string} look */
  const draw = (shape, look) => {
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", shape);
    path.setAttribute("class", look);
    svg.append(path);
  };
  draw(SHAPES[name], "icon-line");
  if (name === "partial") draw(FILLED.partial, "icon-fill");
  return svg;
}
