// The half-sheet of one item: the content of its row, at the foot of the window. The row has every form already, so the
// sheet shows a copy of it.

import { words } from "../shared/words.js";

/** The sheet closes if its handle is pulled down by more than this, in CSS pixels. */
const PULL = 70;

const main = document.querySelector("main[data-scan]");
const sheet = document.createElement("dialog");
const body = document.createElement("div");
const said = document.createElement("p");
let number = null;
let onMove = () => null;

/** Prepares the sheet. `move(number)` is called for *Move box*. */
export function prepareSheet(move) {
  onMove = move;
  sheet.className = "sheet";
  sheet.setAttribute("aria-labelledby", "sheet-title");
  body.className = "sheet-body";
  said.className = "errand";
  said.setAttribute("role", "status");
  said.hidden = true;
  sheet.append(handle(), said, body);
  document.body.append(sheet);
  sheet.addEventListener("close", giveFocusBack);
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
}

/** Shows an item. `isEditing` opens the form of its details. */
export function openSheet(item, isEditing = false) {
  number = item;
  said.hidden = true;
  fill();
  if (!sheet.open) sheet.showModal();
  if (isEditing) edit();
}

export const closeSheet = () => sheet.open && sheet.close();
export const isSheetOpen = () => sheet.open;

/** Shows a sentence in the open sheet: behind a modal dialog, a screen reader hears no other region. */
export function sayInSheet(content, isFailure) {
  said.className = isFailure ? "errand failed" : "errand";
  said.replaceChildren(...content);
  said.hidden = !content.length;
}

/** Shows the present row of the item after a change. A form that the reader is filling in stays. */
export function renewSheet(isSaved) {
  if (!sheet.open) return;
  if (!row()) return sheet.close();
  if (!isSaved && sheet.querySelector("details[open]")) return;
  const role = document.activeElement?.dataset.focus;
  fill();
  (sheet.querySelector(role ? `[data-focus="${role}"]` : ".act") ?? sheet.querySelector("button"))?.focus();
}

const row = () => main.querySelector(`#item-${number}`);

function fill() {
  const copy = row().cloneNode(true);
  for (const element of copy.querySelectorAll("[id]:not(clipPath)")) element.removeAttribute("id");
  // A clip path in a hidden row has no effect, so the picture of the sheet has its own.
  copy.querySelector("clipPath")?.setAttribute("id", "sheet-clip");
  copy.querySelector("image")?.setAttribute("clip-path", "url(#sheet-clip)");
  copy.querySelector("details")?.removeAttribute("open");
  const title = Object.assign(document.createElement("h2"), { id: "sheet-title", className: "title" });
  title.append(...copy.querySelector(".open").childNodes);
  copy.querySelector(".title").replaceWith(title);
  copy.querySelector(".review")?.addEventListener("click", (event) => {
    event.preventDefault();
    event.stopPropagation();
    edit();
  });
  if (main.querySelector(`#box-${number}`)) copy.querySelector(".more")?.append(moveButton());
  body.className = `sheet-body ${copy.className}`;
  body.replaceChildren(...copy.childNodes);
}

function edit() {
  const details = sheet.querySelector("details");
  details.open = true;
  details.querySelector("[name=title]").focus();
}

function moveButton() {
  const button = Object.assign(document.createElement("button"), {
    type: "button", className: "button", textContent: words("shelf.items.move"),
  });
  button.addEventListener("click", () => {
    const item = number;
    sheet.close();
    onMove(item);
  });
  return button;
}

/** The handle: a button that closes the sheet. A pull down does the same. */
function handle() {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "handle" });
  button.setAttribute("aria-label", words("shelf.items.close"));
  let start = null;
  button.addEventListener("click", () => sheet.close());
  button.addEventListener("pointerdown", (event) => {
    start = event.clientY;
    button.setPointerCapture(event.pointerId);
  });
  button.addEventListener("pointermove", (event) => {
    if (start !== null) sheet.style.setProperty("transform", `translateY(${Math.max(0, event.clientY - start)}px)`);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    button.addEventListener(name, (event) => {
      const isPulled = name === "pointerup" && start !== null && event.clientY - start > PULL;
      start = null;
      sheet.style.removeProperty("transform");
      if (isPulled) sheet.close();
    });
  }
  return button;
}

/** The browser returns the focus only if the element is still in the page. */
function giveFocusBack() {
  if (main.contains(document.activeElement)) return;
  const selectors = main.dataset.view === "list"
    ? [`#item-${number} .open`, `#box-${number}`] : [`#box-${number}`, `#item-${number} .open`];
  const element = [...selectors, ".notices button", "h1"].map((selector) => main.querySelector(selector)).find(isShown);
  element?.focus({ preventScroll: true });
}

const isShown = (element) => element?.checkVisibility?.() ?? Boolean(element);
