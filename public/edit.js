// The form of a find's details. Without a connection its changes wait in this browser; the browser alone would lose them.

import { changeFind } from "./changing.js";
import { words } from "./words.js";

const form = document.querySelector(".details-form");
const find = new URL(form.action).pathname.split("/").at(-2);
const page = `/album/${find}/`;

/** The fields as the page came from the server. */
const before = new URLSearchParams(new FormData(form));

const said = document.createElement("p");
said.className = "errand";
said.setAttribute("role", "status");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const all = new URLSearchParams(new FormData(form));
  // Values that were not changed here may be older than those of the server.
  const fields = new URLSearchParams([...all].filter(([name, value]) => before.get(name) !== value));
  if (!fields.size) return location.assign(page);
  said.remove();
  form.setAttribute("aria-busy", "true");
  try {
    if (await changeFind(find, document.querySelector("main bdi").textContent, fields)) return location.assign(page);
    for (const [name, value] of fields) before.set(name, value);
    tell(words("edits.form"));
  } catch (error) {
    tell(...error.content);
  } finally {
    form.removeAttribute("aria-busy");
  }
});

function tell(...sentence) {
  said.replaceChildren(...sentence);
  form.append(said);
}
