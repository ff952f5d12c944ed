// The scripts' texts, in the page's language: the build writes them into <html data-words>.

const texts = JSON.parse(document.documentElement.dataset.words ?? "{}");

/** A text with its {name} arguments filled in. */
export const words = (key, values = {}) =>
  (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** The same in parts, for arguments that are elements: texts and elements in the language's order. */
export const parts = (key, values) => fill(texts[key] ?? key, values);

/** The parts of a text that the page or status.json gave. */
export function fill(text, values) {
  return text.split(/\{(\w+)\}/).map((part, place) => (place % 2 ? values[part] ?? "" : part)).filter((part) => part !== "");
}

const language = document.documentElement.lang;

/** An amount of dollars as the page's language writes it. */
export const money = (dollars) =>
  new Intl.NumberFormat(language, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" }).format(dollars);

/** "today at 23:20" or "yesterday at 23:20", where the reader is; null for an earlier moment. */
export function recently(moment) {
  const then = new Date(moment);
  const midnight = new Date().setHours(0, 0, 0, 0);
  const time = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(then);
  if (then >= midnight) return words("when.today", { time });
  return then >= new Date(midnight - 1).setHours(0, 0, 0, 0) ? words("when.yesterday", { time }) : null;
}

for (const element of document.querySelectorAll("time.when")) {
  element.textContent = recently(element.dateTime) ?? element.textContent;
}
