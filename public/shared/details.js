// The status of a find, want, have or heard: the buttons of an album's page and of a row's menu change it without a
// new page. Without script, the same forms lead to the album's page.

import { changeFind, followEdits, sentenceAbout } from "./changing.js";
import { tell } from "./deleted.js";
import { words } from "./words.js";

const SAID = { want: "details.want", have: "details.have", heard: "details.heard", "": "details.none" };

/**
 * Sends `value`, the status of the tapped button. Without a connection, the change waits in this browser. Returns `{
 * status, isSent }`; the status "" stands for none. Returns null after a refusal.
 */
export async function changeStatus(form, value, title) {
  const status = statusOf(value);
  try {
    const isSent = Boolean(await changeFind(findOf(form), title, { status: value }));
    const what = status === "heard" && isBook(form) ? words("details.read") : words(SAID[status]);
    tell(isSent ? what : words("edits.later", { what }));
    return { status, isSent };
  } catch (error) {
    tell(...error.content);
    return null;
  }
}

/** Whether the form belongs to a book: it is in the row or on the page of a book. */
const isBook = (form) =>
  (form.closest("[data-find]")?.querySelector(".find") ?? location).pathname.startsWith("/book/");

const findOf = (form) => new URL(form.action).pathname.split("/").at(-2);
const statusOf = (value) => (value === "none" ? "" : value);

/**
 * Makes the buttons of an album's page work. The button of the present status removes the status. The form gets the
 * event `stored` after the server has stored a status. `first` is a change of changes.js that came before this call, if
 * there is one.
 */
export function followStatus(form, first = null) {
  const title = document.querySelector("h1 .title").textContent;
  const note = Object.assign(document.createElement("p"), { className: "unsent-edit", hidden: true });
  form.parentElement.append(note);
  // The status at the server; the status that waits here, or undefined; and the number of taps.
  let [stored, waiting, taps] = [press(form), undefined, 0];
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { value } = event.submitter;
    const tap = ++taps;
    press(form, statusOf(value));
    const changed = await changeStatus(form, value, title);
    if (changed?.isSent) {
      stored = changed.status;
      form.dispatchEvent(new Event("stored"));
    }
    if (changed && !changed.isSent) waiting = changed.status;
    if (tap === taps) press(form, waiting ?? stored);
  });
  followEdits((edits, change) => {
    const own = edits.filter((one) => one.find === findOf(form));
    waiting = own.find((one) => one.state !== "refused" && "status" in one.fields)?.fields.status;
    if (waiting !== undefined) waiting = statusOf(waiting);
    if (change?.find === findOf(form) && change.sent && "status" in change.sent) stored = statusOf(change.sent.status);
    press(form, waiting ?? stored);
    note.replaceChildren(...own.flatMap(sentenceAbout));
    note.hidden = !own.length;
  }, first);
}

/** Shows `status`, unless it is undefined. Returns the status that the buttons showed before. */
function press(form, status) {
  let before = "";
  for (const button of form.querySelectorAll("button")) {
    const own = button.dataset.status;
    if (button.getAttribute("aria-pressed") === "true") before = own;
    if (status === undefined) continue;
    button.setAttribute("aria-pressed", String(own === status));
    button.value = own === status ? "none" : own;
  }
  return before;
}
