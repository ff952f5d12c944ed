// The position in the history to which a reader returns from an album: scroll position, search and open folds. If the
// reader returns by a link of the album's page, the browser does not restore the position itself. This module also has
// the button that changes between the wall and the list and keeps the position.

import { searched, startSearch } from "./find.js";
import { root } from "../shared/page.js";

const KEY = "albumscan.place";

/**
 * Restores the position if the reader returns, and stores it when the page is left. Begins the search; find.js describes
 * its `options`.
 */
export function keepPosition(options = {}) {
  const position = isReturn() ? stored() : null;
  const results = startSearch({ ...options, position });
  for (const id of position?.open ?? []) {
    const fold = document.querySelector(`.finds:not(.results) li[data-find="${CSS.escape(id)}"] > .fold`);
    if (fold) fold.open = true;
  }
  for (const id of position?.shelves ?? []) {
    const row = document.querySelector(`.finds:not(.results) li[data-find="${CSS.escape(id)}"]`);
    const shelf = row?.closest(".shelf > details");
    if (shelf) shelf.open = true;
  }
  if (position) scrollTo({ top: position.top, behavior: "instant" });
  // Results arrive later. If the reader has scrolled meanwhile, the position stays.
  const top = scrollY;
  if (position) results.then(() => requestAnimationFrame(() => back(position.top, top))).catch(() => null);
  addEventListener("pagehide", store);
}

function back(top, before) {
  if (scrollY === before) scrollTo({ top, behavior: "instant" });
}

/** Whether this visit continues an earlier one: the Back button, a reload, or the close link of an album. */
function isReturn() {
  const [visit] = performance.getEntriesByType("navigation");
  return visit?.type !== "navigate"
    || ["album", "book"].some((kind) => document.referrer.startsWith(new URL(`${root()}${kind}/`, location.href).href));
}

/** The stored position of this page. The storage may be forbidden or contain anything. */
function stored() {
  try {
    const position = JSON.parse(sessionStorage.getItem(KEY));
    const isWhole = position?.path === location.pathname && Number.isFinite(position.top) && Array.isArray(position.open)
      && Array.isArray(position.shelves) && typeof position.search === "string" && Number.isFinite(position.shown);
    return isWhole ? position : null;
  } catch {
    return null;
  }
}

function store() {
  const open = [...document.querySelectorAll(".finds:not(.results) .fold[open]")]
    .map((fold) => fold.parentElement.dataset.find);
  // A shelf is known by its first find.
  const shelves = [...document.querySelectorAll(".finds:not(.results) .shelf > details[open]")]
    .map((shelf) => shelf.querySelector("[data-find]").dataset.find);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, top: scrollY, ...searched(), open, shelves }));
  } catch { /* No storage: the page begins at its top. */ }
}

/**
 * Switches between the wall and the list. The find at the top of the window stays there. Calls `chosen(view)` before
 * the change.
 */
export function followView(chosen) {
  const page = document.documentElement.dataset;
  document.querySelector(".view")?.addEventListener("click", () => {
    const rows = [...document.querySelectorAll(".finds:not([hidden]) section > ol > li")];
    const first = scrollY > 0 ? rows.find((row) => row.getBoundingClientRect().top > 0) : null;
    const view = page.view === "wall" ? "list" : "wall";
    chosen(view);
    page.view = view;
    first?.scrollIntoView({ block: "start", behavior: "instant" });
  });
}
