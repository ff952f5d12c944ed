// The picture on a scan's page: the reader's own photo, then the artwork. The camera page keeps the photo in
// IndexedDB (queue.js, the store `scans`). In a browser that did not send it, a placeholder stands in its place.

import { words } from "./words.js";

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
  const database = await opened();
  if (!database) return null;
  try {
    const request = database.transaction("scans").objectStore("scans").get(id);
    const record = await new Promise((done) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(null);
    });
    return record?.picture instanceof Blob ? record.picture : null;
  } catch {
    return null;
  } finally {
    database.close();
  }
}

/** The database of queue.js; null if there is none. This script never makes one. */
const opened = () => new Promise((done) => {
  try {
    const request = indexedDB.open("albumscan");
    request.onupgradeneeded = () => request.transaction.abort();
    request.onsuccess = () => done(request.result);
    request.onerror = request.onblocked = () => done(null);
  } catch {
    done(null);
  }
});
