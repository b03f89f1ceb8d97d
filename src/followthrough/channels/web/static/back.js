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

/** @type {{id: number, close: () => void}[]} */
const layers = [];

/** The page's new address, until all its entries have it. @type {{from: string, to: string} | null} */
let naming = null;

/** Tells those who wait that something here has changed. */
const changes = new EventTarget();
const tell = () => changes.dispatchEvent(new Event("change"));

window.addEventListener("popstate", () => {
  nameEntry();
  if (isStepping) enterThoseOpenedMeanwhile();
  isStepping = false;
  const here = layerHere();
  while ((layers.at(-1)?.id ?? 0) > here) layers.pop()?.close();
  tell();
});

function enterThoseOpenedMeanwhile() {
  for (const { id } of layers) if (id > layerHere()) history.pushState({ layer: id }, "");
}

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
  if (leaving !== null) {
    clearTimeout(leaving);
    leaving = null;
    history.replaceState({ layer: layer.id }, "");
  } else if (!isStepping) history.pushState({ layer: layer.id }, ""); // the step would take it: entered when it is over
  tell();
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
 * Goes to another address. A step back that is on its way would leave it again, so it has to arrive first.
 *
 * @param {string} hash
 */
export async function goTo(hash) {
  while (leaving !== null || isStepping) await nextChange();
  naming = null;
  location.hash = hash;
}

/**
 * Gives the page this address in the place of its own. What lies over the page has an entry too, and a step back
 * from there leads to the old address: that is named when it is reached.
 *
 * @param {string} hash
 */
export function nameHere(hash) {
  naming = { from: location.hash, to: hash };
  nameEntry();
}

function nameEntry() {
  if (naming === null) return;
  if (location.hash === naming.from) history.replaceState(history.state, "", naming.to);
  if (layerHere() === 0) naming = null;
}

const nextChange = () => new Promise((resolve) => changes.addEventListener("change", resolve, { once: true }));

/**
 * A dialog or popover that covers the page has an entry as long as it is open. It is told of in the moment in which it
 * opens or closes: the event behind it comes after a step back may have been taken.
 *
 * @param {HTMLElement} element
 * @param {() => void} close
 */
export function closeOnBack(element, close) {
  /** @type {(() => void) | null} */
  let gone = null;
  element.addEventListener("beforetoggle", (event) => {
    const release = gone;
    gone = /** @type {ToggleEvent} */ (event).newState === "open" ? (gone ?? layerOpened(close)) : null;
    if (gone === null) release?.();
  });
}
