// Selecting finds of the history: says how many are selected, and asks nothing of the server while none is.

import { box } from "./finds.js";
import { words } from "./words.js";

const selection = document.querySelector(".selection");

/** Begins to count the selected finds. */
export function followSelection() {
  if (!selection) return;
  box.addEventListener("change", (event) => event.target.matches(".pick") && count());
  selection.addEventListener("toggle", () => {
    if (selection.open) return count();
    for (const pick of box.querySelectorAll(".pick:checked")) pick.checked = false;
  });
  addEventListener("pageshow", count);
  // While finds are selected, a tap on a row selects it.
  box.addEventListener("click", (event) => {
    const link = selection.open && event.target.closest(".find");
    if (!link) return;
    event.preventDefault();
    link.parentElement.querySelector(".pick").click();
  }, true);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !selection.open) return;
    selection.open = false;
    selection.querySelector("summary").focus();
  });
}

function count() {
  const number = box.querySelectorAll(".pick:checked").length;
  const said = selection.querySelector(".selected");
  const text = words(number === 1 ? "selection.one" : "selection.count", { count: number });
  if (said.textContent !== text) said.textContent = text;
  for (const button of selection.querySelectorAll("button")) button.disabled = number === 0;
}
