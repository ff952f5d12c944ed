// Loads the files of the search: the manifest first, then the shards, the newest first and four at a time. Each shard
// is loaded once for a page. docs/interface.md "Search" describes the files.

import { countsOf } from "./filters.js";
import { prepareReviews, prepareTracks, preparing } from "./match.js";
import { root } from "../shared/page.js";

/** The number of requests at a time. */
const WIDTH = 4;

/** The number of finds in a part of a month. */
const PART = 100;

/**
 * The kinds of files that each part of a month may have, by the member of a prepared shard that keeps them: the name of
 * the kind in the manifest and in addresses, and the function that prepares a file.
 */
const FILES = { reviews: { name: "words", prepare: prepareReviews }, tracks: { name: "tracks", prepare: prepareTracks } };

/** Lets the browser answer the user before the work goes on. */
export const pause = () => globalThis.scheduler?.yield?.() ?? new Promise((go) => setTimeout(go));

let manifest = null;
let counts = null;
let loading = null;
let reading = null;

/** The shards in the order of the manifest; an element is empty until its shard has arrived. */
let shards = [];

/** The counts of the whole history, as `filters.js` has them; null before the manifest has arrived. */
export const whole = () => counts;
export const loaded = () => shards.filter(Boolean);
export const isComplete = () => manifest !== null && shards.length === manifest.shards.length && shards.every(Boolean);

/** Loads the manifest once. Throws if that fails. */
export function loadManifest() {
  if (manifest) return Promise.resolve();
  reading ??= get("index.json", "no-cache").then((data) => {
    manifest = data;
    counts = countsOf(data);
  }).finally(() => { reading = null; });
  return reading;
}

/** Loads all shards once. Calls `arrived(shard)` for each. Throws if a request fails, or the history changes too often. */
export function loadShards(names, arrived) {
  if (isComplete()) return Promise.resolve();
  loading ??= loadAll(names, arrived).finally(() => { loading = null; });
  return loading;
}

async function loadAll(names, arrived) {
  await loadManifest();
  for (let attempt = 0; !(await follow(names, arrived)); attempt += 1) {
    if (attempt === 2) throw new Error("the search changes all the time");
    // A shard is missing, because the history has changed since the manifest was loaded.
    manifest = null;
    await loadManifest();
  }
}

/** Loads the shards of the manifest that are missing. False if the server no longer has one of them. */
async function follow(names, arrived) {
  const present = new Map(shards.filter(Boolean).map((shard) => [key(shard.entry), shard]));
  shards = manifest.shards.map((entry) => present.get(key(entry)) ?? null);
  const wanted = manifest.shards.flatMap((entry, index) => (shards[index] ? [] : [index]));
  let isCurrent = true;
  const work = async () => {
    for (let index = wanted.shift(); index !== undefined && isCurrent; index = wanted.shift()) {
      const entry = manifest.shards[index];
      const data = await get(`${entry.part}.${entry.hash}.json`, "force-cache");
      if (!data) { isCurrent = false; return; }
      const shard = await prepared(data, entry, names);
      shards[index] = shard;
      arrived(shard);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, work));
  return isCurrent;
}

const key = ({ part, hash }) => `${part}.${hash}`;

async function prepared(data, entry, names) {
  const steps = preparing(data, entry.part, names);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return Object.assign(step.value, { entry });
    await pause();
  }
}

/** The files of a kind that are not loaded. A manifest of an earlier version has no files of tracks. */
const missing = (kind) => loaded().flatMap((shard) => (shard.entry[FILES[kind].name] ?? [])
  .map((hash, part) => ({ shard, hash, part })).filter(({ hash, part }) => hash && !shard[kind][part]));

/**
 * Loads all files of a kind, `reviews` or `tracks`. Returns false if the server no longer has one of them: the history has
 * changed, and the next call of `loadShards` loads the new manifest. Throws if a request fails.
 */
export async function loadParts(kind) {
  const { name, prepare } = FILES[kind];
  const wanted = missing(kind);
  let isCurrent = true;
  const work = async () => {
    for (let one = wanted.shift(); one && isCurrent; one = wanted.shift()) {
      const { shard, hash, part } = one;
      const data = await get(`${shard.part}.${name}-${part}.${hash}.json`, "force-cache");
      if (data) shard[kind][part] = prepare(data, part * PART);
      else isCurrent = false;
      await pause();
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, work));
  if (!isCurrent) manifest = null;
  return isCurrent;
}

/** Whether there are files of a kind that are not loaded. */
export const hasMore = (kind) => missing(kind).length > 0;

/** Whether a document is the manifest, a shard, or a file of review words or of tracks. */
const isFile = ({ version, shards, ids, titles, words, rows, lists, list }) =>
  (version === 1 && Array.isArray(shards)) || (typeof ids === "string" && Array.isArray(titles))
  || (typeof words === "string" && Array.isArray(rows)) || (Array.isArray(lists) && Array.isArray(list));

/** The document of a file; null if the server does not have it. A file with a digest in its name never changes. */
async function get(name, cache) {
  const answer = await fetch(`${root()}search/${name}`, { cache });
  if (answer.status === 404 && name !== "index.json") return null;
  if (!answer.ok || answer.redirected) throw new Error(`${name}: ${answer.status}`);
  const document = await answer.json();
  if (!isFile(document ?? {})) throw new Error(`${name}: no file of the search`);
  return document;
}
