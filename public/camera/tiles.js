// The tray on the page: a list with one link for each photo or scan, named with its state.

import { isStill } from "./flight.js";
import { words } from "../shared/words.js";

const GLIDE = { duration: 200, easing: "ease-out" };
const record = "/icons/record.svg";
const icons = {
  unsent: "/icons/arrow.svg", waiting: "/icons/waiting.svg", failed: "/icons/missed.svg", refused: "/icons/missed.svg",
  asking: "/icons/question.svg",
};

// The icons load with the page, because a tile may need them without a connection.
const loaded = Object.values(icons).map((icon) => picture("", icon));

/**
 * Draws items into `list`. `onDelete` gets the item of a tile when the Delete key is pressed, and `onFocus` when the
 * tile gets the focus. `onOpen` returns whether the item has a page.
 */
export function tileList(list, { onDelete, onFocus, onOpen }) {
  const tiles = new Map();
  let [isTouched, pending] = [false, null];

  list.addEventListener("pointerdown", () => { isTouched = true; });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => isTouched && setTimeout(release, 300));
  list.addEventListener("focusin", (event) => onFocus(itemOf(event.target)));
  list.addEventListener("click", (event) => {
    const item = itemOf(event.target);
    if (item && !onOpen(item)) event.preventDefault();
  });
  list.addEventListener("keydown", (event) => {
    const item = itemOf(event.target);
    if (!item || !["Delete", "Backspace"].includes(event.key)) return;
    event.preventDefault();
    onDelete(item);
  });

  const itemOf = (element) => tiles.get(element.closest("[data-key]")?.dataset.key)?.item;

  function release() {
    isTouched = false;
    if (pending) draw(pending);
  }

  /** While a finger is on the list, tiles change, but no tile appears, disappears or moves. */
  function draw(items) {
    for (const item of items) tiles.get(item.key)?.show(item);
    pending = isTouched ? items : null;
    if (isTouched) return;
    const keys = new Set(items.map((one) => one.key));
    if (keys.size === tiles.size && [...keys].every((key) => tiles.has(key))) return;
    const rects = new Map([...tiles.values()].map(({ element }) => [element, element.getBoundingClientRect()]));
    removeOthers(keys);
    const step = list.scrollLeft > 0 ? list.scrollWidth : 0;
    for (const item of [...items].reverse()) if (!tiles.has(item.key)) insert(item, items);
    if (step) list.scrollLeft += list.scrollWidth - step;
    if (!isStill()) for (const [element, rect] of rects) glide(element, rect);
  }

  /** Slides a tile from its former position. */
  function glide(element, before) {
    if (!element.isConnected) return;
    const now = element.getBoundingClientRect();
    const [x, y] = [before.x - now.x, before.y - now.y];
    if (x || y) element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], GLIDE);
  }

  function insert(item, items) {
    const tile = newTile(item);
    const older = items.slice(items.indexOf(item) + 1).find((one) => tiles.has(one.key));
    list.insertBefore(tile.element, older ? tiles.get(older.key).element : null);
    tiles.set(item.key, tile);
  }

  function removeOthers(keys) {
    for (const [key, tile] of tiles) {
      if (keys.has(key)) continue;
      const isHeld = tile.element.contains(document.activeElement);
      const next = tile.element.nextElementSibling ?? tile.element.previousElementSibling;
      tile.end();
      tiles.delete(key);
      if (isHeld) (next?.querySelector("a") ?? document.querySelector(".bar .pill")).focus();
    }
  }

  return { draw };
}

