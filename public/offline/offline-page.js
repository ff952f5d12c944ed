// The page "You are offline": lists the stored pages and counts the photos and changes that wait.

import { isAlbum, stored, storedPaths } from "./stored-pages.js";
import { words } from "../shared/words.js";

/** The maximum number of finds in the list. Finds of the last visits are first. The history leads to all finds. */
const COUNT = 30;

/** The characters that HTML escapes in a title, by their entities. */
const CHARACTERS = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

const list = document.querySelector(".stored");
const nothing = document.querySelector(".nothing");
const waiting = document.querySelector(".waiting");

showPages().catch(() => { nothing.hidden = false; });
showWaiting().catch(() => null);

async function showPages() {
  const { visited, kept } = await storedPaths();
  const all = new Set([...visited.reverse(), ...kept]);
  if (all.has("/")) list.append(item("/", words("offline.camera")));
  if (all.has("/shelf/")) list.append(item("/shelf/", words("shelf.scan")));
  if (all.has("/history/")) list.append(item("/history/", words("common.history")));
  if (all.has("/statistics/")) list.append(item("/statistics/", words("statistics.title")));
  const finds = [...all].filter(isAlbum).slice(0, COUNT);
  for (const path of finds) {
    const copy = await stored(path);
    if (copy) list.append(item(path, await title(path, copy)));
  }
  list.hidden = !list.children.length;
  nothing.hidden = !list.hidden;
}

function item(path, text) {
  const [line, link] = [document.createElement("li"), document.createElement("a")];
  link.href = path;
  link.textContent = text;
  link.className = "alone";
  line.append(link);
  return line;
}

/** The title of a stored page without the name of the site. */
async function title(path, copy) {
  const text = await copy.text();
  const title = /<title>([^<]*)<\/title>/.exec(text)?.[1] ?? path;
  return title.replace(/ · AlbumScan$/, "").replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => CHARACTERS[name]);
}

async function showWaiting() {
  const [{ photos }, { edits }] = await Promise.all([import("./queue.js"), import("./edits.js")]);
  const [taken, changed] = [(await photos()).length, (await edits()).length];
  const lines = [
    ...(taken ? [words(taken === 1 ? "offline.photo" : "offline.photos", { count: taken })] : []),
    ...(changed ? [words(changed === 1 ? "offline.change" : "offline.changes", { count: changed })] : []),
  ];
  waiting.textContent = lines.join(" ");
  waiting.hidden = !lines.length;
}
