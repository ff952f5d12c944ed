// Selecting finds of the history. The form of the page becomes a bar at the foot of the window, with the number of
// selected finds, the whole list, and the changes. Only finds of the list that is shown are changed, because a change
// must not reach finds that the user cannot see. Without script, the form is above the finds.

import { tell } from "../shared/deleted.js";
import { boxes } from "./finds.js";
import { addActions, closeActions } from "./selection-actions.js";
import { post, postForm } from "../shared/server.js";
import { followHolding } from "./swipe.js";
import { words } from "../shared/words.js";

/** The most finds of one request. Source: docs/limits.md. */
const LIMIT = 1000;

/** The space between the bar and an element with the focus, in pixels. */
const GAP = 44;

/** The number of rows that change in one frame. */
const SLICE = 16;

const page = document.documentElement;
const form = document.querySelector("#selection");
const begin = document.querySelector(".tools .select");

/** The ids of the selected finds, and of those among them that the visible list has. */
const chosen = new Set();
let shown = [];

/** Gives the ids of the finds of the visible list. */
let listed = () => [];

/** The element that gets the focus when the selection ends, and the last tapped row. */
let [origin, last] = [begin, null];
let all = null;

/** The number of the newest call of `drawRows`; an older one stops. */
let drawing = 0;

export const isSelecting = () => page.dataset.selecting !== undefined;

/** `list()` gives the ids of the finds of the visible list; `edited(edit)` shows a change that the server has made. */
export function followSelection(list, edited) {
  if (!form || !begin) return;
  listed = list;
  document.querySelector(".selection").remove();
  document.querySelector("main").append(form);
  form.classList.add("selection-bar");
  form.hidden = true;
  begin.setAttribute("aria-pressed", "false");
  form.prepend(head());
  addActions(form);
  begin.addEventListener("click", () => (isSelecting() ? end() : start(begin)));
  form.addEventListener("submit", (event) => send(event, edited));
  // A browser restores the boxes of a page that is loaded again.
  addEventListener("pageshow", check);
  new ResizeObserver(makeRoom).observe(form);
  addEventListener("focusin", keepInView);
  for (const box of boxes) followBox(box);
  followHolding(boxes, isSelecting, (row) => {
    start(row.querySelector(".find"));
    choose(row.querySelector(".pick"), true);
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !isSelecting()) return;
    if (!closeActions(form)) end();
  });
}

/**
 * Keeps the page and its message above the bar. The properties are not inherited: a variable of the page would make the
 * browser compute the styles of all rows again.
 */
function makeRoom() {
  const height = form.offsetHeight;
  const room = (more) => (height ? `${height + more}px` : "");
  document.querySelector("main").style.setProperty("margin-bottom", room(0));
  document.querySelector(".toast")?.style.setProperty("bottom", room(11));
}

/**
 * Keeps an element with the focus of the keyboard above the bar. `scroll-padding-bottom` of the page would do the same,
 * but its change makes the browser compute the styles of all rows again.
 */
function keepInView({ target }) {
  if (!isSelecting() || target.closest?.(".selection-bar, .toast") || !target.matches?.(":focus-visible")) return;
  const covered = target.getBoundingClientRect().bottom + GAP - form.getBoundingClientRect().top;
  if (covered > 0) scrollBy({ top: covered, behavior: "instant" });
}

/** The first line of the bar: the close button, the number, and the button for the whole list. */
function head() {
  const head = document.createElement("div");
  const close = document.createElement("button");
  all = document.createElement("button");
  head.className = "selection-head";
  close.className = "close-selection";
  all.className = "button";
  close.type = all.type = "button";
  close.setAttribute("aria-label", words("history.close"));
  close.addEventListener("click", end);
  all.addEventListener("click", chooseAll);
  head.append(close, form.querySelector(".selected"), all);
  return head;
}

function start(from) {
  origin = from;
  page.dataset.selecting = "";
  selectShown();
  begin.setAttribute("aria-pressed", "true");
  form.hidden = false;
}

/**
 * Ends the selection. The page stays where it is, and the focus returns to its former element. The focus moves before
 * the rows change, because the browser would otherwise compute the styles of all rows for it.
 */
function end() {
  if (form.contains(document.activeElement)) {
    (origin.checkVisibility() ? origin : begin).focus({ preventScroll: true });
  }
  delete page.dataset.selecting;
  chosen.clear();
  last = null;
  selectShown();
  begin.setAttribute("aria-pressed", "false");
  form.hidden = true;
  closeActions(form);
}

