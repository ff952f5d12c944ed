// The row of a shelf in the history, after a find was taken out of it or put back: its text and its covers.

import { words } from "../shared/words.js";

/** The number of covers in the row. */
const MOST_COVERS = 4;

/** `rows` are the rows of all finds of the shelf, and `first` those of the newest find of each album. */
export function showShelf(shelf, rows, first) {
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

function showCovers(place, rows) {
  const covers = rows.map((row) => row.querySelector(".slide img.thumbnail")?.getAttribute("src"))
    .filter(Boolean).slice(0, MOST_COVERS);
  const before = [...place.children].map((image) => image.getAttribute("src"));
  if (covers.join() === before.join() || (!covers.length && place.matches(".none"))) return;
  place.classList.toggle("none", !covers.length);
  place.replaceChildren(...(covers.length ? covers.map((src) => image(src, 200)) : [image("/icons/shelf.svg", 36)]));
}

function image(src, side) {
  const image = new Image(side, side);
  Object.assign(image, { alt: "", src });
  return image;
}
