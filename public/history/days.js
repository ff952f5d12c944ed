// The days of the history: "Today · 12", "Yesterday", "Sat 14 Nov". The HTML contains absolute days, so that every
// build writes the same bytes.

import { words } from "../shared/words.js";

const language = document.documentElement.lang;

// Without a country, English puts the month first; the pages write "21 November 2026".
const format = (options) => new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, options);
const near = format({ weekday: "short", day: "numeric", month: "short" });
const far = format({ day: "numeric", month: "short", year: "numeric" });

/** A cache of the names that days have today: many rows have the same day, such as 2026-11-14. */
let named = { today: "", words: new Map() };

function wordsOf(day, count, now) {
  const today = now.toDateString();
  if (named.today !== today) named = { today, words: new Map() };
  const key = `${day} ${count}`;
  if (!named.words.has(key)) named.words.set(key, dayWords(day, count, now));
  return named.words.get(key);
}

/** The words for a day of the form 2026-11-14. `count` is the number of its albums, or 0 outside a heading. */
function dayWords(day, count, now) {
  const [year, month, date] = day.split("-").map(Number);
  const then = new Date(year, month - 1, date);
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const daysAgo = Math.round((today - then) / 86400000);
  if (daysAgo === 0) return words(count ? "history.today-count" : "history.today", { count });
  if (daysAgo === 1) return words("history.yesterday");
  // A short English weekday has a comma in some browsers.
  return (year === now.getFullYear() ? near : far).format(then).replace(/^(\p{L}+), /u, language === "en" ? "$1 " : "$&");
}

/** The number of albums in the list of a day, those of shelves too. */
const countOf = (list) =>
  list?.querySelectorAll(":scope > [data-find], :scope > .shelf > details > ol > [data-find]").length ?? 0;

/** Writes the names of the days in headings and folded finds. The names change at midnight. */
export function nameDays() {
  const now = new Date();
  for (const time of document.querySelectorAll(".finds time")) {
    const text = wordsOf(time.dateTime, countOf(time.closest("h2, h3")?.nextElementSibling), now);
    if (time.textContent !== text) time.textContent = text;
  }
}

addEventListener("pageshow", nameDays);
document.addEventListener("visibilitychange", nameDays);
