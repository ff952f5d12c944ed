// The filters beside the history in a wide window: tiers, decades, genres and months, each a link with the number of
// finds that it gives. A tap changes the filters of the page; a link opened in another tab has the same search.

import { nameOf, toggled } from "./chips.js";
import { addressOf, KINDS, searchOf } from "./filters.js";
import { words } from "../shared/words.js";

const GENRES = 12;

let box = null;

/** Shows the links. `whole` has the counts of the history, `counts` those of the present search. */
export function showRail(whole, counts, filters, change) {
  box ??= madeBox();
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.facet : null;
  const groups = groupsOf(whole, counts).map(({ name, kind, values }) => {
    const items = values
      .map(([value, count]) => ({ kind, value: String(value), count, isOn: filters[kind]?.includes(String(value)) ?? false }))
      .filter(({ count, isOn }) => count > 0 || isOn)
      .map((one) => facet(one, filters, change));
    return items.length ? [heading(name), list(items)] : [];
  });
  box.replaceChildren(...groups.flat());
  const link = [...box.querySelectorAll("a")].find((one) => one.dataset.facet === focused);
  link?.focus({ preventScroll: true });
}

/** The groups in the order of the whole history, so that no link moves when a filter changes. */
function groupsOf(whole, counts) {
  const of = (kind) => (value) => [value, counts[kind].get(value) ?? 0];
  return [
    { name: words("index.tiers"), kind: "tier", values: counts.tiers.map((count, index) => [index + 1, count]) },
    { name: words("search.decades"), kind: "decade", values: [...whole.decades.keys()].map(of("decades")) },
    { name: words("index.genres"), kind: "genre", values: [...whole.genres.keys()].slice(0, GENRES).map(of("genres")) },
    { name: words("history.months"), kind: "month", values: [...whole.months.keys()].map(of("months")) },
  ];
}

function facet({ kind, value, count, isOn }, filters, change) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const number = document.createElement("b");
  const wanted = toggled(filters, kind, [value], isOn);
  link.dataset.facet = `${kind} ${value}`;
  link.href = addressOf({ ...searchOf(location.search, KINDS), filters: wanted }).href;
  if (isOn) link.setAttribute("aria-current", "true");
  number.textContent = count;
  link.append(nameOf(kind, value), " ", number);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    change(wanted);
  });
  item.append(link);
  return item;
}

function heading(text) {
  const heading = document.createElement("h2");
  heading.textContent = text;
  return heading;
}

function list(items) {
  const list = document.createElement("ul");
  list.append(...items);
  return list;
}

/** The box at the beginning of the page's list of months. A page of one month has no such list. */
function madeBox() {
  let nav = document.querySelector(".months");
  if (!nav) {
    nav = document.createElement("nav");
    nav.className = "months";
    document.querySelector("main").append(nav);
  }
  nav.setAttribute("aria-label", words("search.filters"));
  nav.classList.add("with-facets");
  const box = document.createElement("div");
  box.className = "facets";
  nav.prepend(box);
  return box;
}
