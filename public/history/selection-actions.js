// The buttons of the bar for selected finds. Each opens one group of the form above the buttons; "Delete" is a button
// of the form.

import { words } from "../shared/words.js";

const NAMES = {
  status: () => words("edits.status"), tags: () => words("edits.tags"), public: () => words("history.public"),
  "own-rating": () => words("edits.own-rating"),
};

/** Adds the buttons at the end of the form. */
export function addActions(form) {
  const line = document.createElement("p");
  line.className = "actions";
  for (const [group, name] of Object.entries(NAMES)) {
    const fields = form.querySelector(`[data-group="${group}"]`);
    fields.id = `selection-${group}`;
    line.append(opener(form, fields, name()));
  }
  const bin = form.querySelector("[name=delete]");
  const around = bin.parentElement;
  line.append(bin);
  around.remove();
  form.append(line);
  closeActions(form);
}

function opener(form, fields, name) {
  const button = document.createElement("button");
  button.className = "button";
  button.type = "button";
  button.textContent = name;
  button.setAttribute("aria-controls", fields.id);
  button.addEventListener("click", () => {
    const isOpen = !fields.hidden;
    closeActions(form);
    if (!isOpen) open(form, fields, button);
  });
  return button;
}

function open(form, fields, button) {
  fields.hidden = false;
  form.querySelector(".apply").hidden = !fields.querySelector("input");
  button.setAttribute("aria-expanded", "true");
  fields.querySelector("input, button").focus({ preventScroll: true });
}

/** Closes and empties the open group, whose button gets the focus. Returns whether a group was open. */
export function closeActions(form) {
  const button = form.querySelector(".actions [aria-expanded=true]");
  const hadFocus = form.querySelector(":is(fieldset, .apply):focus-within");
  for (const one of form.querySelectorAll("fieldset, .apply")) one.hidden = true;
  for (const field of form.querySelectorAll("input")) field.value = "";
  for (const one of form.querySelectorAll(".actions [aria-controls]")) one.setAttribute("aria-expanded", "false");
  if (hadFocus) button?.focus({ preventScroll: true });
  return Boolean(button);
}
