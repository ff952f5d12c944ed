// "Your notes" on the album page: the button of a detail leads to the form of the find. With this script, it turns the
// text of the detail into its control. Values and controls come from the form, which the server gives only to persons who
// may change the find. After a change, the card shows the new text at once. When the worker has written the page, the
// page's own card replaces it.

import { publish } from "../offline/changes.js";
import { changeFind } from "../shared/changing.js";
import { tell, tellChange } from "../shared/deleted.js";
import { load } from "../shared/documents.js";
import { ask, pause, post, program, whoIsAsking } from "../shared/server.js";
import { words } from "../shared/words.js";
import { controlOf, editorFor } from "./notes-editor.js";

/** The longest wait for the changed page, in milliseconds. */
const PATIENCE = 90_000;

let card = document.querySelector(".own-notes");
const link = () => card.querySelector(".edit-link a");
const find = new URL(link().href).pathname.split("/").at(-2);

/** The form of the find; null before it is loaded, and for readers who may not change the find. */
let form = null;

/** The present values of the form's fields, by name. */
let values = {};

/** The number of the newest call of `renew`; older calls stop. */
let renewal = 0;

/**
 * Serves the buttons of a reader who may change the find: only a person who is signed in, in a household with people.
 * For other readers, the buttons still lead to the form, which says what is missing.
 */
export async function serveNotes() {
  const session = await whoIsAsking();
  if (!session || (session.people && !session.id)) return;
  form = (await load(link().href))?.querySelector(".details-form") ?? null;
  if (!form) return;
  // The lines of a note in a FormData end with CR and LF.
  values = { ...Object.fromEntries(new FormData(form)), notes: form.elements.notes.value };
  serveButtons();
}

function serveButtons() {
  const buttons = card.querySelector(".field-buttons");
  buttons.addEventListener("submit", (event) => {
    event.preventDefault();
    const { edits: name } = event.submitter.dataset;
    if (name === "favourite") toggleFavourite();
    else open(name);
  });
  for (const button of buttons.querySelectorAll(":not([data-edits=favourite])")) button.ariaExpanded = "false";
  // Only owners choose favourites. The place of the button stays, so that no part of the page moves.
  if (form.elements.favourite) showFavourite();
  else buttonOf("favourite")?.style.setProperty("visibility", "hidden");
}

const buttonOf = (name) => card.querySelector(`[data-edits="${name}"]`);
const nameOf = (name) => buttonOf(name).textContent;
const rowOf = (name) => card.querySelector(`[data-field="${name}"]`);

/** Shows the control of a detail in place of its text. A detail without a text gets a row. */
function open(name) {
  const present = card.querySelector(`form[data-name="${name}"] [name]`);
  if (present) return present.focus();
  const control = controlOf(form, name, values[name], nameOf(name));
  const editor = editorFor(control, form, { save: (value) => save(name, value), close: () => close(name) });
  const row = rowOf(name) ?? addRow(name);
  const cell = document.createElement(row.localName);
  cell.append(editor);
  row.after(cell);
  row.hidden = true;
  buttonOf(name).ariaExpanded = "true";
  control.focus();
}

/** Closes the control. If the control had the focus, the button of the detail gets it. */
function close(name) {
  const editor = card.querySelector(`form[data-name="${name}"]`);
  const hadFocus = editor.contains(document.activeElement);
  editor.parentElement.remove();
  show(name, null);
  buttonOf(name).ariaExpanded = "false";
  if (hadFocus) buttonOf(name).focus({ preventScroll: true });
}

/** Adds an empty row. The row of the note is below the list. */
function addRow(name) {
  const list = card.querySelector("dl");
  const row = document.createElement(name === "notes" ? "div" : "dd");
  row.dataset.field = name;
  row.dataset.isEmpty = "";
  if (name === "notes") {
    row.className = "notes";
    list.after(row);
    return row;
  }
  const label = document.createElement("dt");
  label.textContent = `${nameOf(name)}:`;
  list.append(label, " ", row);
  return row;
}

