// Selecting finds of the history: shows how many are selected, and disables the form's buttons while none is. Only
// finds of the visible list are selected, because a form must not change finds that the user cannot see.

import { boxes } from "./finds.js";
import { words } from "../shared/words.js";

const selection = document.querySelector(".selection");
const picksIn = (box) => [...box.querySelectorAll(".pick")];
const allPicks = () => boxes.flatMap(picksIn);

export function followSelection() {
  if (!selection) return;
  selection.addEventListener("toggle", () => {
    if (!selection.open) for (const pick of allPicks()) pick.checked = false;
    selectShown();
  });
  addEventListener("pageshow", selectShown);
  for (const box of boxes) {
    box.addEventListener("change", (event) => event.target.matches(".pick") && picked(event.target));
    // While the selection is open, a tap on a row selects its find.
    box.addEventListener("click", (event) => {
      const link = selection.open && event.target.closest(".find");
      if (!link) return;
      event.preventDefault();
      link.parentElement.querySelector(".pick").click();
    }, true);
  }
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !selection.open) return;
    selection.open = false;
    selection.querySelector("summary").focus();
  });
}

/** Selects the other row of the find, too. */
function picked({ name, checked }) {
  for (const other of document.getElementsByName(name)) other.checked = checked;
  count();
}

/** A new row of the results is selected if its find is selected in the page. */
export function selectAs(row, label) {
  const pick = row.querySelector(".pick");
  pick.setAttribute("aria-label", label);
  pick.checked = [...document.getElementsByName(pick.name)].some((one) => one.checked);
}

/** Called after a change of the visible list or its rows: a disabled box is no part of the form. */
export function selectShown() {
  if (!selection) return;
  for (const box of boxes) for (const pick of picksIn(box)) pick.disabled = box.hidden;
  count();
}

function count() {
  const number = allPicks().filter((one) => one.checked && !one.disabled).length;
  const said = selection.querySelector(".selected");
  const text = words(number === 1 ? "selection.one" : "selection.count", { count: number });
  if (said.textContent !== text) said.textContent = text;
  for (const button of selection.querySelectorAll("button")) button.disabled = number === 0;
}
