// Where the close button of an album leads: to the camera after a scan, to the history otherwise. The answer is
// kept for the tab, because an album's page may be loaded again or lead to another album.

const KEY = "albumscan.came-from";
const base = document.documentElement.dataset.program;

/** The page that led to this one, if it belongs to this site. */
function referrer() {
  const url = document.referrer ? new URL(document.referrer) : null;
  return url?.origin === location.origin ? url.pathname : null;
}

function remember(place) {
  try { sessionStorage.setItem(KEY, place); } catch { /* Then the close button leads to the history. */ }
  return place;
}

function remembered() {
  try { return sessionStorage.getItem(KEY) === "camera" ? "camera" : "history"; } catch { return "history"; }
}

/** Called by a scan's page before it leads to the album. A scan opened from the history leads back there. */
export const leaveScan = () => remember(referrer()?.startsWith("/history/") ? "history" : "camera");

/** "camera", "history", or "back" if the page before this one is the history. */
export function wayBack() {
  const page = referrer();
  if (page === null) return remember("history");
  if (page.startsWith("/history/")) return remember("history") && "back";
  if (page === "/") return remember("camera");
  const isScan = page.startsWith("/scan/") || page.startsWith(`${base}/scans/`);
  return isScan || page.startsWith("/album/") ? remembered() : remember("history");
}
