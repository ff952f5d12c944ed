// What a scan's page hands on to the album's page, in the session of the tab: where the close button of the album
// leads, and the cost of the scan.

const WAY = "albumscan.came-from";
const COST = "albumscan.cost";
const base = document.documentElement.dataset.program;

function keep(name, text) {
  try { sessionStorage.setItem(name, text); } catch { /* Then the album's page does without it. */ }
  return text;
}

function kept(name) {
  try { return sessionStorage.getItem(name); } catch { return null; }
}

/** The page that led to this one, if it belongs to this site. */
function referrer() {
  const url = document.referrer ? new URL(document.referrer) : null;
  return url?.origin === location.origin ? url.pathname : null;
}

/** Called by a scan's page before it leads to the album. A scan opened from the history leads back there. */
export const leaveScan = () => keep(WAY, referrer()?.startsWith("/history/") ? "history" : "camera");

/** "camera", "history", or "back" if the page before this one is the history. */
export function wayBack() {
  const page = referrer();
  if (page === null) return keep(WAY, "history");
  if (page.startsWith("/history/")) return keep(WAY, "history") && "back";
  if (page === "/") return keep(WAY, "camera");
  // An album's page may be loaded again, or lead to an earlier find.
  const isOnTheWay = [`${base}/scans/`, "/scan/", "/album/"].some((one) => page.startsWith(one));
  return isOnTheWay && kept(WAY) === "camera" ? "camera" : keep(WAY, "history");
}

/** Keeps the sentence about the cost of the scan that leads to the album `page`. */
export const keepCost = (page, sentence) => keep(COST, `${page} ${sentence}`);

/** That sentence on the page of the album; null on the page of another album. */
export function costOfScan() {
  const text = kept(COST);
  return text?.startsWith(`${location.pathname} `) ? text.slice(location.pathname.length + 1) : null;
}
