// "Keep my finds on this phone": the service worker stores the newest 200 finds with their pictures, and the lists
// that lead to them. Uses no document.

import { isPageAnswer } from "./answer.js";
import {
  FINDS, forgetPage, isAlbum, isPicture, isWhole, moment, person, removeAll, store, storedPaths,
} from "./stored-pages.js";

/** The number of finds that are kept. */
const COUNT = 200;

/** A find is fetched again after a day, because it may have been corrected. */
const AGE = 24 * 3600 * 1000;

/** The number of requests at a time. */
const WIDTH = 4;

let run = null;

/**
 * Stores each of the newest finds whose copy is missing or old, and removes the copies of other finds. Calls `tell` after
 * each step.
 */
export function keepFinds(tell) {
  run ??= keep(tell).finally(() => { run = null; });
  return run;
}

async function keep(tell) {
  const paths = await newest();
  if (!paths.length || (await person()) === undefined) return tell();
  const { kept } = await storedPaths();
  for (const path of kept.filter((one) => isAlbum(one) && !paths.includes(one))) await remove(path, kept);
  const wanted = [...paths];
  const work = async () => {
    for (let path = wanted.shift(); path; path = wanted.shift()) if (await fetched(path)) await tell();
  };
  await Promise.all(Array.from({ length: WIDTH }, work));
  await tell();
}

/** The paths of the newest finds, from the first page of the history, then from its months. */
async function newest() {
  const found = new Set();
  const months = new Set();
  const lists = ["/history/"];
  for (let list = lists.shift(); list && found.size < COUNT; list = lists.shift()) {
    const text = await page(list);
    for (const [, path] of text.matchAll(/href="(\/(?:album|book)\/[0-9a-z]{26}\/)"/g)) found.add(path);
    for (const [, path, number] of text.matchAll(/href="(\/history\/\d+-\d\d\/(\d+\/)?)"/g)) {
      // The further pages of a month come before older months.
      if (!months.has(path)) number ? lists.unshift(path) : lists.push(path);
      months.add(path);
    }
  }
  return [...found].slice(0, COUNT);
}

/** Stores a find with its picture, unless its copy is newer than `AGE`. Returns whether it was requested. */
async function fetched(path) {
  const present = (await caches.has(FINDS)) && (await (await caches.open(FINDS)).match(path, { ignoreVary: true }));
  if (present && Date.now() - Date.parse(present.headers.get("Date") ?? "") < AGE) return false;
  const text = await page(path);
  const picture = /\/(?:album|book)\/[0-9a-z]{26}\/[0-9a-f]+-500\.jpg/.exec(text)?.[0];
  if (picture) await get(picture);
  return true;
}

async function page(path) {
  const answer = await get(path);
  return isWhole(answer) ? answer.text() : "";
}

/** Requests a page or a picture and stores it. Throws without an own answer (answer.js). */
async function get(path) {
  const begun = moment();
  const answer = await fetch(path, { cache: path.endsWith("/") ? "no-cache" : "default" });
  const isPage = await isPageAnswer(answer);
  if (!isPage && !isPicture(path)) throw new Error("no answer");
  if (isPage && answer.status === 401) {
    await removeAll();
    throw new Error("signed out");
  }
  if (isPage && answer.status === 404) await forgetPage(path);
  await store(path, answer.clone(), begun, FINDS);
  return answer;
}

async function remove(path, kept) {
  const cache = await caches.open(FINDS);
  for (const one of kept) if (one.startsWith(path)) await cache.delete(one);
}
