// The history: each row has a menu, and can be swiped to the left; deletions can be undone. Other modules fold repeats,
// name the days, search, show scans under way, and remember the view and the place.

import { addDeletion, isDeleted, onUndo, showDeletions, tell } from "./deleted.js";
import { followEdits } from "./changing.js";
import { changeStatus } from "./details.js";
import { setSetting, setting } from "./device.js";
import { box, ids, isEmpty, rowOf, setOut } from "./finds.js";
import { searchAgain } from "./find.js";
import { addMenus } from "./menu.js";
import { followView, keepPlace } from "./history-place.js";
import { showScans } from "./running.js";
import { followSelection } from "./selection.js";
import { post } from "./server.js";
import { addSwipes, closeRow } from "./swipe.js";
import { words } from "./words.js";

const root = document.documentElement;
const STATUSES = { want: "status.want", have: "status.have", heard: "status.heard" };

if (box) {
  // A find on this page may have been deleted on another page.
  takeOutDeleted();
  addEventListener("pageshow", (event) => event.persisted && takeOutDeleted());
  addMenus(box);
  addSwipes(box, () => root.dataset.view === "wall", remove);
  box.addEventListener("submit", (event) => {
    event.preventDefault();
    const row = event.target.closest("[data-find]");
    if (event.target.action.endsWith("/delete")) remove(row);
    else mark(row, event.target, event.submitter);
  });
  showEmptiness();
  // People who speak to their computer can switch the search key off in the settings (WCAG 2.1.4).
  keepPlace({ hides: isDeleted, hasKey: setting("search-key") !== "off" });
  followSelection();
  followEdits(showWaiting);
}
showDeletions();
showScans();

/** The browser may also show this page again from its memory. */
function takeOutDeleted() {
  const gone = ids().filter((id) => isDeleted(id) && rowOf(id).isConnected);
  if (!gone.length) return;
  setOut(gone, true);
  gone.forEach(offerReturn);
  searchAgain();
  showEmptiness();
}

/** Gives the find of a row a status, which the row shows. */
async function mark(row, form, button) {
  const status = await changeStatus(form, button.value, row.querySelector(".title").textContent);
  if (status !== null) row.querySelector(".slide .status").textContent = status ? button.textContent : "";
}

/** The rows of finds whose new status is not sent yet show it. */
function showWaiting(edits) {
  for (const one of box.querySelectorAll("[data-unsent]")) delete one.dataset.unsent;
  for (const { find, fields, state } of edits) {
    const shown = rowOf(find)?.querySelector(".slide .status");
    if (!shown || state === "refused" || !("status" in fields)) continue;
    shown.textContent = words(STATUSES[fields.status] ?? "");
    shown.dataset.unsent = words("edits.unsent");
  }
}

/** Deletes the find of a row. If it was focused, the focus goes to Undo. */
async function remove(row) {
  const find = row.dataset.find;
  const hadFocus = row.contains(document.activeElement);
  closeRow();
  setOut([find], true);
  offerReturn(find);
  searchAgain();
  showEmptiness();
  try {
    await post(`finds/${find}/delete`);
  } catch (error) {
    putBack(find);
    return tell(...error.content);
  }
  const undo = addDeletion(find, row.querySelector(".title").textContent);
  if (hadFocus) undo.focus({ preventScroll: true });
}

function putBack(find) {
  setOut([find], false);
  searchAgain();
  showEmptiness();
}

/** Undo in the bar puts the row back. */
function offerReturn(find) {
  onUndo(find, () => {
    putBack(find);
    const row = rowOf(find);
    const fold = row.closest(".fold");
    if (fold) fold.open = true;
    row.querySelector(".find").focus();
  });
}

/** After the last find is deleted, the first page explains how to begin. */
function showEmptiness() {
  const empty = document.querySelector(".empty");
  if (empty) empty.hidden = !isEmpty();
}

followView((view) => {
  closeRow();
  setSetting("history-view", view);
});
