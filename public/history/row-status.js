// The details that the rows of the history show: status, own rating and *public*. This page may know newer ones than
// its HTML: a status that waits in this browser, or details that were sent while the page was open.

import { rowsOf } from "./finds.js";
import { shownRating } from "./results.js";
import { words } from "../shared/words.js";

const NAMES = { want: () => words("status.want"), have: () => words("status.have"), heard: () => words("status.heard") };

/** A person has heard a record, and has read a book. */
const textOf = (status, isBook) => (status === "heard" && isBook ? words("status.read") : NAMES[status]?.() ?? "");

/** The details of finds that were sent from here, by the ids of the finds, and the statuses that wait. */
const sent = new Map();
let waiting = new Map();

/** The details that each row showed at first, as texts. */
const made = new WeakMap();

/** Whether the pages of the household say which finds are public. */
const saysPublic = Boolean(document.querySelector("template#result")?.content.querySelector(".public"));

/** Shows the newest details of a row's find. */
export function showDetails(row) {
  const field = row.querySelector(".slide .status");
  const part = (name) => field.parentElement.querySelector(name)?.textContent ?? "";
  if (!made.has(row)) {
    made.set(row, { status: field.textContent, ownRating: part(".own-rating span"), isPublic: part(".public") });
  }
  const find = row.dataset.find;
  const known = { ...made.get(row), ...sent.get(find)?.(row) };
  if (waiting.has(find)) known.status = textOf(waiting.get(find), isBook(row));
  if (field.textContent !== known.status) field.textContent = known.status;
  if (waiting.has(find)) field.dataset.unsent = words("edits.unsent");
  else delete field.dataset.unsent;
  if (part(".own-rating span") !== known.ownRating) showOwnRating(field, known.ownRating);
  if (part(".public") !== known.isPublic) showPublic(field, known.isPublic);
}

const isBook = (row) => row.querySelector(".find").pathname.startsWith("/book/");

function showOwnRating(field, rating) {
  field.parentElement.querySelector(".own-rating")?.remove();
  if (!rating) return;
  const number = document.createElement("span");
  number.textContent = rating;
  field.after(" ", part("own-rating", words("history.own-rating"), " ", number));
}

function showPublic(field, name) {
  field.parentElement.querySelector(".public")?.remove();
  if (name) field.parentElement.append(" ", part("public", name));
}

function part(name, ...content) {
  const part = document.createElement("span");
  part.className = name;
  part.append(...content);
  return part;
}

/** Shows a status that has reached the server. */
export const noteStatus = (find, status) => noteDetails([find], { status });

/** Shows details that have reached the server, given as the fields of a form. Returns a function that takes them back. */
export function noteDetails(finds, fields) {
  const before = new Map(finds.map((find) => [find, sent.get(find)]));
  const show = () => finds.forEach((find) => rowsOf(find).forEach(showDetails));
  for (const find of finds) {
    sent.set(find, (row) => ({ ...before.get(find)?.(row), ...detailsOf(fields, row) }));
  }
  show();
  return () => {
    for (const [find, old] of before) sent[old ? "set" : "delete"](find, old);
    show();
  };
}

/** The texts of the details that the fields set. The rule of the public log decides about an undecided find. */
function detailsOf(fields, row) {
  const details = {};
  if ("status" in fields) details.status = textOf(fields.status, isBook(row));
  if ("own-rating" in fields) details.ownRating = shownRating(Math.round(Number(fields["own-rating"]) * 10));
  if (saysPublic && fields.public === "yes") details.isPublic = words("history.public");
  if (saysPublic && fields.public === "no") details.isPublic = "";
  return details;
}

/** Shows the statuses that wait. `change` tells which change was sent or removed. */
export function showWaiting(edits, change) {
  const before = waiting;
  const own = edits.filter(({ fields, state }) => state !== "refused" && "status" in fields);
  waiting = new Map(own.map(({ find, fields }) => [find, fields.status]));
  if (change?.sent && "status" in change.sent) noteStatus(change.find, change.sent.status);
  for (const find of new Set([...before.keys(), ...waiting.keys()])) rowsOf(find).forEach(showDetails);
}
