// The picture on a scan's page: the reader's own photo, which the camera page has stored, then the artwork. In a
// browser that did not send the photo, the page keeps its empty picture.

import { all } from "../offline/database.js";
import { words } from "../shared/words.js";

const picture = document.querySelector(".found");
const placeholder = picture.src;

/** Shows the reader's photo of the scan `id`, also in place of an artwork that was withdrawn. */
export async function showPhoto(id) {
  delete picture.dataset.kind;
  delete picture.dataset.address;
  const photo = await photoOf(id);
  if (picture.dataset.kind) return;
  picture.src = photo ? URL.createObjectURL(photo) : placeholder;
  picture.alt = photo ? words("scan.your-photo") : "";
  if (photo) picture.dataset.kind = "photo";
}

/** Shows artwork once it has arrived; until then the earlier picture stays. */
export async function showArtwork(address, title) {
  if (!address || picture.dataset.address === address) return;
  picture.dataset.address = address;
  const artwork = new Image();
  artwork.src = address;
  await artwork.decode().catch(() => null);
  if (picture.dataset.address !== address || !artwork.naturalWidth) return;
  picture.src = address;
  picture.alt = words("album.cover", { title });
  picture.dataset.kind = "artwork";
}

/** The photo as a Blob; null if this browser did not send it. */
async function photoOf(id) {
  const scan = (await all("scans")).find((one) => one.id === id);
  return scan?.picture instanceof Blob ? scan.picture : null;
}
