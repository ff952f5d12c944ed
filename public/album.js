// The album page: its close button leads back to where the reader came from; correct.js puts it right.

import "./correct.js";

const close = document.querySelector(".close");
const cameFrom = document.referrer ? new URL(document.referrer) : null;

if (cameFrom?.origin === location.origin && cameFrom.pathname.startsWith("/history/")) {
  close.addEventListener("click", (event) => {
    event.preventDefault();
    history.back();
  });
}

addEventListener("keydown", (event) => event.key === "Escape" && !event.target.closest?.(".correct") && close.click());
