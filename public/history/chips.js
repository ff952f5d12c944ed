// The buttons of the filters, in the order of the whole history, each with the number of finds that it gives now. A filter
// in the address without a button gets a button, so that the user can remove the filter.

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

/**
 * The buttons: one for all finds, one for each filter that gives finds, and one for each filter in use. `whole` has the
 * counts of the whole history, `counts` those of the present search. A button has a text, a number, and the kind and the
 * values of its filter.
 */
function chips(whole, counts, filters) {
  // Only a history with books has numbers of kinds.
  const both = Object.keys(whole.kinds).filter((kind) => whole.kinds[kind] > 0);
  const list = [
    ...(both.length > 1 ? both : []).map((kind) => ({
      text: kinds[kind](), count: counts.kinds[kind], kind: "kind", values: [kind],
    })),
    { text: words("search.essential"), count: counts.tiers[0] + counts.tiers[1], kind: "tier", values: ESSENTIAL },
    ...Object.keys(statuses).map((status) => ({
      text: statusText(status, both), count: counts.statuses[status], kind: "status", values: [status],
    })),
    { text: words("common.not-sure"), count: counts.unsure, kind: "unsure", values: ["1"] },
    ...[...whole.genres.keys()].slice(0, GENRES).map((genre) => ({
      text: genre, count: counts.genres.get(genre) ?? 0, kind: "genre", values: [genre],
    })),
    ...[...whole.decades.keys()].map((decade) => ({
      text: names.decade(decade), count: counts.decades.get(decade) ?? 0, kind: "decade", values: [String(decade)],
    })),
  ].filter(({ count, kind, values }) => count > 0 || values.every((one) => filters[kind]?.includes(one)));
  const isKnown = (kind, value) => list.some((one) => one.kind === kind && one.values.includes(value));
  const others = Object.entries(filters).flatMap(([kind, values]) => values
    .filter((value) => !isKnown(kind, value) || (kind === "tier" && !ESSENTIAL.every((one) => values.includes(one))))
    .map((value) => ({ text: nameOf(kind, value), count: null, kind, values: [value] })));
  return [{ text: words("search.all"), count: counts.all, kind: null, values: [] }, ...others, ...list];
}

/** "Heard" in a history of records, "Read" in one of books, "Heard / Read" in one of both. */
function statusText(status, both) {
  const names = (both.length ? both : ["album"]).map((kind) => statusName(status, kind));
  return [...new Set(names)].join(" / ");
}

/** The name of a filter. */
export function nameOf(kind, value) {
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
export function showChips(box, whole, counts, filters, change) {
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.chip : null;
  box.replaceChildren(...chips(whole, counts, filters).map((one) => {
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

/** The filters after a tap on a button: with the values of a kind, or without these values if the button is on. */
export function toggled(filters, kind, values, isOn) {
  const { [kind]: old = [], ...others } = filters;
  const rest = old.filter((one) => !values.includes(one));
  const wanted = isOn ? rest : [...rest, ...values];
  return wanted.length ? { ...others, [kind]: wanted } : others;
}
