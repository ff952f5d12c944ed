// The comparison of a query with finds: which rows of a shard contain its words. The functions need no network, and of
// the page only its texts, so that tests can run them alone.

import { words as texts } from "../shared/words.js";

/** Letters that Unicode does not decompose. The keys of names replace the same letters (docs/names.md). */
const LETTERS = { ß: "ss", ø: "o", æ: "ae", œ: "oe", đ: "d", ð: "d", ł: "l", þ: "th", ı: "i", ħ: "h", ŧ: "t", ς: "σ" };

/** Signs that people write for the apostrophe. */
const APOSTROPHES = /['\u0060\u1FFD´ʹʻʼʽʾʿ՚׳‘’‛′ꞌꞋ\uFF07\uFF40]/g;

/** Fractions and raised, lowered and circled numbers: "4½" is "4 1/2". */
const FIGURES = /[²³¹¼-¾\u2070-\u2079\u2080-\u2089\u2150-\u215F\u2189\u2460-\u249B\u24EA\u3251-\u325F\u32B1-\u32BF]/g;

/** A text without the signs whose compatibility mapping would be a letter or an apostrophe. */
const MAPPED = /[^™℠″‴⁗]+/g;

/** A letter, a number, or a character that the browser does not know. */
const WORD = "[\\p{L}\\p{N}\\p{Cn}]";
const [ENDS_IN_WORD, BEGINS_WITH_WORD] = [new RegExp(`${WORD}$`, "u"), new RegExp(`^${WORD}`, "u")];
const [ENDS_IN_PLUS, BEGINS_WITH_PLUS] = [new RegExp(`${WORD}\\+*$`, "u"), new RegExp(`^\\+*${WORD}`, "u")];
const [ENDS_IN_BLANK, BEGINS_WITH_BLANK] = [new RegExp(`${WORD} +$`, "u"), new RegExp(`^ +${WORD}`, "u")];
const ENDS_IN_ONE_LETTER = /(?:^|[^\p{L}\p{N}\p{Cn}])[a-z]$/u;

/** A query may begin with an article that the name lacks: "The Beatles" and "Beatles". */
const ARTICLES = new Set(texts("search.articles").split(" "));

/** A text that is already folded, as most names are. */
const SIMPLE = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** ASCII without the signs that may be words. */
const ASCII = /^[\x01-\x22$-*,-\x7F]*$/;

/** Signs between the words of a name. */
const JOINS = /^[-+/&,:;.|~·•‐–—―]+$/;

/** Shorter words must match exactly. */
const SHORTEST_TYPO = 5;

/**
 * The words of a text in small letters, without accents and punctuation, with single spaces. "&" is "and". Names with
 * equal keys have equal words (docs/names.md); the search also ignores the accents of all letters.
 */
export function fold(text) {
  const lower = text.toLowerCase();
  if (SIMPLE.test(lower)) return lower;
  // Most texts are ASCII, for which one expression is enough.
  if (ASCII.test(lower)) {
    const words = lower.replace(/['\u0060]/g, "").replaceAll("&", " and ").replace(/[^a-z0-9]+/g, " ").trim();
    if (words) return words;
  }
  const plain = spell(text, "").replace(/[&+#♯♭]/g, signWord).replace(/[^\p{L}\p{N}\p{Cn}]+/gu, " ").trim();
  // A band may be called "!!!".
  return plain || spell(text, "'").replaceAll(" ", "") || text.trim();
}

/** A text in one spelling, with its punctuation, and with this sign for its apostrophes. */
function spell(text, apostrophe) {
  return text.replace(/\0/g, " ").replace(/№/g, "no ").replace(APOSTROPHES, apostrophe)
    .replace(/[\t-\r\x85\u2028\u2029]/g, " ").replace(/[\p{DI}\p{M}]+/gu, "").replace(FIGURES, "\0$&\0")
    .replace(MAPPED, (part) => part.normalize("NFKD")).replace(/[\p{DI}\p{M}]+/gu, "")
    .replace(APOSTROPHES, apostrophe).replace(/([0-9])\0+(?=[0-9])/g, "$1 ").replace(/\0/g, "").replace(/\p{Zs}/gu, " ")
    .toUpperCase().toLowerCase().replace(/[ßøæœđðłþıħŧς]/g, (letter) => LETTERS[letter]);
}

/** The word for a sign, or a space: "C++" is "c plus plus", "C#" is "c sharp", and "a + b" is "a and b". */
function signWord(sign, at, text) {
  const [before, after] = [text.slice(0, at), text.slice(at + 1)];
  if (sign === "&") return " and ";
  if (sign !== "+") {
    const isWord = ENDS_IN_ONE_LETTER.test(before) && (sign === "♭" || !/^[0-9]/.test(after));
    return isWord ? ` ${sign === "♭" ? "flat" : "sharp"} ` : " ";
  }
  if (ENDS_IN_WORD.test(before) && BEGINS_WITH_WORD.test(after)) return " and ";
  if (ENDS_IN_PLUS.test(before) || BEGINS_WITH_PLUS.test(after)) return " plus ";
  return ENDS_IN_BLANK.test(before) && BEGINS_WITH_BLANK.test(after) ? " and " : " ";
}

/**
 * The folded text, and each name with dots or strokes once more as one word: "AC/DC" also gives "acdc". A word of signs
 * alone is also a word of a name that has other words: "★" in "★ (Blackstar)".
 */
export function indexed(text) {
  const lower = text.toLowerCase();
  if (SIMPLE.test(lower)) return lower;
  const folded = fold(text);
  const parts = text.split(/\s+/).map(fold).filter(Boolean);
  const joined = parts.filter((one) => one.includes(" ")).map((one) => one.replaceAll(" ", ""));
  const signs = parts.filter((one) => !/[\p{L}\p{N}\p{Cn}]/u.test(one) && !JOINS.test(one) && one !== folded);
  return [folded, ...joined, ...(folded === signs.join("") ? [] : signs)].join(" ");
}

/** The different words of a query. */
export function queryWords(text) {
  const words = fold(text).split(" ").filter(Boolean);
  return [...new Set(words.length > 1 && ARTICLES.has(words[0]) ? words.slice(1) : words)];
}

/** A name without its article. The search uses it to check whether the name begins with the query. */
export function withoutArticle(folded) {
  const end = folded.indexOf(" ");
  return ARTICLES.has(folded.slice(0, end)) && folded.length > end + 1 ? folded.slice(end + 1) : folded;
}

/** A word in another script may match inside a name, because such names often have no spaces. */
const isLatin = (word) => /^[\p{Script=Latin}\p{N}]+$/u.test(word);

/** Whether the word begins with the query after one letter is replaced, added, removed, or swapped with the next. */
export function isNear(query, word) {
  if (query.length < SHORTEST_TYPO || /\d/.test(query)) return false;
  return beginnings(query)(word) && isOneEdit(query, word);
}

function isOneEdit(query, word) {
  let at = 0;
  while (at < query.length && query[at] === word[at]) at += 1;
  return begins(query, at + 1, word, at)
    || (at < word.length && (begins(query, at + 1, word, at + 1) || begins(query, at, word, at + 1)))
    || (query[at] === word[at + 1] && query[at + 1] === word[at] && begins(query, at + 2, word, at + 2));
}

/** Whether the word from `there` on begins with the rest of the query from `here` on. */
function begins(query, here, word, there) {
  let [one, other] = [here, there];
  while (one < query.length) if (query[one++] !== word[other++]) return false;
  return true;
}

/** Marks the rows with the word: 2, or 1 for a word with a typo. */
function mark(shard, word, marks) {
  const { words, lists } = shard;
  const set = (index, value) => {
    for (const row of lists[index]) if (marks[row] < value) marks[row] = value;
  };
  if (/[\p{L}\p{N}]/u.test(word) && !isLatin(word)) {
    words.forEach((one, index) => one.includes(word) && set(index, 2));
    return;
  }
  for (let index = firstAtLeast(words, word); words[index]?.startsWith(word); index += 1) set(index, 2);
  if (word.length < SHORTEST_TYPO || /\d/.test(word)) return;
  const mayBegin = beginnings(word);
  for (let index = 0; index < words.length; index += 1) {
    if (mayBegin(words[index]) && isOneEdit(word, words[index])) set(index, 1);
  }
}

/** A quick test that excludes most words: whether their first three letters can come from the query by one edit. */
function beginnings(query) {
  const [first, second, third] = [0, 1, 2].map((at) => query.charCodeAt(at));
  return (word) => {
    const begin = word.charCodeAt(0);
    if (begin === first) return true;
    const [next, last] = [word.charCodeAt(1), word.charCodeAt(2)];
    return (next === second && last === third) || (next === first && last === second)
      || (begin === second && (next === third || next === first));
  };
}

/**
 * The rows of a shard that match all words, in three lists: names that begin with the query, other rows, rows with a
 * typo. Each list is newest first. `among` are the rows of a former, shorter query. With `isInReviews`, a word may also
 * be in the review. With `isInTracks`, a fourth list has the other rows with a track that has all words that the names
 * lack; `rowOf` then names that track.
 */
export function findRows(shard, words, { among = null, isInReviews = false, isInTracks = false } = {}) {
  const found = { first: [], plain: [], near: [], tracks: [] };
  shard.named = new Map();
  if (among?.length === 0) return found;
  const all = new Uint8Array(shard.rows.length).fill(2);
  const byWord = words.map((word) => {
    const marks = new Uint8Array(all.length);
    mark(shard, word, marks);
    if (isInReviews) for (const row of reviewedRows(shard, word)) marks[row] = 2;
    for (let row = 0; row < all.length; row += 1) if (marks[row] < all[row]) all[row] = marks[row];
    return marks;
  });
  const start = words.join(" ");
  for (const row of among ?? shard.rows) {
    if (!all[row]) {
      const track = isInTracks ? trackOf(shard, row, words, byWord) : null;
      if (track) {
        shard.named.set(row, track.title);
        found.tracks.push(row);
      }
    } else if (all[row] === 1) found.near.push(row);
    else if (start && shard.names[row].some((name) => name.startsWith(start))) found.first.push(row);
    else found.plain.push(row);
  }
  return found;
}

/** Whether every row with the new words also has the old words. Then only the old hits need a new search. */
export function narrows(words, former) {
  return former.length > 0 && former.length <= words.length && former.every((old, index) => {
    const word = words[index];
    return word.startsWith(old) && (word === old || word.length < SHORTEST_TYPO || old.length >= SHORTEST_TYPO);
  });
}

// A shard, prepared once.

const KIND_NAMES = { a: "album", b: "book" };
export const STATUSES = { w: "want", h: "have", e: "heard" };
const STEP = 250;
const ID = 26;
const STEM = 32;

/**
 * A shard with the words that the search compares. `names` gives the names of a tier, a status, a decade and a month in
 * the page's language.
 */
export function prepare(data, part, names) {
  const steps = preparing(data, part, names);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** `prepare` in steps of a few milliseconds: a generator that returns the shard. */
export function* preparing(data, part, names) {
  const month = part.slice(0, part.lastIndexOf("-"));
  const folded = {};
  for (const key of ["artists", "genres", "labels", "tags", "places"]) folded[key] = data[key].map(indexed);
  const verdicts = data.verdicts.map(([label, tier]) => indexed(`${label} ${names.tier(tier)}`));
  const decade = once((year) => (year ? `${year} ${indexed(names.decade(Math.floor(year / 10) * 10))}` : ""));
  // A letter of the status, then that of the kind: a person has heard a record and read a book.
  const status = once(([letter, kind]) =>
    (STATUSES[letter] ? indexed(names.status(STATUSES[letter], KIND_NAMES[kind])) : ""));
  const shard = { data, part, month, folded, names: [], artworks: [], rows: [], reviews: [], tracks: [], named: new Map() };
  const lists = new Map();
  const all = data.titles.map((_, row) => row);
  for (const word of indexed(names.month(month)).split(" ")) lists.set(word, all);
  let artwork = 0;
  for (const row of all) {
    if (row % STEP === STEP - 1) yield;
    const [title, artist] = [indexed(data.titles[row]), folded.artists[data.artist[row]] ?? ""];
    const texts = [title, artist, folded.labels[data.label[row]], folded.places[data.place[row]],
      ...data.genre[row].map((one) => folded.genres[one]), ...data.tag[row].map((one) => folded.tags[one]),
      decade(data.years[row]), verdicts[data.verdict[row]], status(`${data.statuses[row]}${data.kinds?.[row] ?? "a"}`)];
    for (const text of texts) if (text) for (const word of text.split(" ")) addRow(lists, word, row);
    shard.names.push([withoutArticle(title), withoutArticle(artist)]);
    shard.artworks.push(data.flags[row] & 4 ? artwork++ : -1);
  }
  yield;
  shard.rows = [...all].reverse();
  shard.words = [...lists.keys()].sort();
  shard.lists = shard.words.map((word) => lists.get(word));
  return shard;
}

/** Rows are added in order, so a row that the list already has is its last row. */
function addRow(lists, word, row) {
  const list = lists.get(word);
  if (!list) lists.set(word, [row]);
  else if (list.length <= row && list.at(-1) !== row) list.push(row);
}

/** The function with a cache of its results. */
function once(compute) {
  const known = new Map();
  return (value) => {
    if (!known.has(value)) known.set(value, compute(value));
    return known.get(value);
  };
}

export const idOf = ({ data }, row) => data.ids.slice(row * ID, (row + 1) * ID);

/** The names of a find's album. Finds of one album have the same names. */
export const namesOf = ({ data }, row) => ({
  title: data.titles[row], artist: data.artists[data.artist[row]] ?? "", kind: kindOf(data, row),
});

/** The kind of a find's work. A shard without books has no column for it. */
export const kindOf = (data, row) => KIND_NAMES[data.kinds?.[row]] ?? "album";

/** The values that a result shows. The address of the picture is relative to the root of the site. */
export function rowOf(shard, row) {
  const { data } = shard;
  const id = idOf(shard, row);
  const kind = kindOf(data, row);
  const stem = data.artworks.slice(shard.artworks[row] * STEM, (shard.artworks[row] + 1) * STEM);
  return {
    id, kind, title: data.titles[row], artist: data.artists[data.artist[row]] ?? "",
    picture: shard.artworks[row] < 0 ? null : `${kind}/${id}/${stem}-200.jpg`,
    label: data.verdicts[data.verdict[row]]?.[0] ?? null, rating: data.ratings[row],
    track: shard.named.get(row) ?? null,
    ownRating: data.ownRatings?.[row] ?? -1,
    isUnsure: Boolean(data.flags[row] & 1), isPublic: Boolean(data.flags[row] & 2),
    status: STATUSES[data.statuses[row]] ?? null, day: `${shard.month}-${String(data.days[row]).padStart(2, "0")}`,
  };
}

// The words of reviews.

/** The words of a part's reviews, folded and sorted, with their rows in the shard. `first` is the part's first row. */
export function prepareReviews(data, first) {
  const rows = new Map();
  data.words.split(" ").forEach((word, index) => {
    for (const one of fold(word).split(" ")) {
      rows.set(one, [...(rows.get(one) ?? []), ...data.rows[index].map((row) => first + row)]);
    }
  });
  const words = [...rows.keys()].sort();
  return { words, rows: words.map((word) => rows.get(word)) };
}

// The titles of tracks.

/** The titles of the tracks of a part, folded. `first` is the part's first row in the shard. */
export function prepareTracks({ lists, list }, first) {
  const titles = lists.map((titles) => titles.map((title) => ({ title, text: ` ${indexed(title)} ` })));
  return { first, rows: list.map((index) => titles[index] ?? []) };
}

/**
 * The first track of a row with all words, else the first with all words that the names of the row lack; null without
 * one. `byWord` has the marks of the rows for each word.
 */
function trackOf(shard, row, words, byWord) {
  const part = shard.tracks.find((one) => one && row >= one.first && row < one.first + one.rows.length);
  if (!part) return null;
  const track = (wanted) => part.rows[row - part.first].find(({ text }) =>
    wanted.every((word) => text.includes(isLatin(word) ? ` ${word}` : word)));
  return track(words) ?? track(words.filter((_, index) => !byWord[index][row])) ?? null;
}

/** The rows of a shard whose reviews have a word that begins with `word`. */
export function reviewedRows(shard, word) {
  const found = new Set();
  for (const { words, rows } of shard.reviews.filter(Boolean)) {
    for (let index = firstAtLeast(words, word); words[index]?.startsWith(word); index += 1) {
      for (const row of rows[index]) found.add(row);
    }
  }
  return found;
}

function firstAtLeast(words, word) {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle] < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
