// The search over the whole history, as the user types, and its orders. The results replace the finds of the page; the
// address keeps query, filters and order. hits.js searches, shards.js loads, results.js makes the rows.

import { names, showChips } from "./chips.js";
import { nameDays } from "./days.js";
import { addressOf, KINDS, searchOf } from "./filters.js";
import { forgetHits, hitCounts, prepareOrder, results, searchLoaded, searchShard } from "./hits.js";
import { idOf, queryWords } from "./match.js";
import { albumsOf, hasResults, showAlbums } from "./results.js";
import { hasMore, isComplete, loaded, loadManifest, loadParts, loadShards, pause, whole } from "./shards.js";
import { words } from "../shared/words.js";

/** The number of results that are shown first, and that each press of the button adds. */
const PAGE = 60;

/** The number of results that a new search shows at once: more than a screen has. The others follow. */
const FIRST = 12;

/** A search whose names give fewer results also looks into the titles of tracks. */
const FEW = 10;

/** The result count is spoken after the user has not typed for this time, in milliseconds. */
const SILENCE = 500;

const field = document.querySelector("#filter");
const chips = document.querySelector(".chips");
const sorting = document.querySelector(".sort");
const said = document.querySelector(".hits");
const box = document.querySelector(".results");
const more = document.querySelector(".more-results");
const [moreButton, reviewsButton] = more?.querySelectorAll("button") ?? [];

// Browsers do not scroll to a focused button or link that is partly visible.
for (const line of document.querySelectorAll(".chips, .ways-in")) {
  line.addEventListener("focusin", ({ target }) =>
    target.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" }));
}

/** The names of the filters that the address may have. */
let kinds = KINDS;

/** Whether a find, by its id, is left out of the results. */
let isLeftOut = () => false;

/** `dress` completes a new row of the results; `drawn` is called after each change of the rows. */
let [dress, drawn, showFacets] = [() => {}, () => {}, () => {}];

let filters = {};
let order = "date";
let shown = PAGE;

/** Whether the first results of the search are on the page. A search from the address shows all at once. */
let isBegun = true;
let isInReviews = false;
let hasFailed = false;

/** The number of the newest search; an older search stops. */
let run = 0;

const query = () => field.value.trim();
const isOn = () => query() !== "" || Object.keys(filters).length > 0 || order !== "date";

/** The part of the address that keeps the search, and the number of results that are shown. */
export const searched = () => (field ? { search: location.search, shown } : { search: "", shown });

/**
 * Begins with the query of the address, or with the query of a stored `position`. The promise ends when the results are
 * there. `hides(id)` tells which finds are left out, `dresses(row, find)` completes a new row, and `draws()` is called
 * after each change of the rows. `own` are the kinds of filters that the page has. `facets(whole, counts, filters,
 * change)` shows filters elsewhere on the page. If the address has no order, `sort` is the order. `sorts(order)` is
 * called when the reader chooses an order. With `hasKey`, the key "/" leads to the search.
 */
export async function startSearch(
  { position = null, hides = isLeftOut, dresses = dress, draws = drawn, own = KINDS, hasKey = true, ...more } = {},
) {
  if (!field || !hasResults) return;
  [isLeftOut, dress, drawn, kinds] = [hides, dresses, draws, own];
  if (more.facets) showFacets = more.facets;
  if (position?.search && !location.search) history.replaceState(history.state, "", position.search);
  shown = Math.max(PAGE, position?.shown ?? 0);
  const address = searchOf(location.search, kinds);
  field.value = address.query;
  filters = address.filters;
  setOrder(address.order ?? more.sort);
  sorting?.addEventListener("change", () => {
    setOrder(sorting.value);
    more.sorts?.(order);
    changed();
  });
  field.addEventListener("input", () => changed());
  field.addEventListener("focus", () => load(), { once: true });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !field.value) return;
    event.preventDefault();
    field.value = "";
    changed();
  });
  moreButton.addEventListener("click", () => {
    shown += PAGE;
    show();
  });
  reviewsButton.addEventListener("click", searchReviews);
  if (hasKey) addKey();
  else field.removeAttribute("aria-keyshortcuts");
  await Promise.all([showFilters(), isOn() ? search() : null]);
}

