// The album page: its close button leads back to where the reader came from; deleting leads to the history, which
// offers Undo; Share hands on the page's address. correcting.js loads correct.js, which sends corrections.

import { costOfScan, wayBack } from "./arrival.js";
import { copied } from "./copy.js";
import "./correcting.js";
import { addDeletion, tell } from "./deleted.js";
import { followStatus } from "./details.js";
import { forgetOwnPhoto, showOwnPhoto } from "./own-photo.js";
import { post } from "./server.js";
import { words } from "./words.js";

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
