// The control of a detail in the card "Your notes": it comes from the form of the find. Enter and "Save" store the
// value. In a note, which may have several lines, only Enter with Ctrl or ⌘ stores it. Escape cancels.

import { words } from "../shared/words.js";

/** The control `name` of the form, with `value`. Radio buttons become a list of choices. */
export function controlOf(form, name, value, label) {
  const field = form.elements[name];
  const control = field instanceof RadioNodeList ? choices(field) : document.importNode(field, true);
  control.name = name;
  control.removeAttribute("id");
  control.removeAttribute("aria-describedby");
  control.setAttribute("aria-label", label);
  control.value = value;
  return control;
}

function choices(buttons) {
  const list = document.createElement("select");
  for (const { value, labels } of buttons) list.add(new Option(labels[0].textContent.trim(), value));
  return list;
}

/** A form with the control. If `save(value)` throws a Refused, the form shows its sentence. `close()` cancels. */
export function editorFor(control, form, { save, close }) {
  const editor = Object.assign(document.createElement("form"), { className: "field-editor" });
  editor.dataset.name = control.name;
  const known = control.getAttribute("list");
  if (known) editor.append(document.importNode(form.querySelector(`#${known}`), true));
  const buttons = document.createElement("span");
  buttons.append(button(words("edit.save"), "submit"), " ", button(words("details.cancel"), "button", close));
  editor.append(control, " ", buttons);
  editor.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey || control.localName === "select")) {
      event.preventDefault();
      editor.requestSubmit();
    }
    if (event.key !== "Escape") return;
    // Otherwise, Escape would also leave the page.
    event.stopPropagation();
    close();
  });
  editor.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (editor.ariaBusy === "true") return;
    editor.querySelector(".refused")?.remove();
    editor.ariaBusy = "true";
    try {
      await save(control.value);
    } catch (error) {
      refuse(editor, error.content ?? [error.message]);
      control.focus();
    } finally {
      editor.ariaBusy = "false";
    }
  });
  return editor;
}

function button(text, type, action) {
  const button = Object.assign(document.createElement("button"), { type, className: "button", textContent: text });
  if (action) button.addEventListener("click", action);
  return button;
}

/** Shows why the server refused the value, which stays in its control. */
function refuse(editor, sentence) {
  const note = document.createElement("p");
  note.className = "errand failed refused";
  note.setAttribute("role", "alert");
  note.append(...sentence);
  editor.append(note);
}
