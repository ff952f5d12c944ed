// The label and the rating of a find, read from its page, because status.json contains neither of them.

/** The timeout of the request, in milliseconds. */
const PATIENCE = 10_000;

/**
 * `{ label, rating }` of the find with this page, in the page's language ("9.5" or "9,5"); null without a review;
 * undefined if the page did not arrive whole.
 */
export async function verdictOn(page) {
  if (!/^\/(album|book)\/[0-9a-z]{26}\/$/.test(page ?? "")) return null;
  const html = await textOf(page).catch(() => undefined);
  if (html === undefined) return undefined;
  const [, badge = ""] = html.match(/<p class="badge">(.*?)<\/p>/s) ?? [];
  const [, label] = badge.match(/<span class="label">(.*?)<\/span>/s) ?? [];
  const [, rating] = badge.match(/([\d.,]+)<\/span>$/) ?? [];
  return rating ? { label: plain(label ?? ""), rating } : null;
}

async function textOf(page) {
  const answer = await fetch(page, { signal: AbortSignal.timeout?.(PATIENCE) });
  return answer.ok ? answer.text() : "";
}

/** A text without tags, and with the characters that a page escapes. */
function plain(html) {
  const characters = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return html.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => characters[name]);
}
