// The album page: its close button leads back to the previous page, and correct.js sends corrections.

import "./correct.js";
import { addDeletion, tell } from "./deleted.js";
import { post } from "./server.js";
import "./words.js";

const close = document.querySelector(".close");
const cameFrom = document.referrer ? new URL(document.referrer) : null;

if (cameFrom?.origin === location.origin && cameFrom.pathname.startsWith("/history/")) {
  close.addEventListener("click", (event) => {
    event.preventDefault();
    history.back();
  });
}

// After a deletion the browser goes to the history, which shows Undo.
document.querySelector(".ways form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const find = new URL(event.target.action).pathname.split("/").at(-2);
  try {
    await post(`finds/${find}/delete`);
  } catch (error) {
    return tell(...error.content);
  }
  addDeletion(find, document.querySelector("h1 .title").textContent);
  location.replace("/history/");
});

document.querySelector(".unsure .no")?.addEventListener("click", () => {
  document.querySelector("#correct details").open = true;
});

addEventListener("keydown", (event) => event.key === "Escape" && !event.target.closest?.(".correct") && close.click());
