// The label and the rating of a find, read from its album page, because status.json contains neither of them.

/** `{ label, rating }` of the find with this page, in its language ("9.5" or "9,5"); null without a review. */
export async function verdictOn(page) {
  if (!/^\/album\/[0-9a-z]{26}\/$/.test(page ?? "")) return null;
  const answer = await fetch(page).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
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
