/** The box to write in, with the files and links that go along. */

import { byId, byIdAs } from "./dom.js";
import { t, tn } from "./language.js";
import { keepDraft, readDraft } from "./outbox.js";
import { isDone, onPicked, showFiles } from "./view-files.js";

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
 * @property {() => void} onDismissDone
 */

export class Composer {
  #form = byIdAs("composer", HTMLFormElement);
  #text = byIdAs("message", HTMLTextAreaElement);
  #hint = byId("message-hint");
  #plainHint = this.#hint.textContent;
  #send = byIdAs("send", HTMLButtonElement);
  #stop = byIdAs("stop", HTMLButtonElement);
  #tray = byId("tray");
  #clear = byId("clear-failed");
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
    this.#clear.addEventListener("click", () => wishes.onDismissDone());
    byId("attach").addEventListener("click", () => this.#files.click());
    byId("add-link").addEventListener("click", () => wishes.onLink());
    onPicked(this.#files, wishes.onFiles);
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
    showFiles(this.#tray, uploads, this.wishes);
    this.#clear.hidden = uploads.filter(isDone).length < 2;
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
    if (isTooLong) this.#hint.textContent = tn(count - LONGEST, "Too long by {n} character. Shorten it, or attach it as a file.", "Too long by {n} characters. Shorten it, or attach it as a file.");
    else if (count >= HINT_FROM) this.#hint.textContent = tn(LONGEST - count, "{n} character left", "{n} characters left");
    else this.#hint.textContent = this.#plainHint;
    const isEmpty = this.#text.value.trim() === "" && !this.#hasFiles;
    this.#send.disabled = isEmpty || isTooLong;
    return !this.#send.disabled;
  }
}
