// The finds of a page of the history: the day under which each is listed, the folded finds of each album, and the
// shelves. A find can be taken out and put back; the page then looks like a page that the server wrote. A find that the
// search has found has another row among the results.

import { nameOf } from "./chips.js";
import { fill } from "../shared/page.js";
import { nameDays } from "./days.js";
import { words } from "../shared/words.js";

/** The number of covers in the row of a shelf. */
const MOST_COVERS = 4;

const box = document.querySelector(".finds");

/** The lists of rows: the finds of the page, and the results of the search. One of them is shown. */
export const boxes = [...document.querySelectorAll(".finds")];

/**
 * The albums of the page; each has its finds, newest first, the element that folds all but the newest, and the row of
 * its shelf or null.
 */
const albums = [...(box?.querySelectorAll(":is(section, .shelf > details) > ol > [data-find]") ?? [])].map((row, index) => {
  const fold = row.querySelector(".fold");
  const finds = [row, ...(fold?.querySelectorAll("li") ?? [])].map((row) => find(row, index));
  return { finds, fold, shelf: row.closest(".shelf"), index };
});

const finds = new Map(albums.flatMap((album) => album.finds.map((one) => [one.id, one])));
const sections = new Map([...(box?.querySelectorAll(":scope > section") ?? [])]
  .map((section) => [section.querySelector("time").dateTime, section]));

/** The headings of the months; the page of one month has none. */
const months = new Map([...(box?.querySelectorAll(":scope > .month") ?? [])].map((one) => [one.dataset.month, one]));

function find(row, index) {
  const time = row.querySelector(".slide time");
  return { id: row.dataset.find, row, index, day: time.dateTime, dayWords: time.textContent, isOut: false };
}

export const ids = () => [...finds.keys()];

/** All rows of a find: its row of the page, even if it is taken out, and its row of the results. */
export const rowsOf = (id) => [finds.get(id)?.row, document.querySelector(`.results [data-find="${id}"]`)].filter(Boolean);

/** The row of a find in the list that is shown. */
export const shownRow = (id) => rowsOf(id).find((row) => row.closest(".finds")?.hidden === false);
export const isListed = (id) => finds.get(id)?.isOut === false;
export const isEmpty = () => [...finds.values()].every((one) => one.isOut);

/** Takes finds out of the page, or puts them back. The page may lack a find of the results. */
export function setOut(ids, isOut) {
  for (const id of ids) if (finds.has(id)) finds.get(id).isOut = isOut;
  arrange();
}

/** Puts each row into its position. A row in its right position is not moved, so it keeps the focus. */
function arrange() {
  const listed = albums.map((album) => ({ ...album, finds: album.finds.filter((one) => !one.isOut) }))
    .filter((album) => album.finds.length)
    .sort((one, other) => other.finds[0].day.localeCompare(one.finds[0].day) || one.index - other.index);
  const entries = entriesOf(listed);
  const days = [...new Set(entries.map(dayOf))];
  fill(box, days.flatMap((day, index) => [...monthOf(day, days[index - 1]), sections.get(day) ?? section(day)]));
  for (const day of days) {
    fill(sections.get(day).querySelector("ol"), entries.filter((entry) => dayOf(entry) === day).map(rowOf));
  }
  listed.forEach(fold);
  nameDays();
}

/** The albums in entries: those of a shelf together, each other album alone. A single find of a shelf is no shelf. */
function entriesOf(listed) {
  const entries = new Map();
  for (const album of listed) {
    const key = album.shelf ?? album;
    entries.set(key, [...(entries.get(key) ?? []), album]);
  }
  return [...entries.values()].map((albums) => {
    const count = albums.reduce((sum, album) => sum + album.finds.length, 0);
    return { shelf: count > 1 ? albums[0].shelf : null, albums };
  });
}

const dayOf = ({ albums: [album] }) => album.finds[0].day;

/** The row of an entry. The row of a shelf gets the rows of the shelf's albums. */
function rowOf({ shelf, albums }) {
  const rows = albums.map((album) => album.finds[0].row);
  if (!shelf) return rows[0];
  fill(shelf.querySelector("details > ol"), rows);
  showShelf(shelf, albums.flatMap((album) => album.finds.map((one) => one.row)), rows);
  return shelf;
}

function fold({ finds: [newest, ...repeats], fold }) {
  if (!fold) return;
  // The fold may be in a row that it is about to contain.
  if (fold.parentElement !== newest.row) fold.remove();
  fill(fold.querySelector("ol"), repeats.map((one) => one.row));
  count(fold, repeats.length + 1);
  if (!repeats.length) fold.remove();
  else if (!fold.parentElement) newest.row.append(fold);
}

function count(fold, number) {
  const shown = fold.querySelector("summary b");
  if (shown.textContent !== String(number)) shown.textContent = number;
}

/** The heading of a month before its first day; `before` is the preceding day of the page. */
function monthOf(day, before = "") {
  const month = day.slice(0, 7);
  if (!months.size || month === before.slice(0, 7)) return [];
  if (!months.has(month)) {
    const heading = document.createElement("h2");
    heading.className = "month";
    heading.dataset.month = month;
    heading.textContent = nameOf("month", month);
    months.set(month, heading);
  }
  return [months.get(month)];
}

/** Makes a section for a day that had only folded finds. */
function section(day) {
  const section = document.createElement("section");
  const heading = document.createElement(months.size ? "h3" : "h2");
  const time = document.createElement("time");
  time.dateTime = day;
  time.textContent = [...finds.values()].find((one) => one.day === day).dayWords;
  heading.append(time);
  section.append(heading, document.createElement("ol"));
  sections.set(day, section);
  return section;
}

/**
 * Shows the text and the covers of a shelf, after a find was taken out of it or put back. `rows` are the rows of all
 * finds of the shelf, and `first` those of the newest find of each album.
 */
function showShelf(shelf, rows, first) {
  const text = textOf(rows);
  const shown = shelf.querySelector("summary b");
  if (shown.textContent !== text) shown.textContent = text;
  showCovers(shelf.querySelector("summary .thumbnail"), first);
}

function textOf(rows) {
  const count = rows.filter((row) => row.querySelector(".find").pathname.startsWith("/book/")).length;
  const books = words(count === 1 ? "history.shelf.book" : "history.shelf.books", { count });
  const others = rows.length - count;
  const records = words(others === 1 ? "history.shelf.record" : "history.shelf.records", { count: others });
  if (!others) return words("history.shelf", { items: books });
  return count ? words("history.shelf.both", { books, records }) : words("history.shelf", { items: records });
}

function showCovers(picture, rows) {
  const covers = rows.map((row) => row.querySelector(".slide img.thumbnail")?.getAttribute("src"))
    .filter(Boolean).slice(0, MOST_COVERS);
  const before = [...picture.children].map((image) => image.getAttribute("src"));
  if (covers.join() === before.join() || (!covers.length && picture.matches(".none"))) return;
  picture.classList.toggle("none", !covers.length);
  picture.replaceChildren(...(covers.length ? covers.map((src) => image(src, 200)) : [image("/icons/shelf.svg", 36)]));
}

function image(src, side) {
  const image = new Image(side, side);
  Object.assign(image, { alt: "", src });
  return image;
}
