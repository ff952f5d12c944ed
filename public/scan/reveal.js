// The page of a scan becomes the page of its album in place: the same document takes over the content, so that picture
// and names stay where they are, and the verdict comes last.

import { tellPage } from "../offline/offline.js";
import { load } from "../shared/documents.js";
import { pause, vibrate } from "../shared/server.js";
import { learnWords } from "../shared/words.js";

/** The longest time for the page, and for its picture and its style sheets, in milliseconds. */
const [PAGE_TIME, PARTS_TIME] = [5000, 1000];

/**
 * Shows the album's page of this site at `address`, if `isWelcome()` is true after it has arrived. Returns false if it is
 * not shown; the caller then opens the page.
 */
export async function reveal(address, isWelcome) {
  const page = await load(address, PAGE_TIME);
  const next = page?.querySelector("main");
  if (!next) return false;
  learnWords(page);
  const main = document.querySelector("main");
  const content = [...next.childNodes].map((node) => document.importNode(node, true));
  const article = content.find((node) => node.localName === "article");
  if (!article) return false;
  await Promise.race([Promise.all([styles(page), picture(article)]), pause(PARTS_TIME)]);
  if (!isWelcome()) return false;

  const [height, top] = [box(main, ".saying").height, box(main, ".so-far:not([hidden])")?.top];
  const held = main.contains(document.activeElement) || document.activeElement === document.body;
  history.replaceState(null, "", address);
  document.title = page.title;
  document.documentElement.className = page.documentElement.className;
  main.removeAttribute("data-scan");
  main.replaceChildren(...content);
  for (const part of [".top", ".site-bar"]) {
    const [old, fresh] = [document.querySelector(part), page.querySelector(part)];
    if (old && fresh) old.replaceWith(document.importNode(fresh, true));
  }
  stamp(main.querySelector(".badge"), height);
  keepText(main, top);
  await Promise.all(scripts(page).map((script) => import(script)));
  if (held) announce(main.querySelector("h1"));
  tellPage();
  return true;
}

/** Loads the style sheets that only the album's page has. */
function styles(page) {
  const known = new Set([...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.href));
  const missing = [...page.querySelectorAll("link[rel=stylesheet]")].filter((link) => !known.has(link.href));
  return Promise.all(missing.map((link) => new Promise((done) => {
    const copy = document.importNode(link);
    copy.onload = copy.onerror = done;
    document.head.append(copy);
  })));
}

/** Waits for the artwork, so that the picture of the scan stays until then. */
const picture = (article) => article.querySelector(".artwork")?.decode().catch(() => null);

const scripts = (page) => [...page.querySelectorAll("script[type=module]")].map((script) => script.src);

/** The verdict replaces the sentence, with its height. */
function stamp(badge, height) {
  if (!badge) return;
  badge.style.minHeight = `${height}px`;
  addEventListener("resize", () => badge.style.removeProperty("min-height"), { once: true });
  badge.classList.add("stamp");
  vibrate([20, 60, 20]);
}

/** The review stays where the reader has read it, at `top`, unless the facts above it need more lines. */
function keepText(main, top) {
  const text = main.querySelector(".story .text");
  const gap = top - box(main, ".story .summary")?.top;
  if (gap > 0) text.style.marginTop = `${parseFloat(getComputedStyle(text).marginTop) + gap}px`;
}

const box = (parent, name) => parent.querySelector(name)?.getBoundingClientRect();

/** A screen reader reads the album's names, as after a new page. */
function announce(names) {
  names.tabIndex = -1;
  names.focus({ preventScroll: true });
}
