// Fingers on a row of the history. A swipe to the left shows a red button; a swipe past half of the row deletes the find
// at once. One row is open at a time. A long press selects the find. A mouse and the keyboard use the row's menu, and the
// button that begins the selection.

import { vibrate } from "../shared/server.js";
import { words } from "../shared/words.js";

const WIDTH = 96;

/**
 * The swipe under way: its row and slide, its first point, the slide's first and present shift, and half of its width.
 */
let swipe = null;
let openRow = null;
let bin = null;

/** Calls `remove(row)` for a row in `boxes` that is swiped away. Nothing moves while `isOff()`. */
export function addSwipes(boxes, isOff, remove) {
  bin = makeBin(() => remove(bin.parentElement));
  for (const box of boxes) followSwipes(box, isOff, remove);
  addEventListener("pointerdown", (event) => { if (openRow && !openRow.contains(event.target)) closeRow(); });
  addEventListener("keydown", (event) => { if (event.key === "Escape") closeRow(); });
}

function followSwipes(box, isOff, remove) {
  box.addEventListener("pointerdown", (event) => {
    const slide = event.target.closest(".slide");
    if (event.pointerType === "mouse" || !event.isPrimary || !slide || isOff()) return;
    const row = slide.parentElement;
    const base = row === openRow ? -WIDTH : 0;
    swipe = { row, slide, x: event.clientX, y: event.clientY, base, shift: base, isSwipe: false };
  });
  box.addEventListener("pointermove", follow);
  box.addEventListener("pointerup", () => end(remove));
  box.addEventListener("pointercancel", () => end(null));
  // The tap that ends a swipe, or closes an open row, is not a tap on the link.
  box.addEventListener("click", (event) => {
    const row = event.target.closest(".slide")?.parentElement;
    if (!row || !row.matches(".open, .dragged")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!row.matches(".dragged")) closeRow();
  }, true);
}

function makeBin(action) {
  const bin = document.createElement("button");
  bin.className = "bin";
  bin.type = "button";
  bin.tabIndex = -1;
  bin.setAttribute("aria-hidden", "true");
  const icon = document.createElement("img");
  icon.src = "/icons/trash.svg";
  icon.width = icon.height = 28;
  icon.alt = "";
  bin.append(icon, words("history.delete"));
  bin.addEventListener("click", action);
  return bin;
}

function follow(event) {
  if (!swipe || !event.isPrimary) return;
  const [x, y] = [event.clientX - swipe.x, event.clientY - swipe.y];
  if (!swipe.isSwipe) {
    if (Math.abs(x) < 10 || Math.abs(x) < Math.abs(y)) return;
    begin(event.pointerId);
  }
  swipe.shift = Math.min(0, swipe.base + x);
  move(swipe.slide, swipe.shift);
}

function begin(pointer) {
  swipe.isSwipe = true;
  swipe.half = swipe.slide.offsetWidth / 2;
  if (openRow !== swipe.row) closeRow();
  swipe.slide.setPointerCapture(pointer);
  swipe.row.classList.add("dragged");
  // The button must not cover a fold below the slide.
  bin.style.setProperty("height", `${swipe.slide.offsetHeight}px`);
  if (bin.parentElement !== swipe.row) swipe.row.prepend(bin);
}

function end(remove) {
  const { row, slide, shift, half, isSwipe } = swipe ?? {};
  swipe = null;
  if (!isSwipe) return;
  // The click that follows still belongs to the swipe.
  setTimeout(() => row.classList.remove("dragged"));
  const isOpen = remove !== null && shift < -WIDTH / 2;
  row.classList.toggle("open", isOpen);
  openRow = isOpen ? row : null;
  move(slide, isOpen ? -WIDTH : 0);
  if (remove && shift < -half) remove(row);
}

export function closeRow() {
  if (!openRow) return;
  openRow.classList.remove("open");
  move(openRow.querySelector(".slide"), 0);
  openRow = null;
}

function move(slide, shift) {
  if (shift) slide.style.setProperty("transform", `translateX(${shift}px)`);
  else slide.style.removeProperty("transform");
}

// A long press. The browser's own menu of links does not open, and the tap that ends the press does nothing else.

/** The time of a long press, in milliseconds, and the distance by which the finger may move, in pixels. */
const [TIME, WAY] = [500, 10];

/** The press under way: its row, its first point and its timer. */
let press = null;
let isHeld = false;

/** Calls `held(row)` for a row in `boxes` that is pressed long, unless `isOff()`. */
export function followHolding(boxes, isOff, held) {
  const hold = () => {
    const { row } = press ?? {};
    cancelHold();
    if (!row || isOff()) return;
    isHeld = true;
    vibrate(15);
    held(row);
  };
  for (const box of boxes) {
    box.addEventListener("pointerdown", (event) => {
      const row = event.target.closest(".find")?.closest("[data-find]");
      if (event.pointerType === "mouse" || !event.isPrimary || !row || isOff()) return;
      press = { row, x: event.clientX, y: event.clientY, timer: setTimeout(hold, TIME) };
    });
    box.addEventListener("contextmenu", (event) => {
      if (!press && !isHeld) return;
      event.preventDefault();
      hold();
    });
    box.addEventListener("dragstart", (event) => (press || isHeld) && event.preventDefault());
  }
  addEventListener("pointerdown", () => {
    cancelHold();
    isHeld = false;
  }, true);
  addEventListener("pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > WAY) cancelHold();
  }, { passive: true });
  for (const name of ["pointerup", "pointercancel", "scroll"]) addEventListener(name, cancelHold, { passive: true });
  addEventListener("click", (event) => {
    if (!isHeld) return;
    isHeld = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

function cancelHold() {
  clearTimeout(press?.timer);
  press = null;
}