/** Shows `text` as the value of a detail; for null, shows the present text. Removes a row without a text. */
function show(name, text) {
  const row = rowOf(name) ?? (text ? addRow(name) : null);
  if (!row) return;
  if (text) {
    row.textContent = text;
    row.classList.toggle("unwritten", name === "notes");
    delete row.dataset.isEmpty;
  }
  row.hidden = false;
  if (text !== "" && !("isEmpty" in row.dataset)) return;
  if (row.localName === "dd") row.previousElementSibling.remove();
  row.remove();
}

/** Sends a value. Throws a Refused as `changeFind` does. */
async function save(name, value) {
  const former = values[name];
  if (value === former) return close(name);
  const answer = await changeFind(find, title(), { [name]: value });
  keep(name, value);
  if (card.querySelector(`form[data-name="${name}"]`)) close(name);
  const said = words("details.changed", { name: nameOf(name) });
  if (!answer) return tell(words("edits.later", { what: said }));
  tellChange(said, () => takeBack(answer.edit, name, former));
  renew();
}

async function takeBack(edit, name, former) {
  try {
    await post(`edits/${edit}/undo`);
  } catch (error) {
    return tell(...error.content);
  }
  keep(name, former);
  tell(words("selection.undone"));
  buttonOf(name).focus({ preventScroll: true });
  renew();
}

const title = () => document.querySelector("h1 .title").textContent;

function keep(name, value) {
  values[name] = value;
  if (name === "favourite") return showFavourite();
  if (name === "status") tellStatus(value);
  show(name, textOf(name, value));
}

/** The text that the card shows for a value until the worker has written the page. */
function textOf(name, value) {
  if (name === "status") return value === "none" ? "" : controlOf(form, name, value, "").selectedOptions[0].text;
  return value.trim();
}

/** Tells the buttons of the status that the card has another status. */
const tellStatus = (status) => publish({ kind: "edits", find, sent: { status } });

// Favourites

function showFavourite() {
  buttonOf("favourite")?.setAttribute("aria-pressed", String(values.favourite === "yes"));
}

/** Makes the find a favourite, or takes this back. The server refuses a fifth favourite and gives the reason. */
async function toggleFavourite() {
  try {
    await save("favourite", values.favourite === "yes" ? "no" : "yes");
  } catch (error) {
    const all = Object.assign(document.createElement("a"), {
      href: "/history/?favourite=1", textContent: words("search.favourites"),
    });
    tell(...error.content, " ", all);
  }
}

// The page that the worker writes

/** Waits until the site shows the present details, and takes the card and the own rating from the new page. */
export async function renew() {
  const mine = (renewal += 1);
  const end = Date.now() + PATIENCE;
  for (let wait = 200; Date.now() < end; wait *= 1.4) {
    await pause(wait);
    if (mine !== renewal) return;
    const state = (await ask(`${program}/finds/${find}`))?.document;
    if (!state?.published || card.querySelector(".field-editor")) continue;
    const page = await load(location.pathname);
    if (mine !== renewal) return;
    if (!page || card.querySelector(".field-editor")) continue;
    takeOver(page);
    // The worker may write the links of new tags and places later than the page.
    if (state.linked) return;
  }
}

function takeOver(page) {
  const [own, next] = [page.querySelector(".actions .own"), page.querySelector(".own-notes")];
  if (!next) return;
  if (own) document.querySelector(".actions .own").replaceChildren(...document.importNode(own, true).childNodes);
  values.status = page.querySelector(".statuses [aria-pressed=true]")?.dataset.status ?? "none";
  if (withoutButtons(card).isEqualNode(withoutButtons(next))) return;
  const name = document.activeElement?.closest("[data-edits]")?.dataset.edits;
  const copy = document.importNode(next, true);
  card.replaceWith(copy);
  card = copy;
  if (form) serveButtons();
  if (name) buttonOf(name)?.focus({ preventScroll: true });
}

function withoutButtons(card) {
  const copy = card.cloneNode(true);
  copy.querySelector(".field-buttons").remove();
  return copy;
}
