// The search over the whole log, as the user types. The results replace the finds of the page; the address keeps the
// query and the filters. match.js compares, shards.js loads, chips.js has the filters.

import { names, showChips } from "./chips.js";
import { nameDays } from "./days.js";
import { isDeleted } from "./deleted.js";
import { setting } from "./device.js";
import { filterOf, findRows, KINDS, narrows, queryWords, rowOf } from "./match.js";
import { hasMoreReviews, isComplete, loaded, loadManifest, loadReviews, loadShards, pause, totals } from "./shards.js";
import { words } from "./words.js";

/** The number of results that are shown first, and with each press of the button. */
const PAGE = 60;

/** The longest work without a pause, in milliseconds. */
const SLICE = 8;

/** The result count is spoken after this pause of the user, in milliseconds. */
const SILENCE = 500;

const field = document.querySelector("#filter");
const chips = document.querySelector(".chips");
const said = document.querySelector(".hits");
const box = document.querySelector(".results");
const more = document.querySelector(".more-results");
const [moreButton, reviewsButton] = more?.querySelectorAll("button") ?? [];
const pattern = document.querySelector("template#result");
const language = document.documentElement.lang;

// Browsers do not move a button into view that is visible in part.
chips?.addEventListener("focusin", ({ target }) => target.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" }));

let filters = {};
let shown = PAGE;
let isInReviews = false;
let hasFailed = false;

/** Changes with each new search; an older one stops. */
let run = 0;

/** The hits of each shard, and what they were found for. */
let hits = new Map();
let former = { words: [], filters: "" };

const query = () => field.value.trim();
const isOn = () => query() !== "" || Object.keys(filters).length > 0;

/** The part of the address that keeps the search, and the number of results that are shown. */
export const searched = () => (field ? { search: location.search, shown } : { search: "", shown });

/** Begins with the query of the address, or with a stored one. The promise ends when the results are there. */
export async function startSearch(place) {
  if (!field || !pattern) return;
  if (place?.search && !location.search) history.replaceState(history.state, "", place.search);
  shown = Math.max(PAGE, place?.shown ?? 0);
  readAddress();
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
  addKey();
  await Promise.all([showFilters(), isOn() ? search() : null]);
}

function addKey() {
  // People who speak to their computer can switch the key off in the settings (WCAG 2.1.4).
  if (setting("search-key") === "off") return field.removeAttribute("aria-keyshortcuts");
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

function readAddress() {
  const values = new URLSearchParams(location.search);
  field.value = values.get("q") ?? "";
  filters = {};
  for (const kind of KINDS) {
    const isList = ["status", "tier", "decade", "year"].includes(kind);
    const wanted = values.getAll(kind).flatMap((one) => (isList ? one.split(",") : [one])).filter(Boolean);
    if (wanted.length) filters[kind] = wanted;
  }
}

function writeAddress() {
  const address = new URL(location.href);
  for (const name of ["q", ...KINDS]) address.searchParams.delete(name);
  if (query()) address.searchParams.set("q", query());
  for (const [kind, values] of Object.entries(filters)) {
    for (const one of values) address.searchParams.append(kind, one);
  }
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}

function changed() {
  shown = PAGE;
  writeAddress();
  search();
}

async function showFilters() {
  await loadManifest().catch(() => null);
  if (!totals()) return;
  field.placeholder = words("search.field", { count: totals().finds });
  drawFilters();
}

function drawFilters() {
  if (!totals()) return;
  showChips(chips, totals(), filters, (wanted) => {
    filters = wanted;
    drawFilters();
    changed();
  });
}

/** Loads the shards; each is searched when it arrives. */
async function load() {
  hasFailed = false;
  try {
    await loadShards(names, (shard) => isOn() && look(shard));
  } catch {
    hasFailed = true;
  }
  if (isOn()) show();
}

/** Searches all shards that are there, the newest first, and loads the others. */
async function search() {
  run += 1;
  const own = run;
  if (!isOn()) return showPage();
  const wanted = { words: queryWords(query()), filters: JSON.stringify([filters, isInReviews]) };
  const isNarrower = wanted.filters === former.filters && narrows(wanted.words, former.words);
  const [old, next] = [hits, new Map()];
  let begun = performance.now();
  for (const shard of loaded()) {
    next.set(shard, found(shard, wanted.words, isNarrower ? old.get(shard) : null));
    if (performance.now() - begun < SLICE) continue;
    await pause();
    if (own !== run) return;
    begun = performance.now();
  }
  for (const shard of loaded()) if (!next.has(shard)) next.set(shard, found(shard, wanted.words, null));
  [hits, former] = [next, wanted];
  show();
  if (!isComplete()) await load();
}

function look(shard) {
  hits.set(shard, found(shard, queryWords(query()), null));
  show();
}

function found(shard, words, old) {
  const among = old ? [...old.first, ...old.plain, ...old.near].sort((one, other) => other - one) : null;
  return findRows(shard, words, { passes: filterOf(shard, filters), among, isInReviews });
}

async function searchReviews() {
  isInReviews = true;
  reviewsButton.hidden = true;
  field.focus({ preventScroll: true });
  await loadReviews(() => null).catch(() => { hasFailed = true; });
  search();
}

// Rows of the page.

/** The hits of all shards in the order of the results: [shard, row]. */
function results() {
  const lists = loaded().filter((shard) => hits.has(shard)).map((shard) => [shard, hits.get(shard)]);
  return ["first", "plain", "near"].flatMap((kind) =>
    lists.flatMap(([shard, one]) => one[kind].map((row) => [shard, row])));
}

let isDue = false;

/** Shows the results with the next picture of the screen. */
function show() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    if (isOn()) draw();
  });
}

