// The album page of the published log: the device's share sheet shares its picture and its address, or the script copies
// the address. No other server gets the address. The link for an e-mail needs no script.

import { copied } from "../shared/copy.js";
import { openShareSheet, preparePicture } from "../shared/share-sheet.js";
import { words } from "../shared/words.js";

const section = document.querySelector(".sharing");
const [share, copy] = section.querySelectorAll("button");
const told = section.querySelector(".told");

/** The address that the host has set for the page; otherwise the address at which the reader has opened it. */
const address = document.querySelector("link[rel=canonical]")?.href ?? location.origin + location.pathname;

section.hidden = false;
copy.parentElement.hidden = false;
share.parentElement.hidden = !navigator.share;

// The picture to share lies beside the page. Without such a picture, the page names the cover alone.
const preview = document.querySelector("meta[property='og:image']")?.content.split("/").at(-1) ?? "";
const picture = preview.startsWith("share-") ? preview : null;

share.addEventListener("pointerdown", () => preparePicture(picture));
share.addEventListener("click", async () => {
  if (!(await openShareSheet({ address, picture }))) told.textContent = words("album.address", { address });
});

copy.addEventListener("click", async () => {
  told.textContent = (await copied(address, copy)) ? words("album.copied") : words("album.address", { address });
});
