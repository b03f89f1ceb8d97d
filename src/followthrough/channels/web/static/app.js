/** The page: wires the parts together. Each part knows its own matter only; what concerns two meets here. */

import { Problem } from "./api.js";
import { AskedScope, EVERYTHING } from "./asked-scope.js";
import { closeOnBack, goTo, nameHere } from "./back.js";
import { comeBack } from "./come-back.js";
import { Conversation } from "./conversation.js";
import { byId, byIdAs, fill, onLostFocus } from "./dom.js";
import { listenForDrops } from "./drop.js";
import { FilesIn } from "./files-in.js";
import { newApi } from "./key-asking.js";
import { t, translatePage } from "./language.js";
import { listenForChanges } from "./live.js";
import { NextQuestions } from "./next-questions.js";
import { newestAnswer, onSkip, stepAnswer } from "./reading-place.js";
import { listenForShortcuts, shortcuts } from "./shortcuts.js";
import { offerOperations } from "./offer-operations.js";
import { forget, NEW_THREAD } from "./outbox.js";
import { arrivedWords, endWords } from "./spoken.js";
import { ALIVE, hearTabs, LISTENING } from "./tabs.js";
import { offerThemes } from "./theme-choice.js";
import { deleteThread, offerThreadActions } from "./thread-actions.js";
import { addressOf, revealTurn, threadInAddress } from "./turn-link.js";
import { turnTools } from "./turn-tools.js";
import { AskedView } from "./view-asked.js";
import { Composer } from "./view-composer.js";
import { onPicked } from "./view-files.js";
import { AskDialog } from "./view-dialogs.js";
import { showEmpty, whatToOffer } from "./view-empty.js";
import { LibrarySheet } from "./view-library.js";
import { Announcer, Notice, showHolder } from "./view-notice.js";
import { PassagePanel } from "./view-passage.js";
import { showShortcuts } from "./view-shortcuts.js";
import { ThreadList, titleWords } from "./view-threads.js";
import { TurnsView } from "./view-turns.js";
import { lostWords, troubleWords } from "./words.js";

translatePage(document); // before any part reads what stands there

const TOGETHER_MS = 300;
const DISMISS = { label: t("Dismiss"), run: () => undefined };

const asking = new AskDialog(byIdAs("ask", HTMLDialogElement));
const notice = new Notice(byId("notice"));
const announcer = new Announcer(byId("announcer"));
const empty = byId("empty");
const sidebar = byId("sidebar");

const api = newApi(asking, notice);

const asked = new AskedScope(() => {
  askedView.tell();
  conversation.collection = asked.collection;
});
const askedView = new AskedView(api, asked, () => conversation.threadId);
const passagePanel = new PassagePanel(byIdAs("passage", HTMLDialogElement), api, askOnly);
const threadList = new ThreadList({
  list: byId("threads"),
  more: byId("more-threads"),
  search: byIdAs("thread-search", HTMLInputElement),
  count: byId("thread-count"),
  api,
  confirmDelete: async (threadId) => {
    const isGone = await deleteThread(api, asking, threadId, conversation);
    if (isGone && threadId === conversation.threadId) leaveDeleted();
    return isGone;
  },
  onRetried: (threadId) => {
    if (threadId === conversation.threadId) conversation.look();
    else void goTo(addressOf(threadId));
  },
  onRenamed: (threadId, title) => {
    if (threadId !== conversation.threadId) return;
    conversation.title = title;
    showThread();
  },
  onFail: sayTrouble,
});
const turnsView = new TurnsView(byId("scroller"), byId("turns"), byId("to-newest"), byId("earlier"), {
  openCitation: (turn, citation, opener) => passagePanel.open(turn.citations, citation, opener),
  retry: (key) => void conversation.retry(key),
  edit: (key) => composer.put(files.restore(conversation.takeBack(key))),
  choose: (label, selection) => {
    send(label, selection);
    giveFocus(); // the button goes away and must not take the focus with it
  },
  tools: turnTools({
    api,
    asking,
    current: () => conversation,
    send: (text) => send(text),
    askAll: (text) => (asked.choose(EVERYTHING), send(text)),
    open: (threadId) => void goTo(addressOf(threadId)),
    say: (words) => announcer.say(words),
    onTrouble: sayTrouble,
  }),
  loadEarlier: () => void conversation.loadEarlier().catch((error) => conversation.isLeft || sayTrouble(error)),
});
const nextQuestions = new NextQuestions(byId("next"), api, (question) => {
  send(question);
  giveFocus();
});
const files = new FilesIn(api, {
  current: () => conversation,
  onChange: () => {
    composer.showUploads(files.list);
    library.showUploads(files.library.list);
  },
  onLibrary: () => {
    void library.refresh();
    greet().catch(() => undefined); // only brings the suggestions up to date
  },
  announce: (words) => announcer.say(words),
});

