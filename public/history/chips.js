// The buttons of the filters, with the number of their finds in the whole history. A filter in the address without a button
// gets a button, so that the user can remove the filter.

import { words } from "../shared/words.js";

const GENRES = 6;

/** The tiers of "Essential". */
const ESSENTIAL = ["1", "2"];

const statuses = {
  want: () => words("status.want"), have: () => words("status.have"), heard: () => words("status.heard"),
};

const kinds = { album: () => words("search.records"), book: () => words("search.books") };

/** A person has heard a record, and has read a book. */
const statusName = (status, kind) =>
  (status === "heard" && kind === "book" ? words("status.read") : statuses[status]?.() ?? "");

/** Names in the page's language, for the shards. */
export const names = {
  status: statusName,
  tier: (tier) => (ESSENTIAL.includes(String(tier)) ? words("search.essential") : ""),
  decade: (decade) => words("search.decade", { decade }),
  month: (month) => {
    const [year, number] = month.split("-").map(Number);
    const name = new Intl.DateTimeFormat(document.documentElement.lang, { month: "long", year: "numeric" })
      .format(new Date(year, number - 1, 1));
    return `${name} ${month}`;
  },
};

/** The buttons for the totals of the manifest and the filters in use: text, number, and the filter that each sets. */
function chips(totals, filters) {
  // Only a history with books has numbers of kinds.
  const counts = Object.entries(totals.kinds ?? {}).filter(([, count]) => count > 0);
  const list = [
    ...(counts.length > 1 ? counts : []).map(([kind, count]) => ({
      text: kinds[kind](), count, kind: "kind", values: [kind],
    })),
    { text: words("search.essential"), count: totals.tiers[0] + totals.tiers[1], kind: "tier", values: ESSENTIAL },
    ...Object.keys(statuses).map((status) => ({
      text: statusText(status, counts), count: totals.statuses[status], kind: "status", values: [status],
    })),
    { text: words("common.not-sure"), count: totals.unsure, kind: "unsure", values: ["1"] },
    ...totals.genres.slice(0, GENRES).map(([genre, count]) => ({ text: genre, count, kind: "genre", values: [genre] })),
    ...totals.decades.map(([decade, count]) => ({
      text: names.decade(decade), count, kind: "decade", values: [String(decade)],
    })),
  ].filter((one) => one.count > 0);
  const isKnown = (kind, value) => list.some((one) => one.kind === kind && one.values.includes(value));
  const others = Object.entries(filters).flatMap(([kind, values]) => values
    .filter((value) => !isKnown(kind, value) || (kind === "tier" && !ESSENTIAL.every((one) => values.includes(one))))
    .map((value) => ({ text: nameOf(kind, value), count: null, kind, values: [value] })));
  return [{ text: words("search.all"), count: totals.finds, kind: null, values: [] }, ...others, ...list];
}

/** "Heard" in a history of records, "Read" in one of books, "Heard / Read" in one of both. */
function statusText(status, counts) {
  const names = (counts.length ? counts : [["album"]]).map(([kind]) => statusName(status, kind));
  return [...new Set(names)].join(" / ");
}

function nameOf(kind, value) {
  switch (kind) {
    case "kind": return kinds[value]?.() ?? value;
    case "tier": return words("search.tier", { tier: value });
    case "status": return names.status(value) || value;
    case "decade": return names.decade(value);
    case "month": return names.month(value).split(" ").slice(0, -1).join(" ") || value;
    case "unsure": return words("common.not-sure");
    case "favourite": return words("search.favourites");
    case "own": return words("search.own-rating", { rating: decimal(value) });
    default: return value;
  }
}

/** A rating of the address, "8.5", as the pages write it. */
function decimal(value) {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  return number.toLocaleString(document.documentElement.lang, { minimumFractionDigits: number === 10 ? 0 : 1 });
}

/** Shows the buttons in `box`. `change(filters)` is called with the new filters. */
export function showChips(box, totals, filters, change) {
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.chip : null;
  box.replaceChildren(...chips(totals, filters).map((one) => {
    const item = document.createElement("li");
    item.append(button(one, filters, change));
    return item;
  }));
  if (focused) [...box.querySelectorAll(".chip")].find((one) => one.dataset.chip === focused)?.focus({ preventScroll: true });
}

function button({ text, count, kind, values }, filters, change) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "chip";
  button.dataset.chip = `${kind} ${values}`;
  const isOn = kind ? values.every((one) => filters[kind]?.includes(one)) : !Object.keys(filters).length;
  button.setAttribute("aria-pressed", isOn);
  button.append(text);
  if (count !== null) {
    const number = document.createElement("b");
    number.textContent = count;
    button.append(" ", number);
  }
  button.addEventListener("click", () => change(kind ? toggled(filters, kind, values, isOn) : {}));
  return button;
}

function toggled(filters, kind, values, isOn) {
  const { [kind]: old = [], ...others } = filters;
  const rest = old.filter((one) => !values.includes(one));
  const wanted = isOn ? rest : [...rest, ...values];
  return wanted.length ? { ...others, [kind]: wanted } : others;
}
