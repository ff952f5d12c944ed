// The status of a find, want, have or heard: the buttons of an album's page and of a row's menu change it without a
// new page. Without script, the same forms lead to the album's page.

import { tell } from "./deleted.js";
import { post } from "./server.js";
import { words } from "./words.js";

const SAID = { want: "details.want", have: "details.have", heard: "details.heard", "": "details.none" };

/** Sends the status of a form whose button was tapped. Returns the status, "" for none; null after a refusal. */
export async function changeStatus(form, button) {
  const fields = new URLSearchParams([["status", button.value]]);
  try {
    await post(new URL(form.action).pathname.split("/").slice(-3).join("/"), null, fields);
  } catch (error) {
    tell(...error.content);
    return null;
  }
  const status = button.value === "none" ? "" : button.value;
  tell(words(SAID[status]));
  return status;
}

/** The buttons of an album's page. The button of the present status removes it. */
export function followStatus(form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const status = await changeStatus(form, event.submitter);
    if (status === null) return;
    for (const button of form.querySelectorAll("button")) {
      const own = button.dataset.status;
      button.setAttribute("aria-pressed", own === status);
      button.value = own === status ? "none" : own;
    }
  });
}
