// The settings page: the reader's own values come from the server, because a page is the same for all readers.

import { whoIsAsking } from "./server.js";
import { money, words } from "./words.js";

const plans = {
  free: "settings.plan.free", base: "settings.plan.base", ultra: "settings.plan.ultra", owner: "settings.plan.owner",
};
const list = document.querySelector(".personal");
const answer = document.querySelector(".answer");
const session = await whoIsAsking();

if (session) {
  for (const field of list.querySelectorAll("[data-field]")) {
    const text = inWords(field.dataset.field, session[field.dataset.field]);
    field.textContent = text ?? "";
    field.hidden = field.previousElementSibling.hidden = text === null;
  }
  list.hidden = false;
  if (session.spendingNote) say(session.spendingNote);
} else {
  say(words("settings.no-answer"));
}

/** Shows a message at the top of the page; a screen reader reads it aloud. */
function say(sentence) {
  answer.textContent = sentence;
  answer.hidden = false;
}

/** A value in words; null if the server did not send it. */
function inWords(field, value) {
  if (field === "scansLeft" && value === null) return session.plan === "owner" ? words("settings.no-limit") : null;
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return words(value ? "settings.on" : "settings.off");
  if (typeof value === "number" && (field === "spending" || field === "cap")) return money(value);
  if (typeof value === "object") return null;
  if (field === "who" && value === "owner") return words("settings.owner");
  if (field === "plan") return words(plans[value] ?? value);
  return String(value);
}
addEventListener("keydown", (event) => event.key === "Escape" && document.querySelector(".close").click());