function addKey() {
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

/** An order that the page does not offer is the order by date. */
function setOrder(wanted) {
  order = [...sorting?.options ?? []].some((one) => one.value === wanted) ? wanted : "date";
  if (sorting) sorting.value = order;
}

function writeAddress() {
  const address = addressOf({ query: query(), filters, order });
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}

function changed() {
  shown = PAGE;
  isBegun = false;
  writeAddress();
  search();
}

async function showFilters() {
  await loadManifest().catch(() => null);
  if (!whole()) return;
  const count = whole().all;
  field.placeholder = words(count === 1 ? "search.field.one" : "search.field", { count });
  drawFilters();
}

/** Shows the numbers of the whole history until all shards are searched. */
function drawFilters() {
  if (!whole()) return;
  const all = [whole(), (isComplete() && hitCounts()) || whole(), filters];
  const change = (wanted) => {
    filters = wanted;
    drawFilters();
    changed();
  };
  showChips(chips, ...all, change);
  showFacets(...all, change);
}

/** Loads the shards; each is searched when it arrives. */
async function load() {
  hasFailed = false;
  try {
    await loadShards(names, (shard) => isOn() && searchArrived(shard));
  } catch {
    hasFailed = true;
  }
  if (isOn()) show();
}

async function search() {
  run += 1;
  const own = run;
  if (!isOn()) return showPage();
  if (!(await searchLoaded(wanted(), () => own !== run))) return;
  const drawing = showNow();
  if (!isComplete()) await load();
  await drawing;
  await searchTracks(() => own !== run);
}

/** Looks into the titles of tracks, after the user has stopped typing. */
async function searchTracks(isOld) {
  if (!query() || !isComplete() || results(order).length >= FEW) return;
  if (hasMore("tracks")) {
    await new Promise((go) => setTimeout(go, SILENCE));
    // Results without tracks are results, too.
    if (isOld() || !(await loadParts("tracks").catch(() => false))) return;
  }
  if (!isOld() && await searchLoaded({ ...wanted(), isInTracks: true }, isOld)) await showNow();
}

/** Searches a shard that has arrived. */
function searchArrived(shard) {
  searchShard(shard, wanted());
  show();
}

const wanted = () => ({ words: queryWords(query()), filters, isInReviews, isInTracks: false });

async function searchReviews() {
  isInReviews = true;
  reviewsButton.hidden = true;
  field.focus({ preventScroll: true });
  hasFailed = false;
  try {
    for (let attempt = 0; !(await loadParts("reviews")); attempt += 1) {
      if (attempt === 2) throw new Error("the search changes all the time");
      await load();
    }
  } catch {
    // The button appears again, for another attempt.
    [isInReviews, hasFailed] = [false, true];
  }
  search();
}

// The rows of the results.

let isDue = false;

/** Shows the results in the next animation frame. */
function show() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    if (isOn()) showNow();
  });
}

/** Another order than that by date needs all shards: the first find may be in the last one. */
async function showNow() {
  drawFilters();
  if (order !== "date" && !isComplete() && !hasFailed) return tell(results(order).length);
  await prepareOrder(order, loaded());
  if (!isOn()) return;
  const all = results(order);
  if (isBegun) return draw(all, shown);
  isBegun = true;
  draw(all, Math.min(FIRST, shown));
  await pause();
  show();
}

/** Shows the first `count` albums of the results. */
function draw(all, count) {
  const { albums, isCut } = albumsOf(all, count, isLeftOut);
  showAlbums(box.querySelector("ol"), albums, dress);
  nameDays();
  setPage(true);
  const hasRest = isCut && all.length > shown;
  const hasReviews = isComplete() && hasMore("reviews") && query() !== "";
  more.hidden = !hasRest && !hasReviews;
  moreButton.hidden = !hasRest;
  reviewsButton.hidden = isInReviews || !hasReviews;
  tell(isCut ? all.length : albums.reduce((sum, album) => sum + album.finds.length, 0));
}

let timer = 0;

/** Writes the number of results after the user has stopped typing: it is spoken only once. */
function tell(count) {
  clearTimeout(timer);
  timer = setTimeout(() => isOn() && say(sentence(count)), SILENCE);
}

const say = (text) => { if (said.textContent !== text) said.textContent = text; };

function sentence(count) {
  if (hasFailed) return words("search.failed");
  if (!isComplete()) return words(count === 1 ? "search.loading.one" : "search.loading", { count });
  if (count) return words(count === 1 ? "search.one" : "search.many", { count });
  return query() ? words("history.no-match", { text: query() }) : words("search.none");
}

function showPage() {
  clearTimeout(timer);
  said.textContent = "";
  forgetHits();
  drawFilters();
  more.hidden = true;
  box.querySelector("ol").replaceChildren();
  setPage(false);
}

/** Shows the results, or the finds of the page. */
function setPage(areResults) {
  box.hidden = !areResults;
  for (const one of document.querySelectorAll(".finds:not(.results), .page")) one.hidden = areResults;
  drawn();
}

/** The ids of all finds of the results, also of those that are not drawn; null while the page is shown. */
export const foundFinds = () =>
  (box.hidden ? null : results(order).map(([shard, row]) => idOf(shard, row)).filter((id) => !isLeftOut(id)));

/** Draws the results again after a find was deleted or restored. */
export function searchAgain() {
  if (run > 0 && isOn()) draw(results(order), shown);
}