const onFiles = { onDismiss: files.dismiss.bind(files), onResend: files.resend.bind(files) };
/** @type {string | null} */
let shownName = null;
/** The document whose new version is being picked. */
let replaced = "";
let conversation = newConversation(threadInAddress());

const library = new LibrarySheet(byIdAs("library", HTMLDialogElement), api, {
  onAdd: () => byId("library-files").click(),
  onLink: () => void files.addLink(asking, "library"),
  onOpen: (entry, opener) => passagePanel.openDocument(entry, opener),
  onAsk: askOnly,
  onReplace: ({ document_id }) => {
    replaced = document_id;
    byId("replacement").click();
  },
  onDeleted: ({ document_id }) => asked.without(document_id),
  ...onFiles,
  currentThread: () => conversation.threadId,
  confirmDelete: async ({ title }) =>
    (await asking.ask({
      title: t("Delete this document?"),
      text: t("“{title}” is removed for good, and no answer finds it any more. Answers already given stay.", { title }),
      yes: t("Delete"),
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
  onFiles: (picked) => files.add(picked, "thread"),
  onLink: () => void files.addLink(asking, "thread"),
  ...onFiles,
  onDismissDone: () => files.dismissDone(),
});

/** @param {import("./types.js").DocumentEntry} entry the only document that the next messages ask. */
async function askOnly({ document_id, title, collection, thread_id }) {
  if (library.dialog.open) library.dialog.close();
  const opened = conversation;
  const isReached = Boolean(thread_id) || (await askedView.isReached(collection).catch(() => true)); // sending says what is wrong
  if (opened !== conversation) return;
  if (!isReached) await openNew(); // one conversation asks one collection
  asked.choose({ ...EVERYTHING, kind: "documents", documents: [{ id: document_id, title }] });
  composer.focus();
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
      nameHere(addressOf(made));
      composer.moveTo(made);
      asked.moveTo(made, opened.home);
      showThread();
      refreshThreads();
    },
    onEnded: (turn) => {
      if (opened !== conversation) return;
      // The answer is read from the page, so it has to be drawn first.
      requestAnimationFrame(() => requestAnimationFrame(() => announcer.say(endWords(turn, turnsView.textOf(turn.key)))));
      if (turn.phase === "unsent") notice.clear("connection"); // the turn itself says what is wrong
      refreshThreads();
    },
    onOpen: () => opened === conversation && notice.clear("connection"),
    onLost: (error) => opened === conversation && notice.show("connection", lostWords(error)),
    onArrived: (turn) => {
      if (opened !== conversation) return;
      refreshThreads();
      requestAnimationFrame(() => requestAnimationFrame(() => announcer.say(arrivedWords(turn, turnsView.textOf(turn.key)))));
    },
    onGone: (error) => opened === conversation && leaveGone(error),
  });
  return opened;
}

/**
 * @param {string} text
 * @param {import("./types.js").Selection} [selection] the option whose click it is.
 */
function send(text, selection) {
  const going = files.release();
  turnsView.follow();
  void conversation.send(text, going.map(({ name, searchable }) => ({ name, searchable })), selection, asked.only);
}

function showTurns() {
  empty.hidden = conversation.turns.length > 0 || empty.childElementCount === 0;
  turnsView.show(conversation.turns, conversation.earlier > 0);
  nextQuestions.show(conversation);
  composer.setBusy(conversation.isBusy);
  showHolder(notice, conversation);
  if (conversation.name !== shownName) showThread();
}

