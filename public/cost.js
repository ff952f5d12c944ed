// The cost of a scan in words. The scan's page keeps them for the tab, because the album's page shows them after
// the scan.

import { words } from "./words.js";

const KEY = "albumscan.cost";

/** "This scan was free.", or its cost to a cent; null if the cost is not known. `dollars` is a number. */
export function costInWords(dollars) {
  if (typeof dollars !== "number") return null;
  if (dollars === 0) return words("scan.free");
  const cents = Math.max(1, Math.round(dollars * 100));
  const amount = (cents / 100).toFixed(2).replace(".", words("number.point"));
  const cost = words("number.money", { amount });
  return dollars < 0.01 ? words("scan.cost-less", { cost }) : words("scan.cost", { cost });
}

/** Keeps the cost of the scan that led to `page`, the address of an album's page. */
export function keepCost(page, dollars) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ page, dollars }));
  } catch { /* Then the album's page does not show it. */ }
}

/** The cost of the scan that led to `page`; null if another page was the last one. */
export function costOf(page) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return kept?.page === page ? costInWords(kept.dollars) : null;
  } catch {
    return null;
  }
}
