// The search over the finds of a page: a row stays if it contains all words. The address keeps the text, so that
// the page is the same after a visit to an album.

import { setting } from "./device.js";
import { box } from "./finds.js";
import { words } from "./words.js";

const field = document.querySelector("#filter");
const nothing = document.querySelector(".no-match");
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Hides the rows that do not match the field's text. */
export function search() {
  if (!field) return;
  const wanted = plain(field.value).split(/\s+/);
  let hits = 0;
  for (const row of box.querySelectorAll("section > ol > li")) {
    const text = [...row.querySelectorAll(".about")].map((one) => plain(one.textContent)).join(" ");
    row.hidden = !wanted.every((word) => text.includes(word));
    hits += row.hidden ? 0 : 1;
  }
  nothing.textContent = hits || !box.childElementCount ? "" : words("history.no-match", { text: field.value.trim() });
}

export const searched = () => field?.value.trim() ?? "";

/** Begins with the text of the address, or with `text`. */
export function startSearch(text = new URLSearchParams(location.search).get("q")) {
  if (!field) return;
  if (text) field.value = text;
  if (field.value) searchAndRemember();
  field.addEventListener("input", searchAndRemember);
  // People who speak to their computer can switch the key off in the settings (WCAG 2.1.4).
  if (setting("search-key") === "off") return field.removeAttribute("aria-keyshortcuts");
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

function searchAndRemember() {
  search();
  const address = new URL(location.href);
  if (searched()) address.searchParams.set("q", searched());
  else address.searchParams.delete("q");
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}