function newTile(first) {
  const element = document.createElement("li");
  const link = document.createElement("a");
  const cover = picture("tile-cover");
  const mark = document.createElement("span");
  const about = document.createElement("span");
  const ring = document.createElement("span");
  let [address, drawn] = [null, ""];
  element.dataset.key = first.key;
  [link.className, mark.className, about.className, ring.className] = ["tile", "mark", "about", "ring"];
  link.append(ring, cover, mark, about);
  element.append(link);

  function show(item) {
    tile.item = item;
    ring.style.setProperty("--share", item.share ?? 0);
    const { share, photo, ...rest } = item;
    const now = JSON.stringify(rest);
    if (now === drawn) return;
    drawn = now;
    link.href = addressOf(item);
    link.dataset.stage = item.stage;
    showCover(item);
    const [rating, icon] = [item.verdict?.rating ?? countOf(item), icons[item.status?.asks ? "asking" : item.stage]];
    mark.replaceChildren(...(icon ? [loaded.find((one) => one.src.endsWith(icon)).cloneNode()] : []));
    mark.toggleAttribute("hidden", !icon && !rating);
    if (rating && !icon) mark.textContent = rating;
    mark.setAttribute("aria-hidden", "true");
    about.replaceChildren(...linesOf(item));
  }

  function showCover(item) {
    const artwork = item.status?.artwork;
    if (artwork && address) URL.revokeObjectURL(address);
    if (artwork) address = null;
    else if (item.picture) address ??= URL.createObjectURL(item.picture);
    const source = (artwork && local(artwork)) ?? address ?? record;
    if (cover.getAttribute("src") !== source) cover.src = source;
    cover.classList.toggle("none", source === record);
  }

  function end() {
    if (address) URL.revokeObjectURL(address);
    element.remove();
  }

  const tile = { element, show, end, item: first };
  show(first);
  return tile;
}

function picture(name, source = record) {
  return Object.assign(document.createElement("img"), { className: name, alt: "", src: source });
}

/** The address of an item's page. An unsent photo has no page; its link leads to the line about unsent photos. */
export function addressOf(item) {
  if (!item.id) return "#unsent";
  if (item.kind === "shelf") return `/shelf/${item.id}/`;
  return (item.stage === "found" && local(item.status?.page)) || `/scan/${item.id}/`;
}

/**
 * The text of a tile and of the card, as elements: the person who wants the album, the title, the artist and the state.
 */
export function linesOf(item) {
  if (item.kind === "shelf") return [line("title", words("tray.shelf")), line("state", shelfState(item))];
  const { album, wanted, provisional } = item.status ?? {};
  const lines = album ? [line("title", album.title), line("artist", album.artist)] : [];
  if (wanted && !provisional) lines.unshift(line("want", wanted));
  if (item.stage !== "found") return [...lines, line("state", stateOf(item))];
  if (!item.verdict) return lines;
  const verdict = part("span", "verdict", "");
  verdict.append(part("span", "label", item.verdict.label), " ", part("b", "", item.verdict.rating));
  return [...lines, verdict];
}

/** `5/15`: how many items of a shelf are read; null for other items, and before the boxes are found. */
function countOf({ kind, stage, status }) {
  if (kind !== "shelf" || stage !== "working" || !status?.about) return null;
  return `${status.found}/${status.about}`;
}

/** The state of a shelf. An unsent shelf has the states of any photo. */
function shelfState(item) {
  switch (item.stage) {
    case "working": return countOf(item) ? words("tray.shelf.count", item.status) : words("tray.shelf.reading");
    case "found": return words("tray.shelf.ready");
    case "failed": return words("tray.shelf.failed");
    default: return stateOf(item);
  }
}

function stateOf({ stage, status, reason }) {
  switch (stage) {
    case "sending": return words("tray.sending");
    case "unsent": return reason ?? words("camera.not-sent");
    case "refused": return reason ?? words("camera.not-started");
    case "waiting": return words("tray.waiting");
    case "failed": return words(status?.asks ? "offer.question.new" : "camera.not-identified");
    default:
      if (status?.provisional) return words("tray.provisional");
      return words(status?.album ? "tray.reviewing" : "tray.identifying");
  }
}

/** A line of text, and a space that separates it from the next line in the link's name. */
function line(name, text) {
  const whole = part("span", "line", "");
  whole.append(part(["title", "artist"].includes(name) ? "bdi" : "span", name, text), " ");
  return whole;
}

const part = (tag, className, textContent) => Object.assign(document.createElement(tag), { className, textContent });

/** The path of an address of this site, or null. */
function local(address) {
  const url = typeof address === "string" ? new URL(address, location.href) : null;
  return url?.origin === location.origin ? url.pathname : null;
}