function draw() {
  const all = results();
  const list = box.querySelector("ol");
  const known = new Map([...list.children].map((row) => [row.dataset.result, row]));
  const rows = [];
  for (const [shard, row] of all) {
    if (rows.length === shown) break;
    const find = rowOf(shard, row);
    if (!isDeleted(find.id)) rows.push(known.get(find.id) ?? filled(find));
  }
  list.replaceChildren(...rows);
  nameDays();
  setPage(true);
  more.hidden = all.length <= shown && !(isComplete() && hasMoreReviews() && query());
  moreButton.hidden = all.length <= shown;
  reviewsButton.hidden = isInReviews || !query() || !isComplete() || !hasMoreReviews();
  tell(rows.length < shown ? rows.length : all.length);
}

/** A row like those of the page. All texts are set as texts. */
function filled(find) {
  const row = pattern.content.firstElementChild.cloneNode(true);
  row.dataset.result = find.id;
  const part = (name) => row.querySelector(name);
  part(".find").href = `/album/${find.id}/`;
  part(".title").textContent = find.title;
  part(".artist").textContent = find.artist;
  if (find.picture) part(".thumbnail").src = find.picture;
  else part(".thumbnail").classList.add("none");
  if (find.label) {
    part(".label").textContent = find.label;
    part("b").textContent = new Intl.NumberFormat(language, { minimumFractionDigits: find.rating === 100 ? 0 : 1 })
      .format(find.rating / 10);
    part(".unrated").remove();
  } else {
    part(".label").remove();
    part("b").remove();
  }
  if (!find.isUnsure) part("em").remove();
  part("time").dateTime = find.day;
  return row;
}

let timer = 0;

/** Writes the number of results, and has it spoken once after the user has stopped. */
function tell(count) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const text = sentence(count);
    if (isOn() && said.textContent !== text) said.textContent = text;
  }, SILENCE);
}

function sentence(count) {
  if (hasFailed) return words("search.failed");
  if (!isComplete()) return words("search.loading", { count });
  if (count) return words(count === 1 ? "search.one" : "search.many", { count });
  return query() ? words("history.no-match", { text: query() }) : words("search.none");
}

function showPage() {
  clearTimeout(timer);
  said.textContent = "";
  hits = new Map();
  former = { words: [], filters: "" };
  more.hidden = true;
  box.querySelector("ol").replaceChildren();
  setPage(false);
}

/** Shows the results, or the finds of the page. */
function setPage(hasResults) {
  box.hidden = !hasResults;
  for (const one of document.querySelectorAll(".finds:not(.results), .page")) one.hidden = hasResults;
}

/** A find was deleted or brought back: the results leave it out, or show it again. */
export function searchAgain() {
  if (field && isOn()) show();
}
