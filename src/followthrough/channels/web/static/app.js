/** The page: wires the parts together. Each part knows its own matter only; what concerns two meets here. */

import { Api } from "./api.js";
import { Conversation } from "./conversation.js";
import { byId, byIdAs } from "./dom.js";
import { listenForDrops } from "./drop.js";
import { forget, NEW_THREAD } from "./outbox.js";
import { offerThemes } from "./theme-choice.js";
import { offerThreadActions } from "./thread-actions.js";
import { Uploads } from "./uploads.js";
import { Composer } from "./view-composer.js";
import { AskDialog, askForLink } from "./view-dialogs.js";
import { showEmpty, whatToOffer } from "./view-empty.js";
import { LibrarySheet } from "./view-library.js";
import { Announcer, Notice } from "./view-notice.js";
import { PassagePanel } from "./view-passage.js";
import { RecentList } from "./view-recents.js";
import { ThreadList, titleWords } from "./view-threads.js";
import { TurnsView } from "./view-turns.js";
import { lostWords, troubleWords, waitWords } from "./words.js";

const SPOKEN_CHARS = 1500;
const DISMISS = { label: "Dismiss", run: () => undefined };

const asking = new AskDialog(byIdAs("ask", HTMLDialogElement));
const notice = new Notice(byId("notice"));
const announcer = new Announcer(byId("announcer"));
const empty = byId("empty");
const sidebar = byId("sidebar");
const filePicker = byIdAs("files", HTMLInputElement);

const api = new Api({
  askForKey: (wasRefused) =>
    asking.ask({
      title: wasRefused ? "That key is not in force" : "This server asks for a key",
      text: "Enter the API key that you were given. It is kept in this tab only, until you close it.",
      yes: "Continue",
      field: { label: "API key", value: "", type: "password" },
    }),
  onRateLimit: (seconds) => {
    notice.show("rate", `Too many requests in a short time. Going on by itself in ${waitWords(seconds)}.`);
    setTimeout(() => notice.clear("rate"), seconds * 1000);
  },
});

const passagePanel = new PassagePanel(byIdAs("passage", HTMLDialogElement), api);
const threadList = new ThreadList(byId("threads"), byId("more-threads"), api, sayTrouble);
const recentList = new RecentList(byId("recents"), api, { reopen: (id) => void open(id), onFail: sayTrouble });
const turnsView = new TurnsView(byId("scroller"), byId("turns"), byId("to-newest"), {
  openCitation: (turn, citation, opener) => passagePanel.open(turn.citations, citation, opener),
  retry: (key) => void conversation.retry(key),
  edit: (key) => composer.put(conversation.takeBack(key)),
  choose: (label, selection) => send(label, selection),
});

/** @type {Uploads} */
let uploads = newUploads();
/** @type {"thread" | "library"} */
let pickedFor = "thread";
/** @type {string | null} */
let shownName = null;
let conversation = newConversation(threadInAddress());

const library = new LibrarySheet(byIdAs("library", HTMLDialogElement), api, {
  onAdd: pickForLibrary,
  onLink: () => void addLink("library"),
  currentThread: () => conversation.threadId,
  confirmDelete: async ({ title }) =>
    (await asking.ask({
      title: "Delete this document?",
      text: `“${title}” is removed for good, and no answer finds it any more. Answers already given stay.`,
      yes: "Delete",
      isDangerous: true,
    })) !== null,
  announce: (words) => announcer.say(words),
});

const composer = new Composer({
  onSend: send,
  onStop: () => {
    conversation.stop().catch((error) => {
      composer.freeStop();
      sayTrouble(error);
    });
  },
  onFiles: (files) => {
    addFiles(files, pickedFor);
    pickedFor = "thread";
  },
  onLink: () => void addLink("thread"),
  onDismiss: (id) => uploads.dismiss(id),
  onResend: (id) => uploads.resend(id),
});

/** @returns {string | null} */
function threadInAddress() {
  const id = new URLSearchParams(location.hash.slice(1)).get("thread");
  return id === "" ? null : id;
}

/**
 * @param {string | null} threadId
 * @returns {Conversation}
 */
function newConversation(threadId) {
  /** @type {Conversation} */
  const opened = new Conversation(api, threadId, {
    onTurns: () => opened === conversation && showTurns(),
    onThread: (made) => {
      if (opened !== conversation) return;
      history.replaceState(null, "", `#thread=${encodeURIComponent(made)}`);
      composer.moveTo(made);
      showThread();
      refreshThreads();
    },
    onEnded: (turn) => {
      if (opened !== conversation) return;
      // The answer is read from the page, so it has to be drawn first.
      requestAnimationFrame(() => requestAnimationFrame(() => announcer.say(endWords(turn))));
      if (turn.phase === "unsent") notice.clear("connection"); // the turn itself says what is wrong
      refreshThreads();
    },
    onOpen: () => opened === conversation && notice.clear("connection"),
    onLost: (error) => opened === conversation && notice.show("connection", lostWords(error)),
  });
  return opened;
}

/**
 * @param {import("./types.js").TurnView} turn
 * @returns {string} what screen readers are told of a turn's end.
 */
