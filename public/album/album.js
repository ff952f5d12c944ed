// The album page. The close button leads to the camera or the history. Most readers only read, so the page loads the
// scripts of its other parts when a reader begins to use them: actions.js, notes.js, and correct.js for corrections, the
// picture and the review. It loads actions.js at once if changes may wait in this browser, and correct.js if a job of the
// find is running, or if correct.js has just reloaded the page.

import { costOfScan, wayBack } from "../scan/arrival.js";
import { onChange } from "../offline/changes.js";
import { setting } from "../shared/device.js";
import "../shared/reading.js";
import { words } from "../shared/words.js";

/** The events with which a reader begins to use a part of the page. */
const TURNS = ["pointerover", "focusin", "toggle"];

const close = document.querySelector(".close");
const way = wayBack();

if (way === "camera") {
  close.href = "/";
  close.firstElementChild.textContent = words("common.close-to-camera");
}
if (way === "back") {
  close.addEventListener("click", (event) => {
    event.preventDefault();
    history.back();
  });
}

if (document.querySelector(".no-artwork")) {
  import("./own-photo.js").then(({ showOwnPhoto }) => showOwnPhoto()).catch(() => null);
}

const cost = document.querySelector(".cost");
cost.textContent = costOfScan() ?? "";
cost.hidden = !cost.textContent;

addEventListener("keydown", (event) => event.key === "Escape" && !event.target.closest?.(".correct") && close.click());

const actions = [...document.querySelectorAll(".actions, .ways form")];
const loadActions = whenUsed(actions, setting("unsent"), (change) =>
  import("./actions.js").then((module) => {
    module.serveActions(change);
    return module;
  }));
// "Your notes", or another page of this browser, may have changed the status.
onChange((change) => change.kind === "edits" && loadActions(change));

const share = document.querySelector(".share");
share.addEventListener("click", async () => {
  const module = await loadActions();
  if (module) return module.shareFind(share);
  // Without the script, the reader can still copy the address.
  const address = document.querySelector(".public-page")?.href ?? location.origin + location.pathname;
  alert(words("album.address", { address }));
});

const [statuses, notes] = [document.querySelector(".statuses"), document.querySelector(".own-notes")];
if (notes) {
  let offering = null;
  const loadNotes = () => {
    offering ??= offerNotes().catch(() => { offering = null; });
    return offering;
  };
  statuses?.addEventListener("stored", async () => (await loadNotes())?.renew());
  // Most readers never scroll to their notes.
  const watcher = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    watcher.disconnect();
    loadNotes();
  }, { rootMargin: "100px" });
  watcher.observe(notes);
}

/** Loads the buttons of "Your notes". */
async function offerNotes() {
  const module = await import("./notes.js");
  await module.serveNotes();
  return module;
}

whenUsed([...document.querySelectorAll(".correct")],
  history.state?.corrected || document.querySelector(".errand")?.dataset.busy,
  () => import("./correct.js").then((module) => module.serveCorrections()));

/**
 * Loads a script when the reader begins to use one of these parts, or at once. A form that is sent meanwhile waits for
 * the script, and is then sent again. If the script does not arrive, the server answers the forms with a page. Returns
 * the function that loads the script; its result is null if the script does not arrive.
 */
function whenUsed(parts, isDue, script) {
  let loading = null;
  const load = (reason) => {
    // After a failure, the next use tries again.
    loading ??= script(reason).catch(() => { loading = null; }).finally(() => {
      for (const part of parts) part.removeEventListener("submit", send);
    });
    return loading;
  };
  async function send(event) {
    event.preventDefault();
    await load();
    event.target.requestSubmit(event.submitter);
  }
  for (const part of parts) {
    part.addEventListener("submit", send);
    for (const turn of TURNS) part.addEventListener(turn, () => load(), { once: true, capture: true });
  }
  if (isDue) load();
  return load;
}
