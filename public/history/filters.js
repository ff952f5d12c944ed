// The filters of a search, in the address and for the rows of a shard, and the numbers of finds that each filter would
// give. A find must have one of the values of each kind. The number of a value follows the filters of all other kinds,
// so that it is the number of finds that the user gets.

import { indexed, kindOf, STATUSES } from "./match.js";

/** The kinds of filters that an address may have. */
export const KINDS = [
  "kind", "status", "tier", "decade", "year", "genre", "tag", "place", "artist", "label", "month", "rating", "own", "unsure",
  "public", "favourite",
];

/** Counts without a find. The lists of pairs of the manifest are maps here. */
export const noCounts = () => ({
  all: 0, finds: 0, unsure: 0, kinds: { album: 0, book: 0 }, tiers: Array(8).fill(0),
  statuses: { want: 0, have: 0, heard: 0 }, decades: new Map(), genres: new Map(), months: new Map(),
});

/**
 * The rows that pass the filters, in their order. Adds the rows to `counts`; a row that fails two filters counts only
 * in `all`.
 */
export function sift(shard, rows, filters, counts) {
  const tests = testsOf(shard, filters);
  const add = adder(shard, counts);
  counts.all += rows.length;
  return rows.filter((row) => {
    // The kind whose filter the row fails. A row that fails two filters does not count.
    let failed = null;
    for (const [kind, test] of tests) {
      if (test(row)) continue;
      if (failed) return false;
      failed = kind;
    }
    add(row, failed);
    return !failed;
  });
}

/** Adds a row to the counts of all kinds, or only to those of the kind whose test it fails. */
function adder({ data, month }, counts) {
  const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
  return (row, failed) => {
    const follows = (kind) => !failed || failed === kind;
    const [tier, status] = [data.verdicts[data.verdict[row]]?.[1], STATUSES[data.statuses[row]]];
    if (!failed) counts.finds += 1;
    if (follows("unsure") && data.flags[row] & 1) counts.unsure += 1;
    if (follows("kind")) counts.kinds[kindOf(data, row)] += 1;
    if (follows("tier") && tier) counts.tiers[tier - 1] += 1;
    if (follows("status") && status) counts.statuses[status] += 1;
    if (follows("decade") && data.years[row]) add(counts.decades, Math.floor(data.years[row] / 10) * 10);
    if (follows("genre")) for (const genre of new Set(data.genre[row])) add(counts.genres, data.genres[genre]);
    if (follows("month")) add(counts.months, month);
  };
}

/** The tests of a shard for the lists of wanted values, by kind. */
function testsOf(shard, filters) {
  const { data, folded } = shard;
  const numbers = (table, wanted) => {
    const texts = new Set(wanted.map(indexed));
    return new Set(table.flatMap((one, index) => (texts.has(one) ? [index] : [])));
  };
  const named = (column, table) => (wanted) => {
    const set = numbers(table, wanted);
    return (row) => [data[column][row]].flat().some((one) => set.has(one));
  };
  const kinds = {
    artist: named("artist", folded.artists), genre: named("genre", folded.genres), label: named("label", folded.labels),
    tag: named("tag", folded.tags), place: named("place", folded.places),
    status: (wanted) => (row) => wanted.includes(STATUSES[data.statuses[row]] ?? "none"),
    kind: (wanted) => (row) => wanted.includes(kindOf(data, row)),
    tier: (wanted) => (row) => wanted.includes(String(data.verdicts[data.verdict[row]]?.[1])),
    decade: (wanted) => (row) => wanted.includes(String(Math.floor(data.years[row] / 10) * 10)),
    year: (wanted) => (row) => wanted.includes(String(data.years[row])),
    month: (wanted) => () => wanted.includes(shard.month),
    rating: (wanted) => (row) => wanted.some((one) => isInHalf(data.ratings[row], Math.round(Number(one) * 10))),
    own: (wanted) => (row) => wanted.some((one) => isInHalf(data.ownRatings?.[row] ?? -1, Math.round(Number(one) * 10))),
    favourite: () => (row) => Boolean(data.favourites?.includes(row)),
    unsure: () => (row) => Boolean(data.flags[row] & 1),
    public: () => (row) => Boolean(data.flags[row] & 2),
  };
  return Object.entries(filters).filter(([kind, wanted]) => kinds[kind] && wanted.length)
    .map(([kind, wanted]) => [kind, kinds[kind](wanted)]);
}

/** Whether a rating is in the half point that begins at `least`; both in tenths. */
const isInHalf = (rating, least) => rating >= least && rating < least + 5;

/** The counts of a whole history, from its manifest. */
export function countsOf({ totals, shards }) {
  const months = new Map();
  for (const { part, count } of shards) {
    const month = part.slice(0, part.lastIndexOf("-"));
    months.set(month, (months.get(month) ?? 0) + count);
  }
  return {
    ...totals, all: totals.finds, kinds: totals.kinds ?? {}, decades: new Map(totals.decades),
    genres: new Map(totals.genres), months,
  };
}

// The address of a search.

/** The orders that an address may have; "date" is that of the pages. */
const ORDERS = ["date", "own", "rating", "artist", "year"];

/** Kinds whose values have no comma, so that one parameter may have several. */
const LISTS = ["kind", "status", "tier", "decade", "year"];

/** The search of the address. `kinds` are the filters that the page has; the order is null if the address has none. */
export function searchOf(address, kinds) {
  const values = new URLSearchParams(address);
  const filters = {};
  for (const kind of kinds) {
    const wanted = values.getAll(kind).flatMap((one) => (LISTS.includes(kind) ? one.split(",") : [one])).filter(Boolean);
    if (wanted.length) filters[kind] = wanted;
  }
  const order = values.get("sort");
  return { query: values.get("q") ?? "", filters, order: ORDERS.includes(order) ? order : null };
}

/** This page's address with a search. The order by date is not in the address. */
export function addressOf({ query, filters, order }) {
  const address = new URL(location.href);
  for (const name of ["q", "sort", ...KINDS]) address.searchParams.delete(name);
  if (query) address.searchParams.set("q", query);
  for (const [kind, values] of Object.entries(filters)) {
    for (const one of values) address.searchParams.append(kind, one);
  }
  if (order !== "date") address.searchParams.set("sort", order);
  return address;
}
