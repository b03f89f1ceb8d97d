/**
 * The Back button, and the gesture for it on a phone: it closes what lies over the conversation before it leaves
 * the conversation. Each layer that opens has an entry of its own in the browser's history.
 */

let count = 0;

/**
 * An entry that is about to be left. A layer that opens in the same moment takes it over: a step back that is on its
 * way would take the new layer's entry, and close it.
 *
 * @type {ReturnType<typeof setTimeout> | null}
 */
let leaving = null;

/** Whether a step back is on its way. */
let isStepping = false;

const SOON_MS = 1000;

/** @type {{id: number, close: () => void}[]} */
const layers = [];

window.addEventListener("popstate", () => {
  isStepping = false;
  const here = layerHere();
  while ((layers.at(-1)?.id ?? 0) > here) layers.pop()?.close();
});

/** @returns {number} the layer whose entry the browser is at; 0: none. */
const layerHere = () => Number(history.state?.layer ?? 0);

/**
 * A layer has opened.
 *
 * @param {() => void} close how Back closes it.
 * @returns {() => void} to be called when it was closed in another way; takes its entry back.
 */
export function layerOpened(close) {
  count = Math.max(count, layerHere()) + 1;
  const layer = { id: count, close };
  layers.push(layer);
  if (leaving === null) history.pushState({ layer: layer.id }, "");
  else {
    clearTimeout(leaving);
    leaving = null;
    history.replaceState({ layer: layer.id }, "");
  }
  return () => {
    const place = layers.indexOf(layer);
    if (place < 0) return;
    layers.splice(place, 1);
    if (layerHere() !== layer.id) return; // elsewhere by now: the entry is behind us
    leaving ??= setTimeout(() => {
      leaving = null;
      isStepping = true;
      history.back();
    });
  };
}

/**
 * Waits until no step back is on its way: it would leave an address that is set before it arrives.
 *
 * @returns {Promise<void>}
 */
export function atRest() {
  if (leaving === null && !isStepping) return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener("popstate", () => resolve(), { once: true });
    setTimeout(resolve, SOON_MS); // a layer that opened may have taken the step over
  });
}

/**
 * A dialog or popover that covers the page has an entry as long as it is open.
 *
 * @param {HTMLElement} element
 * @param {() => void} close
 */
export function closeOnBack(element, close) {
  /** @type {(() => void) | null} */
  let gone = null;
  const note = () => {
    const isOpen = element.matches(":modal, :popover-open");
    if (isOpen && gone === null) gone = layerOpened(close);
    if (!isOpen && gone !== null) {
      const release = gone;
      gone = null;
      release();
    }
  };
  element.addEventListener("toggle", note);
  element.addEventListener("close", note);
}
