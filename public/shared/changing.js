// Changes of a find from its page, from a row's menu, and from the form of its details. Without a connection a change
// waits in this browser (edits.js), and the page says so.

import { onChange } from "../offline/changes.js";
import { setSetting, setting } from "./device.js";
import { addEdit, edits, removeEdit } from "../offline/edits.js";
import { post } from "./server.js";
import { words } from "./words.js";

/** The change waits if the server has not answered after this time, in milliseconds. */
const PATIENCE = 10_000;

/** The id of the person who uses this browser now; null if it is unknown. */
export const person = () => setting("visitor") ?? setting("person");

/** The name of this person; null if it is unknown. */
const who = () => (setting("person") === person() ? setting("who") : null);

/**
 * Sends the fields of `POST …/finds/<id>/edit`. Returns the server's answer, or null if the fields wait in this
 * browser. Throws a Refused if the server refuses them, or if they should wait but their person is unknown.
 */
export async function changeFind(find, title, fields) {
  // If an earlier change waits, it must reach the server before this one.
  if (!(await waitingFor(find)).length) {
    try {
      const signal = AbortSignal.timeout?.(PATIENCE);
      return await post(`finds/${find}/edit`, null, new URLSearchParams(fields), signal);
    } catch (error) {
      if (!error.mayWait || person() === null) throw error;
    }
  }
  setSetting("unsent", "on");
  await addEdit({ find, title, fields: Object.fromEntries(new URLSearchParams(fields)), person: person(), who: who() });
  import("/upload.js").then((sending) => sending.keepSending()).catch(() => null);
  return null;
}

/** The unsent changes of this person. Without the setting `unsent`, the database stays closed. */
async function ownEdits() {
  const me = person();
  return me === null || !setting("unsent") ? [] : (await edits()).filter((one) => one.person === me);
}

export const waitingFor = async (find) => (await ownEdits()).filter((one) => one.find === find && one.state !== "refused");

/**
 * Calls `show(edits, change)` with the unsent changes of this person: now, with the change `first` if there is one, and
 * after each `change` of changes.js.
 */
export function followEdits(show, first = null) {
  const draw = async (change) => show(await ownEdits(), change);
  onChange((change) => change.kind === "edits" && draw(change));
  if (first || setting("unsent")) draw(first);
}

/** A sentence about a change that waits, needs a sign-in, or was refused, with the buttons or links that help. */
export function sentenceAbout(edit) {
  if (edit.state === "refused") {
    const dismiss = Object.assign(document.createElement("button"), {
      type: "button", className: "small", textContent: words("edits.dismiss"),
    });
    dismiss.addEventListener("click", () => removeEdit(edit));
    return [words("edits.refused", { reason: edit.reason ?? "" }), " ", dismiss];
  }
  if (!edit.signIn) return [words("edits.waits", { names: namesOf(edit) })];
  const link = Object.assign(document.createElement("a"), { href: "/sign-in/", textContent: words("common.sign-in") });
  return [words("edits.sign-in", { names: namesOf(edit) }), " ", link];
}

const NAMES = {
  status: "edits.status", tags: "edits.tags", place: "edits.place", notes: "edits.notes", public: "edits.public",
  "own-rating": "edits.own-rating", favourite: "edits.favourite",
};

const namesOf = ({ fields }) => Object.keys(fields).map((name) => words(NAMES[name] ?? name)).join(", ");
