// The finds that were deleted in this tab, alone or together, each deletion with Undo: a bar at the foot of the page.
// The list is stored in the tab's session, so it survives a change to another page of the history.

import { post } from "./server.js";
import { words } from "./words.js";

const KEY = "albumscan.deleted";
const NOTE = "albumscan.restored";

/** Puts finds back into this page. Returns false if the page lacks one of them. */
let putBack = () => false;

const bar = document.createElement("div");
bar.className = "toast";
bar.setAttribute("role", "status");
bar.setAttribute("aria-atomic", "false");
document.querySelector("main").append(bar);

/**
 * The list, newest first: `{ find, title }` for one find, `{ find, finds, edits }` for several, of which `find` is the
 * first. The storage may be forbidden or contain anything.
 */
function deletions() {
  try {
    const list = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list.filter(isWhole) : [];
  } catch {
    return memory;
  }
}

const isID = (text) => /^[0-9a-z]{26}$/.test(text);
const isWhole = (one) => isID(one?.find)
  && (typeof one.title === "string" || [one.finds, one.edits].every((list) => Array.isArray(list) && list.every(isID)));

let memory = [];

function keep(list) {
  memory = list;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list));
  } catch { /* Then the list lasts as long as the page. */ }
}

export const isDeleted = (find) => deletions().some((one) => one.find === find || one.finds?.includes(find));

/** Adds a find to the bar, once the server has deleted it; returns its Undo button. */
export function addDeletion(find, title) {
  return add({ find, title: short(title) });
}

/** Does the same for several finds, which the server has deleted with the edits `edits`. */
export function addDeletions(finds, edits) {
  return add({ find: finds[0], finds, edits });
}

function add(deletion) {
  keep([deletion, ...deletions().filter((one) => one.find !== deletion.find)]);
  show();
  return bar.querySelector(".deletion button");
}

/** Registers the function with which Undo puts the finds of a deletion back into the page. */
export function onUndo(returning) {
  putBack = returning;
}

/** Says that something changed, with Undo: `undo` takes it back. */
export function tellChange(sentence, undo) {
  tell(sentence, button(words("history.undo"), "undo", undo), button(words("history.close"), "close-bar", () => tell()));
}

/**
 * Shows a sentence, as texts and elements, for five seconds. A sentence with a link or a button stays until the next
 * sentence.
 */
export function tell(...sentence) {
  bar.querySelector(".note")?.remove();
  if (!sentence.length) return;
  const note = document.createElement("p");
  note.className = "note";
  note.append(...sentence);
  bar.prepend(note);
  if (!note.querySelector("a, button")) setTimeout(() => note.remove(), 5000);
}

/** Shows the deletions of this tab's session. Each page of the history calls it once. */
export function showDeletions() {
  show();
  addEventListener("pageshow", show);
  try {
    const note = sessionStorage.getItem(NOTE);
    sessionStorage.removeItem(NOTE);
    if (note) tell(note);
  } catch { /* No storage, no note. */ }
}

/** Adds and removes only changed lines, so that a screen reader reads only the new line. */
function show() {
  const list = deletions();
  for (const line of bar.querySelectorAll(".deletion")) {
    if (!list.some((one) => one.find === line.dataset.find)) line.remove();
  }
  for (const one of list.toReversed()) {
    if (bar.querySelector(`[data-find="${one.find}"]`)) continue;
    const first = bar.querySelector(".deletion");
    first ? first.before(line(one)) : bar.prepend(line(one));
  }
  const close = bar.querySelector(":scope > .close-bar");
  if (list.length === 0) close?.remove();
  else if (!close) bar.append(button(words("history.close"), "close-bar", () => { keep([]); show(); }));
}

function line(deletion) {
  const { find, title, finds } = deletion;
  const line = document.createElement("div");
  line.className = "deletion";
  line.dataset.find = find;
  const text = document.createElement("span");
  const count = finds?.length;
  text.textContent = finds ? words(count === 1 ? "selection.deleted.one" : "selection.deleted", { count })
    : words("history.deleted", { title });
  const undo = button(words("history.undo"), "", () => restore(deletion));
  if (!finds) undo.setAttribute("aria-label", words("history.undo-title", { title }));
  line.append(text, undo);
  return line;
}

function button(label, name, action) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = name;
  button.textContent = label;
  button.addEventListener("click", action);
  return button;
}

async function restore({ find, title, finds, edits }) {
  try {
    for (const edit of edits?.toReversed() ?? []) await post(`edits/${edit}/undo`);
    if (!edits) await post(`finds/${find}/undelete`);
  } catch (error) {
    return tell(...error.content);
  }
  keep(deletions().filter((one) => one.find !== find));
  show();
  if (putBack(finds ?? [find])) return tell(words(finds ? "selection.undone" : "history.back"));
  await listed(find);
  const note = finds ? words("selection.undone") : words("history.title-back", { title });
  try { sessionStorage.setItem(NOTE, note); } catch { /* No storage, no note. */ }
  location.reload();
}

/** Waits at most five seconds until this page has the find again. The find may belong to another month's page. */
async function listed(find) {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await fetch(location.pathname, { cache: "reload" }).catch(() => null);
    if (answer?.ok && (await answer.text()).includes(`data-find="${find}"`)) return;
    await new Promise((done) => setTimeout(done, 250));
  }
}

/** The title, shortened to fit into a line of the bar. */
function short(title) {
  const letters = [...title];
  return letters.length > 60 ? `${letters.slice(0, 59).join("").trimEnd()}…` : title;
}
