// The album page: its close button leads back to where the reader came from; deleting leads to the history, which
// offers Undo; Share hands on the page's address. correct.js sends corrections; it is loaded when a reader turns to
// "Not this one?", the picture or the review, because most readers never do. It is loaded at once if the page follows a
// request, or comes from one.

import { costOfScan, wayBack } from "../scan/arrival.js";
import { copied } from "../shared/copy.js";
import { addDeletion, tell } from "../shared/deleted.js";
import { followStatus } from "../shared/details.js";
import { forgetOwnPhoto, showOwnPhoto } from "./own-photo.js";
import { post } from "../shared/server.js";
import { words } from "../shared/words.js";

const close = document.querySelector(".close");
const way = wayBack();

if (way === "camera") {
  close.href = "/";
  close.querySelector("img").alt = words("common.close-to-camera");
}
if (way === "back") {
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
  await forgetOwnPhoto();
  location.replace("/history/");
});

const statuses = document.querySelector(".statuses");
if (statuses) followStatus(statuses);

showOwnPhoto();

const cost = document.querySelector(".cost");
cost.textContent = costOfScan() ?? "";
cost.hidden = !cost.textContent;

addEventListener("keydown", (event) => event.key === "Escape" && !event.target.closest?.(".correct") && close.click());

const share = document.querySelector(".share");
share.hidden = false;
share.addEventListener("click", shareAddress);

/** The share sheet of the device; without one, the address is copied. */
async function shareAddress() {
  const address = location.origin + location.pathname;
  if (navigator.share) {
    try {
      return await navigator.share({ title: document.title, url: address });
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  tell((await copied(address, share)) ? words("album.copied") : words("album.address", { address }));
}

const sections = document.querySelectorAll(".correct");

/** The first events with which a reader turns to a section. */
const TURNS = ["pointerover", "focusin", "toggle"];

let loading = null;

/** Without the module, the server answers the forms with the page itself. */
function load() {
  loading ??= import("./correct.js").catch(() => null).finally(() => {
    for (const section of sections) section.removeEventListener("submit", send);
  });
  return loading;
}

/** A form that is sent before the module has arrived is sent again afterwards. */
async function send(event) {
  event.preventDefault();
  await load();
  event.target.requestSubmit(event.submitter);
}

if (history.state?.corrected || document.querySelector(".errand")?.dataset.busy) load();
else {
  for (const section of sections) {
    section.addEventListener("submit", send);
    for (const turn of TURNS) section.addEventListener(turn, load, { once: true, capture: true });
  }
}
