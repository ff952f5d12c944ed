// The texts of the scripts in the page's language. The build writes them into <meta name="words">.

const page = document.documentElement;
const texts = {};

/** The text with its {name} arguments replaced. */
export const words = (key, values = {}) =>
  (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** The text as a list of texts and elements, in the language's order. The arguments may be elements. */
export const parts = (key, values) => fill(texts[key] ?? key, values);

/** Like `parts`, but `text` is the text itself, from the page or from status.json, not a key. */
export function fill(text, values) {
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? values[part] ?? "" : part)).filter((part) => part !== "");
}

const language = page.lang;

/** "today at 23:20" or "yesterday at 23:20" in the reader's time zone; null for an earlier moment. */
export function recently(moment) {
  const then = new Date(moment);
  const midnight = new Date().setHours(0, 0, 0, 0);
  const time = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(then);
  if (then >= midnight) return words("when.today", { time });
  return then >= new Date(midnight - 1).setHours(0, 0, 0, 0) ? words("when.yesterday", { time }) : null;
}

/** Adds the texts of a page, and shows its moments in the reader's time zone. */
export function learnWords(source) {
  Object.assign(texts, JSON.parse(source.querySelector("meta[name=words]")?.content ?? "{}"));
  for (const element of source.querySelectorAll("time.when")) {
    element.textContent = recently(element.dateTime) ?? element.textContent;
  }
}

learnWords(document);
