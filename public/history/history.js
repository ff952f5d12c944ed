// The history: each row of the page and of the search's results has a menu, and can be swiped to the left; deletions
// can be undone. Other modules fold repeats, name the days, search, show scans under way, and remember the view and the
// position.

import { addDeletion, addDeletions, isDeleted, onUndo, showDeletions, tell, tellChange } from "../shared/deleted.js";
import { followEdits } from "../shared/changing.js";
import { changeStatus } from "../shared/details.js";
import { setSetting, setting } from "../shared/device.js";
import { boxes, ids, isEmpty, isListed, setOut, shownRow } from "./finds.js";
import { foundFinds, searchAgain } from "./find.js";
import { addMenu, followMenus } from "./menu.js";
import { followView, keepPosition } from "./history-place.js";
import { noteDetails, noteStatus, showDetails, showWaiting } from "./row-status.js";
import { showScans } from "./running.js";
import { followSelection, isSelecting, selectAs, selectShown, undoEdits } from "./selection.js";
import { post } from "../shared/server.js";
import { addSwipes, closeRow } from "./swipe.js";
import { words } from "../shared/words.js";

const root = document.documentElement;

/** Finds that are deleted here. The results leave them out before the server has answered. */
const out = new Set();

/** Whether the window has room for the filters beside the history (history.css). */
const isWide = matchMedia("(min-width: 1000px)");
let ways = null;
isWide.addEventListener("change", () => ways && showWays(...ways));

if (boxes.length) {
  // A find on this page may have been deleted on another page.
  onUndo(putBack);
  takeOutDeleted();
  addEventListener("pageshow", (event) => event.persisted && takeOutDeleted());
  for (const box of boxes) {
    for (const details of box.querySelectorAll(".more")) addMenu(details);
    box.addEventListener("submit", submitted);
  }
  followMenus(boxes);
  addSwipes(boxes, () => root.dataset.view === "wall" || isSelecting(), remove);
  followSelection(() => foundFinds() ?? ids().filter(isListed), edited);
  showEmptiness();
  keepPosition({
    hides: (find) => out.has(find) || isDeleted(find),
    dresses: dress,
    draws: selectShown,
    facets: showWays,
    // People who speak to their computer can switch the search key off in the settings (WCAG 2.1.4).
    hasKey: setting("search-key") !== "off",
    sort: setting("history-sort"),
    sorts: (order) => setSetting("history-sort", order === "date" ? null : order),
  });
  followEdits(showWaiting);
}
showDeletions();
showScans();

/**
 * Shows the other ways through the history: the filters beside a wide window, or the scrubber of a phone. Each of the two
 * scripts is loaded when a window first has room for it. `search` has the arguments of `showRail`.
 */
async function showWays(...search) {
  ways = search;
  const loaded = await (isWide.matches ? import("./rail.js") : import("./scrubber.js")).catch(() => null);
  loaded?.showRail?.(...ways);
  loaded?.showScrubber?.(ways[0].months);
}

/** Completes a new row of the results. */
function dress(row, { title }) {
  const details = row.querySelector(".more");
  details.firstElementChild.setAttribute("aria-label", words("history.actions", { title }));
  addMenu(details);
  selectAs(row, `${words("history.select-find")}: ${title}`);
  showDetails(row);
}

/** Shows a change of the selected finds, and offers Undo. */
function edited({ finds, fields, edits }) {
  if (fields.delete) return removed(finds, edits);
  const takeBack = noteDetails(finds, fields);
  const count = finds.length;
  tellChange(words(count === 1 ? "selection.changed.one" : "selection.changed", { count }), async () => {
    try {
      await undoEdits(edits);
    } catch (error) {
      return tell(...error.content);
    }
    takeBack();
    tell(words("selection.undone"));
  });
}

/** Takes out finds that were deleted together. */
function removed(finds, edits) {
  if (!finds.length) return;
  setAllOut(finds, true);
  addDeletions(finds, edits).focus({ preventScroll: true });
}

/** Takes finds out of the page that were deleted on another page. */
function takeOutDeleted() {
  const gone = ids().filter((id) => isDeleted(id) && isListed(id));
  if (!gone.length) return;
  setOut(gone, true);
  searchAgain();
  showEmptiness();
}

function submitted(event) {
  event.preventDefault();
  const row = event.target.closest("[data-find]");
  if (event.target.action.endsWith("/delete")) remove(row);
  else giveStatus(row, event.target, event.submitter);
}

/** Gives the find of a row a status. If the change waits for a connection, `followEdits` shows the status. */
async function giveStatus(row, form, button) {
  const changed = await changeStatus(form, button.value, row.querySelector(".title").textContent);
  if (changed?.isSent) noteStatus(row.dataset.find, changed.status);
}

/** Deletes the find of a row. Undo gets the focus that the row had. */
async function remove(row) {
  const find = row.dataset.find;
  const hadFocus = row.contains(document.activeElement);
  closeRow();
  setAllOut([find], true);
  try {
    await post(`finds/${find}/delete`);
  } catch (error) {
    setAllOut([find], false);
    return tell(...error.content);
  }
  const undo = addDeletion(find, row.querySelector(".title").textContent);
  if (hadFocus) undo.focus({ preventScroll: true });
}

/** Takes finds out of the page and the results, or puts them back. */
function setAllOut(finds, isOut) {
  for (const find of finds) out[isOut ? "add" : "delete"](find);
  setOut(finds, isOut);
  searchAgain();
  selectShown();
  showEmptiness();
}

/** Puts the finds of a deletion back. Returns false if one of them belongs to another page of the history. */
function putBack(finds) {
  const known = new Set([...ids(), ...out]);
  if (!finds.every((find) => known.has(find))) return false;
  setAllOut(finds, false);
  const row = finds.length === 1 ? shownRow(finds[0]) : null;
  openAround(row);
  row?.querySelector(".find").focus();
  return true;
}

/** Opens the fold and the shelf that contain a row. */
function openAround(row) {
  for (let one = row?.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
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
