// The reader's own photo on the page of a find without artwork. Only the browser that sent the photo has it, with the
// record of the scan, until newer scans replace it or the reader signs out.

import { all, write } from "../offline/database.js";
import { setting } from "../shared/device.js";
import { isFinal, statesOf, whoIsAsking } from "../shared/server.js";
import { words } from "../shared/words.js";

/** The scans with a picture that belong to the person who is signed in. */
async function pictured() {
  const scans = (await all("scans")).filter((one) => one.picture instanceof Blob);
  const me = scans.length ? (await whoIsAsking())?.id ?? setting("person") : null;
  return scans.filter(({ person }) => !person || !me || person === me);
}

/** The scan that led to the page `page`; undefined if this browser did not send it. */
async function scanOf(page) {
  const scans = await pictured();
  const known = scans.find(({ status }) => status?.page === page);
  const open = scans.filter(({ status }) => !isFinal(status?.state));
  if (known || !open.length) return known;
  // The camera page may not have stored the result yet.
  const states = await statesOf(open.map(({ id }) => id));
  const state = Array.isArray(states) ? states.find((one) => one.page === page) : null;
  return open.find(({ id }) => id === state?.id);
}

/** Shows the photo in the tile without artwork. */
export async function showOwnPhoto() {
  const tile = document.querySelector(".no-artwork");
  const scan = tile && (await scanOf(location.pathname));
  if (!scan) return;
  const picture = new Image();
  picture.src = URL.createObjectURL(scan.picture);
  await picture.decode().catch(() => null);
  if (!picture.naturalWidth) return;
  picture.className = "artwork";
  picture.alt = "";
  tile.querySelector("span").textContent = words("scan.your-photo");
  tile.querySelector("img").replaceWith(picture);
  tile.classList.add("own-photo");
}

/** Removes the scan of the deleted find, with its photo. */
export async function forgetOwnPhoto() {
  const scans = (await pictured()).filter(({ status }) => status?.page === location.pathname);
  if (scans.length) await write(...scans.map(({ id }) => ({ store: "scans", remove: id })));
}
