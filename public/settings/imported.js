// Pages that wait for a job: imports, publishing, exports. Shows the progress of the job, and loads the page again at its
// end.

import { ask, pause } from "../shared/server.js";

/** Milliseconds between two requests. */
const PACE = 2000;

const progress = document.querySelector("[data-address]");

async function follow() {
  for (;;) {
    await pause(PACE);
    const answer = await ask(progress.dataset.address);
    // The server is out of reach or busy, so the next request may succeed.
    if (!answer || answer.status >= 500) continue;
    const content = answer.document;
    if (content?.state !== "queued") return location.reload();
    if (progress.textContent !== content.message) progress.textContent = content.message;
  }
}

if (progress) follow();
