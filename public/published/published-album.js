// The album page of the published log: the device's share sheet shares its address, or the script copies it. No other
// server gets the address. The link for an e-mail needs no script.

import { copied } from "../shared/copy.js";
import { words } from "../shared/words.js";

const section = document.querySelector(".sharing");
const [share, copy] = section.querySelectorAll("button");
const told = section.querySelector(".told");

/** The address that the host has set for the page; otherwise the address at which the reader has opened it. */
const address = document.querySelector("link[rel=canonical]")?.href ?? location.origin + location.pathname;

section.hidden = false;
copy.parentElement.hidden = false;
share.parentElement.hidden = !navigator.share;

share.addEventListener("click", async () => {
  try {
    await navigator.share({ title: document.title, url: address });
  } catch (error) {
    if (error.name !== "AbortError") told.textContent = words("album.address", { address });
  }
});

copy.addEventListener("click", async () => {
  told.textContent = (await copied(address, copy)) ? words("album.copied") : words("album.address", { address });
});
