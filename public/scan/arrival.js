// Values that a scan's page passes to the album's page through the tab's session: the target of the album's close
// button, and the cost of the scan.

const WAY = "albumscan.came-from";
const COST = "albumscan.cost";
const base = document.documentElement.dataset.program;

function keep(name, text) {
  try { sessionStorage.setItem(name, text); } catch { /* The album's page works without it. */ }
  return text;
}

function kept(name) {
  try { return sessionStorage.getItem(name); } catch { return null; }
}

/** The path of the page that led here; null if it belongs to another site. */
function referrer() {
  const url = document.referrer ? new URL(document.referrer) : null;
  return url?.origin === location.origin ? url.pathname : null;
}

/** The way back from a scan's page that becomes the album's page; null on other pages. */
let left = null;

/** Called before a scan's page shows the album. A scan opened from the history leads back to the history. */
export function leaveScan() {
  left = keep(WAY, referrer()?.startsWith("/history/") ? "history" : "camera");
}

/** The way back: "camera", "history", or "back" if the previous page is the history. */
export function wayBack() {
  if (left) return left === "history" ? "back" : left;
  const page = referrer();
  if (page === null) return keep(WAY, "history");
  if (page.startsWith("/history/")) return keep(WAY, "history") && "back";
  if (page === "/") return keep(WAY, "camera");
  // If the reader came from the page of the scan or of another find, the way back stays the camera.
  const isOnTheWay = [`${base}/scans/`, "/scan/", "/album/", "/book/"].some((one) => page.startsWith(one));
  return isOnTheWay && kept(WAY) === "camera" ? "camera" : keep(WAY, "history");
}

/** Stores the sentence about the cost of the scan for the album's page `page`. */
export const keepCost = (page, sentence) => keep(COST, `${page} ${sentence}`);

/** The sentence about the cost on the page of the album; null on the page of another album. */
export function costOfScan() {
  const text = kept(COST);
  return text?.startsWith(`${location.pathname} `) ? text.slice(location.pathname.length + 1) : null;
}
