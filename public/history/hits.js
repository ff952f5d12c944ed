// The hits of a search in the loaded shards: the rows with the words of the query, those among them that pass the
// filters, the numbers of finds for each filter, and the order of the hits.

import { noCounts, sift } from "./filters.js";
import { findRows, narrows } from "./match.js";
import { loaded, pause } from "./shards.js";

/** The longest work without a pause, in milliseconds. */
const SLICE = 16;

/** For each shard, the rows with the words, and the rows that pass the filters, too. */
let [hits, passing] = [new Map(), new Map()];

/** The words of the hits, and whether they may be in reviews and in the titles of tracks. */
let former = { words: [], isInReviews: false, isInTracks: false };

let counts = null;

/** The numbers of finds for each filter; null without a search. */
export const hitCounts = () => counts;

/**
 * Searches the loaded shards, the newest first. `wanted` has `words`, `filters`, `isInReviews` and `isInTracks`. Returns false if
 * `isOld()` after a pause; then a newer search has begun.
 */
export async function searchLoaded(wanted, isOld) {
  const isNarrower = wanted.isInReviews === former.isInReviews && wanted.isInTracks === former.isInTracks
    && narrows(wanted.words, former.words);
  const [next, rest, sum] = [new Map(), new Map(), noCounts()];
  const searchOne = (shard) => {
    next.set(shard, found(shard, wanted, isNarrower ? hits.get(shard) : null));
    rest.set(shard, sifted(shard, next.get(shard), wanted, sum));
  };
  let begun = performance.now();
  for (const shard of loaded()) {
    searchOne(shard);
    if (performance.now() - begun < SLICE) continue;
    await pause();
    if (isOld()) return false;
    begun = performance.now();
  }
  for (const shard of loaded()) if (!next.has(shard)) searchOne(shard);
  [hits, passing, former, counts] = [next, rest, wanted, sum];
  return true;
}

/** Searches a shard that has arrived. */
export function searchShard(shard, wanted) {
  counts ??= noCounts();
  hits.set(shard, found(shard, wanted, null));
  passing.set(shard, sifted(shard, hits.get(shard), wanted, counts));
}

export function forgetHits() {
  [hits, passing, counts] = [new Map(), new Map(), null];
  former = { words: [], isInReviews: false, isInTracks: false };
}

function found(shard, { words, isInReviews, isInTracks }, old) {
  return findRows(shard, words, { among: old ? newestFirst(old) : null, isInReviews, isInTracks });
}

const newestFirst = (lists) => Object.values(lists).flat().sort((one, other) => other - one);

const sifted = (shard, rows, { filters }, counts) => Object.fromEntries(
  Object.entries(rows).map(([kind, list]) => [kind, sift(shard, list, filters, counts)]));

/**
 * The hits of all shards in the order of the results: [shard, row]. In the order by date, names that begin with the
 * query come first, words with a typo after the others, and tracks last.
 */
export function results(order) {
  const lists = loaded().filter((shard) => passing.has(shard)).map((shard) => [shard, passing.get(shard)]);
  if (order === "date") {
    return ["first", "plain", "near", "tracks"].flatMap((kind) =>
      lists.flatMap(([shard, one]) => one[kind].map((row) => [shard, row])));
  }
  const newest = lists.flatMap(([shard, found]) => {
    const isSorted = found.plain.length === Object.values(found).flat().length;
    return (isSorted ? found.plain : newestFirst(found)).map((row) => [shard, row]);
  });
  return ordered(newest, order);
}

// The orders besides the date. Finds without a value are last, and finds of one value are newest first.

/** More than the maximum number of hits. The key of a hit is its value times LIMIT, plus its index. */
const LIMIT = 2 ** 20;
const YEARS = 10_000;

/** The values of a hit; the smallest is first. The albums of an artist are in the order of their years. */
const VALUES = {
  own: ({ data }, row) => 100 - (data.ownRatings?.[row] ?? -1),
  rating: ({ data }, row) => 100 - data.ratings[row],
  year: ({ data }, row) => YEARS - data.years[row],
  artist: (shard, row) => (artists.get(shard)?.[row] ?? 0) * YEARS + shard.data.years[row],
};

/** The indexes of the artists of each shard in the order from A to Z, without articles. */
let artists = new Map();

/** Prepares an order for these shards, with pauses in which the browser answers the user. Names take the longest. */
export async function prepareOrder(order, shards) {
  if (order !== "artist" || (artists.size === shards.length && shards.every((shard) => artists.has(shard)))) return;
  const names = new Set(shards.flatMap(({ names }) => names.map(([, artist]) => artist)));
  await pause();
  const sorted = [...names].filter(Boolean).sort();
  await pause();
  const indexes = new Map(sorted.map((name, index) => [name, index]));
  artists = new Map(shards.map((shard) =>
    [shard, Uint32Array.from(shard.names, ([, artist]) => indexes.get(artist) ?? indexes.size)]));
}

/** The hits `[shard, row]`, which are newest first, in another order. */
export function ordered(hits, order) {
  const value = VALUES[order];
  if (!value) return hits;
  const keys = new Float64Array(hits.length);
  hits.forEach(([shard, row], index) => { keys[index] = value(shard, row) * LIMIT + index; });
  return Array.from(keys.sort(), (key) => hits[key % LIMIT]);
}
