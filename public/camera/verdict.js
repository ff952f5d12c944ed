// The label and the rating of a find, read from its page, because status.json contains neither of them.

import { read } from "../offline/answer.js";

/** The timeout of the request, in milliseconds. */
const PATIENCE = 10_000;

/**
 * `{ label, rating }` of the find with this page, in the page's language ("9.5" or "9,5"); null without a review;
 * undefined if the page did not arrive, or not whole.
 */
export async function verdictOn(page) {
  if (!/^\/(album|book)\/[0-9a-z]{26}\/$/.test(page ?? "")) return null;
  const answer = await fetch(page, { signal: AbortSignal.timeout?.(PATIENCE) }).then(read).catch(() => null);
  if (!answer) return undefined;
  const html = answer.status === 200 ? answer.page : "";
  const [, badge = ""] = html.match(/<p class="badge">(.*?)<\/p>/s) ?? [];
  const [, label] = badge.match(/<span class="label">(.*?)<\/span>/s) ?? [];
  const [, rating] = badge.match(/([\d.,]+)<\/span>$/) ?? [];
  return rating ? { label: plain(label ?? ""), rating } : null;
}

/** A text without tags, and with the characters that a page escapes. */
function plain(html) {
  const characters = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return html.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => characters[name]);
}