function showThread() {
  const { threadId, name } = conversation;
  shownName = name;
  const title = threadId === null ? t("New conversation") : titleWords(name);
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
  threadList
    .refresh()
    .then(() => {
      if (opened !== conversation || opened.threadId === null) return;
      opened.title = threadList.titleOf(opened.threadId) ?? opened.title;
      showThread();
    })
    .catch(() => undefined); // the list is a convenience: the conversation itself says what is wrong
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let refreshing;
/** Much happens at once: one look at the list for all of it. That someone listens again is news for an unread list. */
function soonRefreshThreads(/** @type {string} */ threadId) {
  if (threadId === LISTENING) setTimeout(() => threadList.isComing || refreshThreads(), TOGETHER_MS);
  if (threadId === ALIVE || threadId === LISTENING || refreshing !== undefined) return;
  refreshing = setTimeout(() => {
    refreshing = undefined;
    refreshThreads();
  }, TOGETHER_MS);
}

async function open(/** @type {string | null} */ threadId) {
  conversation.close();
  for (const matter of ["trouble", "connection", "person"]) notice.clear(matter);
  if (passagePanel.dialog.open) passagePanel.close();
  if (sidebar.matches(":popover-open")) sidebar.hidePopover();
  conversation = newConversation(threadId);
  files.leave();
  turnsView.clear();
  fill(empty);
  composer.open(threadId ?? NEW_THREAD);
  asked.open(threadId ?? NEW_THREAD);
  showTurns();
  showThread();
  await load();
}

/** At once, not when the address has followed: what is typed meanwhile belongs to the new conversation. */
async function openNew() {
  const loaded = open(null);
  if (threadInAddress() !== null) void goTo("");
  await loaded;
}

async function load() {
  const opened = conversation;
  try {
    await opened.load();
    if (opened !== conversation) return;
    showThread();
    asked.settle(opened.home);
    await revealTurn(opened, turnsView);
    await greet();
  } catch (error) {
    if (opened.isLeft) return;
    const again = () => opened === conversation && void open(threadInAddress());
    if (error instanceof Problem && error.status === 404) leaveGone(error);
    else notice.show("trouble", troubleWords(error), { label: t("Try again"), run: again });
    if (error instanceof Problem && error.passes) comeBack(again);
  }
}

/** @param {unknown} error says that the conversation is not there, or not any more. */
function leaveGone(error) {
  forget(conversation.threadId ?? NEW_THREAD);
  void openNew();
  notice.show("gone", troubleWords(error), DISMISS);
  refreshThreads();
}

/** The open conversation was deleted here. */
function leaveDeleted() {
  threadList.drop(conversation.threadId ?? "");
  forget(conversation.threadId ?? NEW_THREAD);
  announcer.say(t("The conversation was deleted."));
  void openNew();
  refreshThreads();
  giveFocus();
}

/** The focus, where what had it is gone: in the box to write in, which on a phone would open the keyboard. */
function giveFocus(/** @type {Element} */ near = document.body) {
  const dialog = near.closest("dialog[open]");
  const heading = dialog === null && matchMedia("(pointer: coarse)").matches ? byId("thread-title") : null;
  const target = dialog?.querySelector("button") ?? heading;
  if (target instanceof HTMLElement) target.focus();
  else composer.focus();
}

/** What an empty conversation shows; one that has turns needs none of it. */
async function greet() {
  const opened = conversation;
  if (opened.turns.length > 0) return;
  const offered = await whatToOffer(api);
  if (opened !== conversation) return;
  showEmpty(empty, offered, { put: composer.put.bind(composer), ask: send, addFiles: () => byId("library-files").click() });
  showTurns();
}

offerThemes(document.querySelectorAll('input[name="theme"]'));
offerThreadActions({
  api,
  asking,
  current: () => conversation,
  onChanged: () => refreshThreads(),
  onDeleted: () => leaveDeleted(),
  onTrouble: sayTrouble,
});
onPicked(byIdAs("library-files", HTMLInputElement), (picked) => files.add(picked, "library"));
onPicked(byIdAs("replacement", HTMLInputElement), ([file]) => file !== undefined && files.replace(replaced, file));
listenForDrops(byId("drop"), library.dialog, (dropped, target) => files.add(dropped, target));
onLostFocus(giveFocus);
byId("new-thread").addEventListener("click", newThread);
function newThread() {
  void openNew();
  composer.focus();
}
const helpSheet = byIdAs("shortcuts", HTMLDialogElement);
const known = shortcuts({
  search: () => {
    if (getComputedStyle(sidebar).display === "none") sidebar.showPopover();
    byId("thread-search").focus();
  },
  newThread,
  write: () => composer.focus(),
  step: (step) => stepAnswer(byId("turns"), step),
  newest: () => newestAnswer(byId("turns")),
  stop: () => byId("stop").click(),
  help: () => showShortcuts(helpSheet, known),
});
listenForShortcuts(known, () => document.querySelector("dialog:modal") !== null);
byId("open-shortcuts").addEventListener("click", () => showShortcuts(helpSheet, known));
onSkip("skip-to-newest", () => newestAnswer(byId("turns")));
onSkip("skip-to-message", () => composer.focus());
byId("open-library").addEventListener("click", () => {
  if (sidebar.matches(":popover-open")) sidebar.hidePopover();
  library.open();
});
hearTabs(soonRefreshThreads);
listenForChanges(api);
closeOnBack(sidebar, () => sidebar.hidePopover());
for (const sheet of [library.dialog, helpSheet, byIdAs("asked", HTMLDialogElement), byIdAs("todo", HTMLDialogElement), asking.dialog]) closeOnBack(sheet, () => sheet.close());
offerOperations(api, byId("open-operations"));
window.addEventListener("offline", () => notice.show("offline", t("You are offline. What you write is kept, and sent when you are back.")));
window.addEventListener("online", () => {
  notice.clear("offline");
  conversation.resendLost();
  refreshThreads();
});
window.addEventListener("hashchange", () => {
  if (threadInAddress() !== conversation.threadId) void open(threadInAddress());
  else void revealTurn(conversation, turnsView).catch(sayTrouble);
});
composer.open(conversation.threadId ?? NEW_THREAD);
asked.open(conversation.threadId ?? NEW_THREAD);
showThread();
refreshThreads();
void load();
