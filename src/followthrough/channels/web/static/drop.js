/** Dragging files onto the page: into this conversation, or into the library. */

/**
 * @param {HTMLElement} layer covers the page while files are over it; its zones say where they would go.
 * @param {HTMLElement} sheet of the library: while it is open all of the page takes files, for the library.
 * @param {(files: File[], target: "thread" | "library") => void} onFiles
 */
export function listenForDrops(layer, sheet, onFiles) {
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  const taker = () => {
    if (document.querySelector("dialog:modal") === null) return layer;
    const over = [...document.querySelectorAll("dialog:modal")].filter((dialog) => dialog.id !== "passage");
    return sheet.matches(":modal") && over.length === 1 ? sheet : null;
  };
  const hide = () => {
    layer.hidden = true;
    sheet.classList.remove("drop-over");
    mark(layer, null);
  };
  document.addEventListener("dragenter", (event) => {
    if (!hasFiles(event)) return;
    const over = taker();
    if (over === layer) layer.hidden = false;
    else over?.classList.add("drop-over");
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
    const over = taker();
    const target = over === sheet || zoneOf(event)?.dataset.target === "library" ? "library" : "thread";
    hide();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (over !== null && files.length > 0) onFiles(files, target);
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
