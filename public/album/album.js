// The album page. The close button leads to the camera or the history. A deletion leads to the history, which offers
// Undo. Share passes on the page's address. correct.js sends corrections. The page loads correct.js only when a reader
// uses "Not this one?", the picture or the review, because most readers never do. The page loads it at once if a job of
// the find is running, or if correct.js has just reloaded the page.

import { costOfScan, wayBack } from "../scan/arrival.js";
import { copied } from "../shared/copy.js";
import { addDeletion, tell } from "../shared/deleted.js";
import { followStatus } from "../shared/details.js";
import "../shared/reading.js";
import { forgetOwnPhoto, showOwnPhoto } from "./own-photo.js";
import { post } from "../shared/server.js";
import { words } from "../shared/words.js";

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

/** Opens the share sheet of the device. Copies the address if that fails. */
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

/** The events that show that a reader begins to use a section. */
const TURNS = ["pointerover", "focusin", "toggle"];

let loading = null;

/** Loads correct.js. If that fails, the server answers the forms with the page. */
function load() {
  loading ??= import("./correct.js").then((module) => module.serveCorrections()).catch(() => null).finally(() => {
    for (const section of sections) section.removeEventListener("submit", send);
  });
  return loading;
}

/** Waits for correct.js, and submits the form again. */
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
