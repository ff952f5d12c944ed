// This browser's scans that are under way, above the finds, and its photos that are not sent yet.

import { onChange } from "../offline/changes.js";
import { all } from "../offline/database.js";
import { tell } from "../shared/deleted.js";
import { setting } from "../shared/device.js";
import { ids } from "./finds.js";
import { isFinal, isQuestion, LIMIT, pace, signedOut, statesOf, whoIsAsking } from "../shared/server.js";
import { words } from "../shared/words.js";

const DAY = 86400000;

/**
 * Rows by the id of the scan: `{ row, state, isNamed, text }`. A scan that ends while the page is open keeps its row.
 */
const rows = new Map();
const box = document.createElement("section");
const list = document.createElement("ol");
const news = document.createElement("p");
let [timer, quiet, isReading, isStale] = [null, 0, false, false];

/** Shows the scans now, and again after each change. */
export function showScans() {
  const heading = document.createElement("h2");
  heading.textContent = words("history.under-way");
  news.className = "unseen";
  news.setAttribute("role", "status");
  box.className = "under-way";
  box.hidden = true;
  box.append(heading, list);
  const main = document.querySelector("main");
  main.insertBefore(box, main.querySelector(".finds") ?? main.querySelector(".empty"));
  main.append(news);
  refresh();
  addEventListener("pageshow", refresh);
  document.addEventListener("visibilitychange", refresh);
  onChange((change) => change.kind !== "progress" && refresh());
}

/** Shows the scans and photos again, with new statuses from the server. */
function refresh() {
  quiet = 0;
  read();
}

async function read() {
  clearTimeout(timer);
  isStale = true;
  if (document.hidden || isReading) return;
  isReading = true;
  while (isStale) {
    isStale = false;
    await showAll();
  }
  isReading = false;
}

async function showAll() {
  const waiting = (await all("photos")).filter((one) => one.state !== "refused");
  const scans = (await all("scans")).filter((one) => one.started > Date.now() - DAY && !isOver(one.id));
  const me = waiting.length || scans.length ? (await whoIsAsking())?.id ?? setting("person") : null;
  const isOwn = ({ person }) => !person || !me || person === me;
  showUnsent(waiting.filter(isOwn).length);
  const known = scans.filter(isOwn).slice(-LIMIT);
  const answers = known.length ? await statesOf(known.map((one) => one.id)) : [];
  if (answers === "signedOut") return tell(...signedOut());
  const before = JSON.stringify([...rows.values()].map((one) => one.text));
  for (const status of answers ?? []) show(status, known.find((one) => one.id === status.id));
  box.hidden = list.childElementCount === 0;
  const open = [...rows.values()].filter((one) => !isFinal(one.state));
  quiet = before === JSON.stringify([...rows.values()].map((one) => one.text)) ? quiet + 1 : 0;
  const isNamed = open.every((one) => one.isNamed);
  if (open.length || answers === null) timer = setTimeout(read, pace({ isAnswered: answers !== null, isNamed, quiet }));
}

const isOver = (id) => isFinal(rows.get(id)?.state);

function show(status, scan) {
  const before = rows.get(status.id);
  // A scan that had ended before the page was opened has a row among the finds, or a message on the camera page.
  if (!before?.row && isFinal(status.state)) return rows.set(status.id, { row: null, state: status.state });
  const isListed = status.state === "complete" && ids().some((id) => status.page?.endsWith(`/${id}/`));
  if (status.state === "gone" || isListed) {
    before?.row.remove();
    return rows.set(status.id, { ...before, state: status.state, text: status.state });
  }
  const row = before?.row ?? add(scan);
  const { title, artist } = names(status);
  write(row.querySelector(".title"), title);
  write(row.querySelector(".artist"), artist);
  if (status.state === "complete" && status.page) {
    row.querySelector("a").href = status.page;
    news.textContent = words("history.found", { title });
  } else if (isFinal(status.state)) news.textContent = title;
  rows.set(status.id, { row, state: status.state, isNamed: Boolean(status.album), text: `${title} ${artist}` });
}

function names(status) {
  const { state, album } = status;
  if (isQuestion(status)) return { title: words("offer.question.new"), artist: "" };
  if (state === "identificationFailed" || state === "failed") return { title: words("history.not-found"), artist: "" };
  const stage = words(
    { waiting: "history.waiting", reviewing: "history.reviewing" }[state] ?? "history.identifying");
  if (!album) return { title: stage, artist: "" };
  return { title: album.title, artist: state === "complete" ? album.artist : stage };
}

function add(scan) {
  const picture = scan.picture ? URL.createObjectURL(scan.picture) : null;
  const row = rowFor(`/scan/${scan.id}/`, picture, "/icons/record.svg");
  if (picture) row.querySelector("img").onload = () => URL.revokeObjectURL(picture);
  list.append(row);
  return row;
}

/** One row for all photos: it leads to the camera page, which sends them. */
function showUnsent(count) {
  let row = list.querySelector(".unsent");
  if (!count) return row?.remove();
  if (!row) {
    row = rowFor("/", null, "/icons/bar.svg#camera");
    row.className = "unsent";
    list.prepend(row);
  }
  write(row.querySelector(".title"), words("history.unsent", { count }));
  box.hidden = false;
}

function rowFor(address, picture, icon) {
  const row = document.createElement("li");
  const link = document.createElement("a");
  const image = document.createElement("img");
  const about = document.createElement("span");
  link.className = "find";
  link.href = address;
  image.className = picture ? "thumbnail" : "thumbnail none";
  image.src = picture ?? icon;
  image.alt = "";
  about.className = "about";
  for (const name of ["title", "artist"]) {
    const text = document.createElement("bdi");
    text.className = name;
    about.append(text, " ");
  }
  link.append(image, about);
  row.append(link);
  return row;
}

const write = (element, text) => { if (element.textContent !== text) element.textContent = text; };
