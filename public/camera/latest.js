// The card above the bar: the newest result, or the state of the scan that is under way. A result disappears after a
// while, but not while the card has the focus or the pointer.

import { addressOf, linesOf } from "./tiles.js";
import { words } from "../shared/words.js";

/** The time that a result stays, in milliseconds. */
const STAY = 6000;

const ended = ["found", "failed", "refused"];

export function latestCard({ onRemove, onOpen }) {
  const card = document.querySelector(".latest");
  const [link, cover, about] = [card.querySelector("a"), card.querySelector("a img"), card.querySelector(".about")];
  const placeholder = cover.getAttribute("src");
  let [shown, result, until, items, timer] = [null, null, 0, [], 0];

  card.querySelector(".remove").addEventListener("click", () => {
    const item = shown;
    result = null;
    onRemove(item);
    (card.hidden ? document.querySelector(".bar .pill") : link).focus();
  });
  link.addEventListener("click", (event) => shown && !onOpen(shown) && event.preventDefault());
  for (const end of ["focusout", "pointerleave"]) card.addEventListener(end, () => setTimeout(choose, 50));

  const isHeld = () => card.matches(":focus-within, :hover");

  /** Shows an item for a while: a result, or the tile that has the focus. */
  function show(item) {
    if (isHeld() && shown && item.key !== shown.key) return;
    result = item.key;
    until = performance.now() + STAY;
    choose();
  }

  function draw(newest) {
    items = newest;
    choose();
  }

  function choose() {
    clearTimeout(timer);
    const held = isHeld() ? items.find((one) => one.key === shown?.key) : null;
    const left = until - performance.now();
    const recent = left > 0 ? items.find((one) => one.key === result) : null;
    if (recent) timer = setTimeout(choose, left + 20);
    fill(held ?? recent ?? items.find((one) => !ended.includes(one.stage)) ?? null);
  }

  function fill(item) {
    shown = item;
    card.hidden = !item;
    if (!item) return;
    // In a low window, the card would cover other controls, so it shows only results.
    card.classList.toggle("under-way", !ended.includes(item.stage));
    link.href = addressOf(item);
    const tile = document.querySelector(`.tiles [data-key="${item.key}"] .tile-cover`);
    // While a finger is on the list, a new item has no tile.
    const source = tile?.getAttribute("src") ?? placeholder;
    if (cover.getAttribute("src") !== source) cover.src = source;
    cover.classList.toggle("none", tile?.classList.contains("none") ?? true);
    const isNameless = item.kind !== "shelf" && item.stage === "working" && !item.status?.album;
    const lines = isNameless ? [examining()] : linesOf(item);
    const text = lines.map((one) => one.textContent).join();
    if (text !== about.textContent) about.replaceChildren(...lines);
  }

  function examining() {
    return Object.assign(document.createElement("span"), {
      className: "state", textContent: words("scan.stage.goes-on", { sentence: words("scan.stage.examining") }),
    });
  }

  return { draw, show };
}
