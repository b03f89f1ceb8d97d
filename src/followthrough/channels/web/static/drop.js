/** Dragging files onto the page: into this conversation, or into the library. */

/**
 * @param {HTMLElement} layer covers the page while files are over it; its zones say where they would go.
 * @param {(files: File[], target: "thread" | "library") => void} onFiles
 */
export function listenForDrops(layer, onFiles) {
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  const hide = () => {
    layer.hidden = true;
    mark(layer, null);
  };
  document.addEventListener("dragenter", (event) => {
    if (!hasFiles(event) || document.querySelector("dialog:modal") !== null) return;
    layer.hidden = false;
  });
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault(); // without it the browser would open the file in place of the page
    mark(layer, zoneOf(event));
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) hide();
  });
  document.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    const target = zoneOf(event)?.dataset.target === "library" ? "library" : "thread";
    const wasShown = !layer.hidden;
    hide();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (wasShown && files.length > 0) onFiles(files, target);
  });
}

/** @param {DragEvent} event */
function zoneOf(event) {
  return event.target instanceof Element
    ? /** @type {HTMLElement | null} */ (event.target.closest(".drop-zone"))
    : null;
}

/**
 * @param {HTMLElement} layer
 * @param {HTMLElement | null} over
 */
function mark(layer, over) {
  for (const zone of layer.querySelectorAll(".drop-zone")) zone.classList.toggle("drop-over", zone === over);
}
