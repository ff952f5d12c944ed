// The rows of the search's results, made from the page's template. The template is an entry of the page with a folded
// row; only the first row has a verdict. The published log has a simpler template.

import { names } from "./chips.js";
import { namesOf, rowOf } from "./match.js";
import { fill, root } from "../shared/page.js";
import { parts } from "../shared/words.js";

const language = document.documentElement.lang;
const whole = new Intl.NumberFormat(language);
const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1 });

/** The address of the template's find, before its id. */
const SAMPLE_PAGE = /\/(?:album|book)\/([0-9a-z]{26})/;

const forms = formsOf(document.querySelector("template#result")?.content);

export const hasResults = forms !== null;

function formsOf(content) {
  if (!content) return null;
  const rated = content.firstElementChild.cloneNode(true);
  const fold = rated.querySelector(".fold");
  const unrated = fold?.querySelector("li") ?? rated.cloneNode(true);
  fold?.remove();
  unrated.remove();
  rated.querySelector(".unrated")?.remove();
  for (const one of unrated.querySelectorAll(".verdict > :is(.label, b)")) one.remove();
  return { rated, unrated, fold, sample: rated.dataset.find };
}

/**
 * The albums of the hits `[shard, row]`, at most `count`, each with its finds in the order of the hits. If the template
 * folds nothing, each find is an album of its own. `isCut` is whether there are more albums.
 */
export function albumsOf(hits, count, isLeftOut) {
  const [albums, titles] = [[], new Map()];
  let isCut = false;
  for (const [shard, row] of hits) {
    const { title, artist, kind } = namesOf(shard, row);
    const known = forms.fold && titles.get(title)?.find((one) => one.artist === artist && one.kind === kind);
    if (!known && albums.length === count) {
      isCut = true;
      if (forms.fold) continue;
      break;
    }
    const find = rowOf(shard, row);
    if (isLeftOut(find.id)) continue;
    if (known) {
      known.finds.push(find);
      continue;
    }
    const album = { artist, kind, finds: [find] };
    albums.push(album);
    titles.set(title, [...(titles.get(title) ?? []), album]);
  }
  return { albums, isCut };
}

/** Shows the albums in `list`, and reuses the rows that are there. `dress(row, find)` completes a new row. */
export function showAlbums(list, albums, dress) {
  const known = new Map([...list.querySelectorAll("[data-find]")].map((row) => [row.dataset.find, row]));
  const row = (find) => withTrack(known.get(find.id) ?? filled(find, dress), find.track);
  fill(list, albums.map(({ finds: [newest, ...repeats] }) => folded(row(newest), repeats.map(row))));
}

function folded(row, repeats) {
  let fold = row.querySelector(".fold");
  if (!repeats.length) {
    fold?.remove();
    return row;
  }
  fold ??= row.appendChild(forms.fold.cloneNode(true));
  fold.querySelector("summary b").textContent = whole.format(repeats.length + 1);
  fill(fold.querySelector("ol"), repeats);
  return row;
}

/** Names the track that the search has found, or removes the name of a former search. */
function withTrack(row, title) {
  let line = row.querySelector(".track");
  if (!title) line?.remove();
  else {
    if (!line) {
      line = Object.assign(document.createElement("span"), { className: "track" });
      row.querySelector(".artist").after(line);
    }
    const name = Object.assign(document.createElement("bdi"), { textContent: title });
    line.replaceChildren(...parts("search.track", { title: name }));
  }
  return row;
}

/** A row like the rows of the page. Texts never become HTML. */
function filled(find, dress) {
  const row = (find.label ? forms.rated : forms.unrated).cloneNode(true);
  const part = (name) => row.querySelector(name);
  if (forms.sample) address(row, find);
  row.dataset.find = find.id;
  part(".find").href = `${root()}${find.kind}/${find.id}/`;
  part(".title").textContent = find.title;
  part(".artist").textContent = find.artist;
  showPicture(part(".thumbnail"), find.picture);
  if (find.label) {
    part(".label").textContent = find.label;
    part("b").textContent = shownRating(find.rating);
  }
  if (find.ownRating < 0) part(".own-rating")?.remove();
  else if (part(".own-rating span")) part(".own-rating span").textContent = shownRating(find.ownRating);
  if (!find.isUnsure) part("em").remove();
  if (part(".status")) part(".status").textContent = names.status(find.status, find.kind);
  if (find.kind === "book") dressBook(row);
  if (!find.isPublic) for (const one of row.querySelectorAll(".public, .more a")) one.remove();
  part("time").dateTime = find.day;
  dress(row, find);
  return row;
}

/** The row of a book says nothing about a missing review, and a book is read, not heard. */
function dressBook(row) {
  row.querySelector(".unrated")?.remove();
  const heard = row.querySelector("button[value=heard]");
  if (heard) heard.textContent = names.status("heard", "book");
}

/** A rating in tenths, as the pages write it. */
export const shownRating = (rating) => (rating === 100 ? whole : tenths).format(rating / 10);

/** Replaces the find of the template in all addresses. */
function address(row, { id, kind }) {
  for (const one of row.querySelectorAll("a, form, input")) {
    for (const name of ["href", "action", "name"]) {
      const value = one.getAttribute(name);
      if (value?.includes(forms.sample)) one.setAttribute(name, value.replace(SAMPLE_PAGE, `/${kind}/$1`).replace(forms.sample, id));
    }
  }
}

function showPicture(thumbnail, address) {
  if (!address) return thumbnail.classList.add("none");
  const image = thumbnail.matches("img") ? thumbnail : new Image(200, 200);
  Object.assign(image, { className: "thumbnail", alt: "", loading: "lazy", src: root() + address });
  if (image !== thumbnail) thumbnail.replaceWith(image);
}
