// Decides for an answer whether it is an own answer: written by AlbumScan or its web server. A proxy, a firewall or a
// network with a sign-in page may answer in their place. Such a foreign answer counts as no answer. Uses no document: the
// service worker imports this module. docs/interface.md "In the browser" has the rules.

/** The build adds this attribute to the tag `<html>` of each page. */
const ATTRIBUTE = "data-albumscan";
const PAGE = /^(?:\s|<!--[^]*?-->)*(?:<!doctype html[^>]*>)?(?:\s|<!--[^]*?-->)*<html\s(?:[^>]*\s)?data-albumscan[\s=>]/i;

/** The part of a page that has the attribute, in characters. */
const HEAD = 4000;

/** Whether a text is a page of AlbumScan. The beginning of the page is enough. */
export const isOwnPage = (text) => PAGE.test(text.slice(0, HEAD));

/** Whether the page is whole, too. The build ends each page with this tag. */
export const isWholePage = (text) => isOwnPage(text) && /<\/html>/i.test(text);

/** The same as `isOwnPage` for the document of a page. */
export const isOwnDocument = (page) => Boolean(page?.documentElement?.hasAttribute(ATTRIBUTE));

/**
 * An own answer as `{ status, document, page, code, message }`; null for a foreign answer. `document` is the JSON of a
 * success: an object that `fits`, which tells whether it has the form that the caller needs. `page` is the text of a page.
 * `code` and `message` belong to a refusal of the program. Members that the answer lacks are null.
 */
export function ownAnswer({ status, text }, fits) {
  const json = parsed(text);
  const own = { status, document: null, page: null, code: null, message: null };
  if (status >= 200 && status < 300 && json && !json.error && fits(json)) return { ...own, document: json };
  const { code, message } = json?.error ?? {};
  if (status >= 400 && isWord(code) && typeof message === "string") return { ...own, code, message };
  return (status < 300 || status >= 400) && isOwnPage(text) ? { ...own, page: text } : null;
}

/** `ownAnswer` of a response. Null, too, if the response is cut off. */
export async function read(answer, fits = hasForm) {
  try {
    return ownAnswer({ status: answer.status, text: await answer.text() }, fits);
  } catch {
    return null;
  }
}

/** The form of the documents of the program: each has a version or an id. */
export const hasForm = ({ version, id }) => version === 1 || isID(id);

export const isID = (text) => /^[0-9a-z]{26}$/.test(text ?? "");

/** Whether a document is that of `GET …/session`. The document of a stranger has the same members. */
export function isSession({ version, who, id, people, mayScan, plan, ...more }) {
  const isNamed = typeof who === "string" && typeof id === "string" && typeof plan === "string";
  const isStranger = who === null && id === null && plan === null;
  return version === 1 && (isNamed || isStranger) && typeof people === "boolean" && mayScan === isNamed
    && ["scansLeft", "spending", "spendingNote", "advancedSearch"].every((name) => name in more);
}

/** Whether a document is the status document of a scan. */
export const isStatus = ({ version, state }) => version === 1 && typeof state === "string";

/** Whether the bytes are a whole JPEG file. */
export function isJPEG(bytes) {
  const end = bytes.length - 2;
  return end > 4 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
    && bytes[end] === 0xff && bytes[end + 1] === 0xd9;
}

/** Whether a response is a page of AlbumScan, also one about an error. Reads only its beginning. Throws if it is cut off. */
export async function isPageAnswer(answer) {
  if (!/^text\/html\b/i.test(typeOf(answer))) return false;
  const reader = answer.clone().body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (reader && text.length < HEAD && !isOwnPage(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  reader?.cancel().catch(() => null);
  return isOwnPage(text);
}

export const typeOf = (answer) => answer.headers.get("Content-Type") ?? "";

const isWord = (text) => typeof text === "string" && /^[a-zA-Z]+$/.test(text);

/** The object of a JSON text; null for another text. */
function parsed(text) {
  try {
    const json = JSON.parse(text);
    return typeof json === "object" && !Array.isArray(json) ? json : null;
  } catch {
    return null;
  }
}
