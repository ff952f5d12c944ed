// The album page: its close button leads back to where the reader came from, and "No" opens the forms
// that say which album it is; correct.js sends them.

import "./correct.js";
import "./words.js";

const close = document.querySelector(".close");
const cameFrom = document.referrer ? new URL(document.referrer) : null;

if (cameFrom?.origin === location.origin && cameFrom.pathname.startsWith("/history/")) {
  close.addEventListener("click", (event) => {
    event.preventDefault();
    history.back();
  });
}

document.querySelector(".unsure .no")?.addEventListener("click", () => {
  document.querySelector("#correct details").open = true;
});

addEventListener("keydown", (event) => event.key === "Escape" && !event.target.closest?.(".correct") && close.click());
