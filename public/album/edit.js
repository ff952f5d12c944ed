// The form of a find's details. Without a connection, this browser stores the changes; a plain form would lose them. A
// stored copy of the form shows the changes that wait.

import { changeFind, waitingFor } from "../shared/changing.js";
import { pause } from "../shared/server.js";
import { words } from "../shared/words.js";

const form = document.querySelector(".details-form");
const find = new URL(form.action).pathname.split("/").at(-2);
const page = new URL(document.querySelector("main > p > a.alone").href).pathname;

/** The fields as the server sent them, and the changes that were stored after that. */
const before = new URLSearchParams(new FormData(form));

/** The longest wait for the changed page, and for each response about it, in milliseconds. */
const PATIENCE = 3000;

const said = document.createElement("p");
said.className = "errand";
said.setAttribute("role", "status");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const all = new URLSearchParams(new FormData(form));
  // Only changed fields: the server may have newer values of the others.
  const fields = new URLSearchParams([...all].filter(([name, value]) => before.get(name) !== value));
  if (![...fields].length) return location.assign(page);
  said.remove();
  form.setAttribute("aria-busy", "true");
  try {
    const former = await version();
    if (await changeFind(find, document.querySelector("main bdi").textContent, fields)) {
      await pageChanges(former);
      return location.assign(page);
    }
    for (const [name, value] of fields) before.set(name, value);
    tell(words(navigator.onLine ? "edits.form.server" : "edits.form"));
  } catch (error) {
    tell(...error.content);
  } finally {
    form.removeAttribute("aria-busy");
  }
});

showWaiting();

/** Fills in the changes that wait, unless the user has changed the field. */
async function showWaiting() {
  const now = new URLSearchParams(new FormData(form));
  for (const { fields } of await waitingFor(find)) {
    for (const [name, value] of Object.entries(fields)) {
      if (form.elements[name] && now.get(name) === before.get(name)) form.elements[name].value = value;
    }
  }
}

/** The ETag of the find's page; null if the server sends none. */
async function version() {
  const signal = AbortSignal.timeout?.(PATIENCE);
  const answer = await fetch(page, { method: "HEAD", cache: "no-store", signal }).catch(() => null);
  return answer?.ok ? answer.headers.get("ETag") : null;
}

/** Waits until the find's page has changed, at most `PATIENCE`: some changes do not appear there. */
async function pageChanges(former) {
  const end = Date.now() + PATIENCE;
  while (former && Date.now() < end && (await version()) === former) await pause(100);
}

function tell(...sentence) {
  said.replaceChildren(...sentence);
  form.append(said);
}