function followBox(box) {
  box.addEventListener("change", (event) => {
    if (event.target.matches(".pick")) choose(event.target, event.target.checked);
  });
  // While finds are selected, a tap on a row selects its find. With Shift, it selects all rows since the last tap.
  box.addEventListener("click", (event) => {
    const pick = isSelecting() && event.target.closest(".slide")?.querySelector(".pick");
    if (!pick) return;
    if (event.shiftKey && last) {
      event.preventDefault();
      chooseRange(box, pick);
    } else if (event.target.closest(".find")) {
      event.preventDefault();
      choose(pick, !chosen.has(idOf(pick)));
    }
  }, true);
}

const idOf = (pick) => pick.closest("[data-find]").dataset.find;

function choose(pick, isChosen) {
  last = pick;
  chosen[isChosen ? "add" : "delete"](idOf(pick));
  check();
}

function chooseRange(box, pick) {
  const picks = [...box.querySelectorAll(".pick")].filter((one) => one.checkVisibility());
  const [one, other] = [picks.indexOf(last), picks.indexOf(pick)].sort((a, b) => a - b);
  for (const each of picks.slice(Math.max(one, 0), other + 1)) chosen.add(idOf(each));
  last = pick;
  // The browser toggles the box of a click only after the listeners have run.
  setTimeout(check);
}

function chooseAll() {
  const isWhole = shown.every((id) => chosen.has(id));
  for (const id of shown) chosen[isWhole ? "delete" : "add"](id);
  check();
}

/** A new row of the results is selected if its find is. */
export function selectAs(row, label) {
  row.querySelector(".pick").setAttribute("aria-label", label);
  drawRow(row);
}

/** Follows a change of the visible list. */
export function selectShown() {
  if (!form) return;
  shown = isSelecting() ? listed() : [];
  check();
}

/** Shows what is selected. The rows come first, because the browser knows their positions until something else changes. */
function check() {
  drawRows();
  if (!all) return;
  const count = shown.filter((id) => chosen.has(id)).length;
  write(form.querySelector(".selected"), words(count === 1 ? "selection.one" : "selection.count", { count }));
  write(all, words("selection.all", { count: shown.length }));
  all.setAttribute("aria-pressed", String(count > 0 && count === shown.length));
  for (const button of form.querySelectorAll(".actions button, button:not([type])")) button.disabled = count === 0;
}

/**
 * Shows or hides the circles of the rows, and marks the selected finds. The rows in the window change at once, and the
 * others in the next frames: the new styles of all rows in one frame would block the page.
 */
async function drawRows() {
  drawing += 1;
  const own = drawing;
  const rows = boxes.flatMap((box) => [...box.querySelectorAll("[data-find]")]).filter(isOutdated);
  if (rows.length > SLICE) {
    const first = rows.findIndex((row) => row.getBoundingClientRect().bottom > 0);
    rows.push(...rows.splice(0, Math.max(first, 0)));
  }
  while (rows.length) {
    rows.splice(0, SLICE).forEach(drawRow);
    if (rows.length) await new Promise(requestAnimationFrame);
    if (own !== drawing) return;
  }
}

const isOutdated = (row) => row.classList.contains("choosing") !== isSelecting()
  || row.querySelector(".pick").checked !== chosen.has(row.dataset.find);

function drawRow(row) {
  row.classList.toggle("choosing", isSelecting());
  row.querySelector(".pick").checked = chosen.has(row.dataset.find);
}

const write = (element, text) => { if (element.textContent !== text) element.textContent = text; };

/** Sends the change of the pressed button for the selected finds of the list, in requests of at most `LIMIT` finds. */
async function send(event, edited) {
  event.preventDefault();
  const finds = shown.filter((id) => chosen.has(id));
  const fields = fieldsOf(event.submitter);
  if (!finds.length || !Object.keys(fields).length) return;
  const edit = { finds: [], fields, edits: [] };
  form.inert = true;
  try {
    for (const some of inRequests(finds)) {
      const names = some.map((id) => [`find-${id}`, "1"]);
      const answer = await postForm(form, new URLSearchParams([...Object.entries(fields), ...names]));
      edit.edits.push(answer.edit);
      edit.finds.push(...answer.changed);
    }
  } catch (error) {
    tell(...error.content);
  }
  form.inert = false;
  if (!edit.edits.length) return;
  closeActions(form);
  if (fields.delete) end();
  edited(edit);
}

/** The finds in groups of at most `LIMIT`: one for each request. */
export function inRequests(finds) {
  return Array.from({ length: Math.ceil(finds.length / LIMIT) }, (_, at) => finds.slice(at * LIMIT, (at + 1) * LIMIT));
}

/** The fields with a value, and the pressed button. */
function fieldsOf(button) {
  if (button?.name) return { [button.name]: button.value };
  return Object.fromEntries([...form.querySelectorAll("input")]
    .filter((one) => one.value.trim()).map((one) => [one.name, one.value]));
}

/** Takes edits back, the newest first. Throws a Refused as `post` does. */
export async function undoEdits(edits) {
  for (const edit of edits.toReversed()) await post(`edits/${edit}/undo`);
}
