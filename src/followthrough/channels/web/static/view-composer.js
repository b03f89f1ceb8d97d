/** The box to write in, with the files and links that go along. */

import { byId, byIdAs, el, icon } from "./dom.js";
import { keepDraft, readDraft } from "./outbox.js";
import { counted } from "./words.js";

const LONGEST = 16_000;
const HINT_FROM = 15_000;

/**
 * @typedef {object} Wishes
 * @property {(text: string) => void} onSend
 * @property {() => void} onStop
 * @property {(files: File[]) => void} onFiles
 * @property {() => void} onLink
 * @property {(id: string) => void} onDismiss
 * @property {(id: string) => void} onResend
 */

export class Composer {
  #form = byIdAs("composer", HTMLFormElement);
  #text = byIdAs("message", HTMLTextAreaElement);
  #hint = byId("message-hint");
  #plainHint = this.#hint.textContent;
  #send = byIdAs("send", HTMLButtonElement);
  #stop = byIdAs("stop", HTMLButtonElement);
  #tray = byId("tray");
  #files = byIdAs("files", HTMLInputElement);
  #draftPlace = "";
  #hasFiles = false;

  /** @param {Wishes} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#text.addEventListener("input", () => this.#afterInput());
    this.#text.addEventListener("keydown", (event) => this.#onKey(event));
    this.#stop.addEventListener("click", () => {
      this.#stop.disabled = true; // until the turn's end arrives
      wishes.onStop();
    });
    byId("attach").addEventListener("click", () => this.#files.click());
    byId("add-link").addEventListener("click", () => wishes.onLink());
    this.#files.addEventListener("change", () => {
      wishes.onFiles([...(this.#files.files ?? [])]);
      this.#files.value = ""; // choosing the same file again is a change too
    });
    this.#text.addEventListener("paste", (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (files.length === 0 && text.length <= LONGEST) return;
      event.preventDefault();
      wishes.onFiles(files.length > 0 ? files : [new File([text], "pasted text.txt", { type: "text/plain" })]);
    });
  }

  /** @param {string} place whose draft is shown from now on. */
  open(place) {
    this.#draftPlace = place;
    this.#text.value = readDraft(place);
    this.#fit();
  }

  /** @param {string} place the same text belongs there now. */
  moveTo(place) {
    this.#draftPlace = place;
  }

  /**
   * @param {string} text takes the place of an empty draft, else stands before it.
   */
  put(text) {
    this.#text.value = this.#text.value === "" ? text : `${text}\n\n${this.#text.value}`;
    this.#afterInput();
    this.focus();
  }

  focus() {
    this.#text.focus();
    this.#text.setSelectionRange(this.#text.value.length, this.#text.value.length);
  }

  /** @param {boolean} isBusy whether there is something to stop. */
  setBusy(isBusy) {
    if (this.#stop.hidden === isBusy) {
      const hadFocus = document.activeElement === this.#stop;
      this.#stop.hidden = !isBusy;
      if (hadFocus) this.focus(); // a button that goes away must not take the focus with it
    }
    if (!isBusy) this.#stop.disabled = false;
  }

  /** The person may press it again: the server did not hear. */
  freeStop() {
    this.#stop.disabled = false;
  }

  /** @param {import("./uploads.js").Upload[]} uploads */
  showUploads(uploads) {
    this.#hasFiles = uploads.some(({ target, phase }) => target === "thread" && phase !== "failed");
    this.#tray.hidden = uploads.length === 0;
    const known = new Map([...this.#tray.children].map((item) => [/** @type {HTMLElement} */ (item).dataset.id, item]));
    const items = uploads.map((upload) => {
      const item = known.get(upload.id) ?? el("li", { class: "file", data: { id: upload.id } });
      fillItem(/** @type {HTMLElement} */ (item), upload, this.wishes);
      return item;
    });
    for (const item of [...this.#tray.children]) if (!items.includes(item)) item.remove();
    items.forEach((item, place) => {
      if (this.#tray.children[place] !== item) this.#tray.insertBefore(item, this.#tray.children[place] ?? null);
    });
    this.#judge();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    if (matchMedia("(pointer: coarse)").matches && !event.ctrlKey && !event.metaKey) return; // no Shift at hand there
    event.preventDefault();
    this.#submit();
  }

  #submit() {
    const text = this.#text.value;
    if (!this.#judge()) return;
    this.#text.value = "";
    this.#afterInput(); // the button is off now, so the focus would be nowhere
    if (!matchMedia("(pointer: coarse)").matches) this.#text.focus();
    this.wishes.onSend(text);
  }

  #afterInput() {
    keepDraft(this.#draftPlace, this.#text.value);
    this.#fit();
  }

  #fit() {
    this.#text.style.height = "auto";
    this.#text.style.height = `${this.#text.scrollHeight}px`;
    this.#judge();
  }

  /** @returns {boolean} whether it can be sent; the line below says why it can't. */
  #judge() {
    const { length } = this.#text.value;
    // Counted as the server counts, in characters rather than halves of them, where it matters.
    const count = length < HINT_FROM ? length : [...this.#text.value].length;
    const isTooLong = count > LONGEST;
    this.#hint.classList.toggle("composer-hint-bad", isTooLong);
    if (isTooLong) this.#hint.textContent = `Too long by ${counted(count - LONGEST, "character")}. Shorten it, or attach it as a file.`;
    else if (count >= HINT_FROM) this.#hint.textContent = `${counted(LONGEST - count, "character")} left`;
    else this.#hint.textContent = this.#plainHint;
    const isEmpty = this.#text.value.trim() === "" && !this.#hasFiles;
    this.#send.disabled = isEmpty || isTooLong;
    return !this.#send.disabled;
  }
}

/**
 * Changes an entry in place, so that its buttons keep the focus while the progress moves.
 *
 * @param {HTMLElement} item
 * @param {import("./uploads.js").Upload} upload
 * @param {Wishes} wishes
 */
function fillItem(item, upload, wishes) {
  if (item.childElementCount === 0) item.append(...itemParts(upload, wishes));
  const { target, phase, share, words } = upload;
  const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (item.querySelector(selector));
  item.dataset.phase = phase;
  part(".file-words").textContent = target === "library" ? `${words} (library)` : words;
  part(".file-again").hidden = phase !== "failed";
  const bar = /** @type {HTMLProgressElement} */ (part("progress"));
  bar.hidden = phase === "ready" || phase === "failed";
  if (share === null) bar.removeAttribute("value");
  else bar.value = share;
}

/**
 * @param {import("./uploads.js").Upload} upload
 * @param {Wishes} wishes
 */
function itemParts({ id, name }, { onDismiss, onResend }) {
  const button = (/** @type {string} */ label, /** @type {string} */ look, /** @type {() => void} */ click) =>
    el("button", { type: "button", class: `button button-icon button-small ${look}`, "aria-label": label, on: { click } });
  const again = button(`Send ${name} again`, "file-again", () => onResend(id));
  again.append(icon("retry"));
  const remove = button(`Remove ${name}`, "", () => onDismiss(id));
  remove.append(icon("close"));
  return [
    icon("document"),
    el("span", { class: "file-name", dir: "auto" }, name),
    el("span", { class: "file-words" }),
    el("span", { class: "file-buttons" }, again, remove),
    el("progress", { max: 1, "aria-label": `Progress of ${name}` }),
  ];
}
