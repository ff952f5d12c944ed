// The status that the rows of the history show. This page may know a newer status than its HTML: a status that waits in
// this browser, or one that was sent while the page was open.

import { rowsOf } from "./finds.js";
import { words } from "../shared/words.js";

const NAMES = { want: () => words("status.want"), have: () => words("status.have"), heard: () => words("status.heard") };

/** A person has heard a record, and has read a book. */
const textOf = (status, isBook) => (status === "heard" && isBook ? words("status.read") : NAMES[status]?.() ?? "");

/** The status of finds, by their ids: those that were sent from here, and those that wait. */
const sent = new Map();
let waiting = new Map();

/** The status that each row showed at first. */
const made = new WeakMap();

/** Shows the newest status of a row's find. */
export function showStatus(row) {
  const place = row.querySelector(".slide .status");
  if (!made.has(row)) made.set(row, place.textContent);
  const find = row.dataset.find;
  const known = waiting.get(find) ?? sent.get(find);
  const isBook = row.querySelector(".find").pathname.startsWith("/book/");
  const text = known === undefined ? made.get(row) : textOf(known, isBook);
  if (place.textContent !== text) place.textContent = text;
  if (waiting.has(find)) place.dataset.unsent = words("edits.unsent");
  else delete place.dataset.unsent;
}

/** Shows a status that has reached the server. */
export function noteStatus(find, status) {
  sent.set(find, status);
  rowsOf(find).forEach(showStatus);
}

/** Shows the statuses that wait. `change` tells which change was sent or removed. */
export function showWaiting(edits, change) {
  const before = waiting;
  const own = edits.filter(({ fields, state }) => state !== "refused" && "status" in fields);
  waiting = new Map(own.map(({ find, fields }) => [find, fields.status]));
  if (change?.sent && "status" in change.sent) sent.set(change.find, change.sent.status);
  for (const find of new Set([...before.keys(), ...waiting.keys()])) rowsOf(find).forEach(showStatus);
}
