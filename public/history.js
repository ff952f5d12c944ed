// The history: swipe a row to the left to delete it, with undo; and a filter for long lists. The
// plain delete button of each row does the same without a swipe.

import { addDeletion, isDeleted, onUndo, showDeletions, tell } from "./deleted.js";
import { post } from "./server.js";
import { words } from "./words.js";

const list = document.querySelector(".finds");
const BIN = 96;

for (const [place, row] of [...(list?.children ?? [])].entries()) {
  row.dataset.place = place;
  prepare(row);
  // A find on this page may have been deleted on another page.
  if (isDeleted(row.dataset.find)) takeOut(row);
}
showDeletions();
if (list) showEmptiness();

function prepare(row) {
  const bin = document.createElement("button");
  bin.className = "bin";
  bin.type = "button";
  bin.tabIndex = -1;
  bin.setAttribute("aria-hidden", "true");
  const icon = document.createElement("img");
  icon.src = "/icons/trash.svg";
  icon.width = icon.height = 30;
  icon.alt = "";
  bin.append(icon);
  bin.addEventListener("click", () => remove(row));
  row.prepend(bin);
  row.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    remove(row);
  });
  swipes(row, row.querySelector(".slide"));
}

/** A short swipe shows the bin; a swipe past half of the row deletes it. A mouse uses the button. */
function swipes(row, slide) {
  let start = null;
  let shift = 0;
  slide.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") return;
    start = { x: event.clientX, y: event.clientY, base: row.classList.contains("open") ? -BIN : 0, isSwipe: false };
  });
  slide.addEventListener("pointermove", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!start.isSwipe && (Math.abs(x) < 10 || Math.abs(x) < Math.abs(y))) return;
    if (!start.isSwipe) slide.setPointerCapture(event.pointerId);
    start.isSwipe = true;
    shift = Math.min(0, start.base + x);
    row.classList.add("dragged");
    move(slide, shift);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    slide.addEventListener(end, () => {
      if (start?.isSwipe) settle(row, slide, end === "pointerup" ? shift : 0);
      start = null;
    });
  }
  // The tap that ends a swipe, or closes an open row, is not a tap on the link.
  slide.addEventListener("click", (event) => {
    if (!row.classList.contains("open") && !row.classList.contains("dragged")) return;
    event.preventDefault();
    if (!row.classList.contains("dragged")) settle(row, slide, 0);
  }, true);
}

function settle(row, slide, shift) {
  const isOpen = shift < -BIN / 2;
  setTimeout(() => row.classList.remove("dragged"));
  row.classList.toggle("open", isOpen);
  move(slide, isOpen ? -BIN : 0);
  if (shift < -row.clientWidth / 2) remove(row);
}

const move = (slide, shift) => slide.style.setProperty("--shift", `${shift}px`);

async function remove(row) {
  const find = row.dataset.find;
  const hadFocus = row.contains(document.activeElement);
  const putBack = takeOut(row);
  showEmptiness();
  try {
    await post(`finds/${find}/delete`);
  } catch (error) {
    putBack();
    return tell(...error.content);
  }
  const undo = addDeletion(find, row.querySelector(".title").textContent);
  if (hadFocus) undo.focus({ preventScroll: true });
}

/** Removes a row and returns the function that restores it. Undo in the bar calls that function too. */
function takeOut(row) {
  row.remove();
  const putBack = () => {
    const next = [...list.children].find((other) => Number(other.dataset.place) > Number(row.dataset.place));
    list.insertBefore(row, next ?? null);
    row.classList.remove("open", "dragged");
    move(row.querySelector(".slide"), 0);
    showEmptiness();
  };
  onUndo(row.dataset.find, () => {
    putBack();
    row.querySelector(".find").focus();
  });
  return putBack;
}

/** After the last find is deleted, the first page explains how to begin. */
function showEmptiness() {
  const empty = document.querySelector(".empty");
  if (empty) empty.hidden = list.children.length > 0;
}

const filter = document.querySelector("#filter");
if (filter) {
  const nothing = document.querySelector(".no-match");
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  filter.closest("p").hidden = false;
  filter.addEventListener("input", () => {
    const wanted = plain(filter.value).split(/\s+/);
    let hits = 0;
    for (const row of list.children) {
      const text = plain(row.querySelector(".about").textContent);
      row.hidden = !wanted.every((word) => text.includes(word));
      hits += row.hidden ? 0 : 1;
    }
    nothing.textContent = words("history.no-match", { text: filter.value.trim() });
    nothing.hidden = hits > 0;
  });
}