function endWords(turn) {
  if (turn.phase === "unsent") return `Not answered yet. ${turn.trouble}`;
  if (turn.phase === "stopped") return "The answer was stopped.";
  return `Answer: ${turnsView.textOf(turn.key).slice(0, SPOKEN_CHARS)}`;
}

function newUploads() {
  const made = new Uploads(api, {
    onChange: () => made === uploads && composer.showUploads(made.list),
    onLibrary: () => {
      void library.refresh();
      greet().catch(() => undefined); // only brings the suggestions up to date
    },
  });
  return made;
}

/** @type {(files: File[], target: "thread" | "library") => void} */
const addFiles = (files, target) => uploads.add(files, target, placeOf(target));

/** @param {"thread" | "library"} target */
async function addLink(target) {
  const place = placeOf(target); // of the conversation that is open now
  const address = await askForLink(asking, target);
  if (address !== null) uploads.addLink(address, target, place);
}

/**
 * @param {"thread" | "library"} target
 * @returns {() => Promise<string>} the path to post to.
 */
function placeOf(target) {
  const opened = conversation;
  return async () =>
    target === "library" ? "v1/documents" : `v1/threads/${encodeURIComponent(await opened.ensureThread())}/documents`;
}

/**
 * @param {string} text
 * @param {import("./types.js").Selection} [selection] the option whose click it is.
 */
function send(text, selection) {
  const going = uploads.list.filter(({ target, phase }) => target === "thread" && phase !== "failed");
  uploads.release(going);
  turnsView.follow();
  void conversation.send(text, going.map(({ name, searchable }) => ({ name, searchable })), selection);
}

function showTurns() {
  empty.hidden = conversation.turns.length > 0 || empty.childElementCount === 0;
  turnsView.show(conversation.turns);
  composer.setBusy(conversation.isBusy);
  if (conversation.name !== shownName) showThread();
}

function showThread() {
  const { threadId, name } = conversation;
  shownName = name;
  const title = threadId === null ? "New conversation" : titleWords(name);
  byId("thread-title").textContent = title;
  document.title = `${title} · Followthrough`;
  byId("thread-actions").hidden = threadId === null;
  threadList.select(threadId, name);
}

/** @param {unknown} error */
function sayTrouble(error) {
  notice.show("trouble", troubleWords(error), DISMISS);
}

/** The list, and the title that the server gives a conversation after its first question. */
function refreshThreads() {
  const opened = conversation;
  recentList.refresh().catch(() => undefined); // a convenience, as the list below is
  threadList
    .refresh()
    .then(() => {
      if (opened !== conversation || opened.threadId === null) return;
      opened.title = threadList.titleOf(opened.threadId) ?? opened.title;
      showThread();
    })
    .catch(() => undefined); // the list is a convenience: the conversation itself says what is wrong
}

async function open(/** @type {string | null} */ threadId) {
  conversation.close();
  notice.clear("trouble");
  notice.clear("connection");
  if (passagePanel.dialog.open) passagePanel.close();
  if (sidebar.matches(":popover-open")) sidebar.hidePopover();
  conversation = newConversation(threadId);
  uploads = newUploads();
  composer.showUploads([]);
  turnsView.clear();
  empty.replaceChildren();
  composer.open(threadId ?? NEW_THREAD);
  showTurns();
  showThread();
  await load();
}

async function load() {
  const opened = conversation;
  try {
    await opened.load();
    if (opened !== conversation) return;
    showThread();
    await greet();
  } catch (error) {
    if (opened.isLeft) return;
    if (error instanceof Error && "status" in error && error.status === 404) {
      forget(opened.threadId ?? NEW_THREAD);
      location.hash = "";
      notice.show("gone", troubleWords(error), DISMISS);
      return;
    }
    notice.show("trouble", troubleWords(error), { label: "Try again", run: () => void open(threadInAddress()) });
  }
}

function pickForLibrary() {
  pickedFor = "library";
  filePicker.click();
}

/** What an empty conversation shows; one that has turns needs none of it. */
async function greet() {
  const opened = conversation;
  if (opened.turns.length > 0) return;
  const offered = await whatToOffer(api);
  if (opened !== conversation) return;
  showEmpty(empty, offered, { put: composer.put.bind(composer), ask: send, addFiles: pickForLibrary });
  showTurns();
}

offerThemes(document.querySelectorAll('input[name="theme"]'));
offerThreadActions({
  api,
  asking,
  current: () => conversation,
  onChanged: () => refreshThreads(),
  onDeleted: () => {
    forget(conversation.threadId ?? NEW_THREAD);
    announcer.say("The conversation was deleted.");
    location.hash = "";
    refreshThreads();
  },
  onTrouble: sayTrouble,
});
listenForDrops(byId("drop"), addFiles);
byId("new-thread").addEventListener("click", () => {
  if (threadInAddress() === null) void open(null);
  else location.hash = "";
  composer.focus();
});
byId("open-library").addEventListener("click", () => {
  if (sidebar.matches(":popover-open")) sidebar.hidePopover();
  library.open();
});
window.addEventListener("hashchange", () => {
  if (threadInAddress() !== conversation.threadId) void open(threadInAddress());
});
composer.open(conversation.threadId ?? NEW_THREAD);
showThread();
refreshThreads();
void load();
