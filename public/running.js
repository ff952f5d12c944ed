// This browser's scans that are under way, above the finds, and its photos that are not sent yet.

import { all } from "./database.js";
import { setting } from "./device.js";
import { ids } from "./finds.js";
import { program, whoIsAsking } from "./server.js";
import { words } from "./words.js";

const PAUSE = 1000;
const DAY = 86400000;
const FINAL = new Set(["complete", "failed", "identificationFailed", "gone"]);

/** Rows by the id of the scan: `{ row, state }`. A scan stays when it ends while the page is open. */
const rows = new Map();
const box = document.createElement("section");
const list = document.createElement("ol");
const news = document.createElement("p");
let timer = null;

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
  if (globalThis.BroadcastChannel) {
    new BroadcastChannel("albumscan").addEventListener("message", ({ data }) => data?.kind !== "progress" && refresh());
  }
}

async function refresh() {
  clearTimeout(timer);
  if (document.hidden) return;
  await showUnsent((await all("photos")).filter((one) => one.state !== "refused"));
  const known = (await all("scans")).filter((one) => one.started > Date.now() - DAY && !isOver(one.id));
  const answers = await states(known.map((one) => one.id).slice(-40));
  for (const status of answers) show(status, known.find((one) => one.id === status.id));
  box.hidden = list.childElementCount === 0;
  if ([...rows.values()].some((one) => !FINAL.has(one.state))) timer = setTimeout(refresh, PAUSE);
}

const isOver = (id) => FINAL.has(rows.get(id)?.state);

/** The scans' status documents; none without an answer. */
async function states(ids) {
  if (!ids.length) return [];
  const answer = await fetch(`${program}/scans?id=${ids.join(",")}`, { headers: { Accept: "application/json" } })
    .catch(() => null);
  const body = answer?.ok ? await answer.json().catch(() => null) : null;
  return Array.isArray(body?.scans) ? body.scans : [];
}

function show(status, scan) {
  const before = rows.get(status.id);
  // A scan that was over before the page was opened is a row of the finds, or a message of the camera page.
  if (!before?.row && FINAL.has(status.state)) return rows.set(status.id, { row: null, state: status.state });
  const isListed = status.state === "complete" && ids().some((id) => status.page === `/album/${id}/`);
  if (status.state === "gone" || isListed) {
    before.row.remove();
    return rows.set(status.id, { ...before, state: status.state });
  }
  const row = before?.row ?? add(scan);
  const { title, artist } = names(status);
  write(row.querySelector(".title"), title);
  write(row.querySelector(".artist"), artist);
  if (status.state === "complete" && status.page) {
    row.querySelector("a").href = status.page;
    news.textContent = words("history.found", { title });
  }
  rows.set(status.id, { row, state: status.state });
}

function names({ state, album }) {
  if (state === "identificationFailed" || state === "failed") return { title: words("history.not-found"), artist: "" };
  const stage = words(
    { waiting: "history.waiting", reviewing: "history.reviewing" }[state] ?? "history.identifying");
  if (!album) return { title: stage, artist: "" };
  return { title: album.title, artist: state === "complete" ? album.artist : stage };
}

function add(scan) {
  const picture = scan.picture ? URL.createObjectURL(scan.picture) : null;
  const row = rowFor(`/scan/${scan.id}/`, picture, "/icons/record.svg");
  list.append(row);
  return row;
}

/** One row leads to the camera, which sends the photos. */
async function showUnsent(photos) {
  const who = photos.length ? (await whoIsAsking())?.who ?? setting("who") : null;
  const count = photos.filter((one) => one.who === null || who === null || one.who === who).length;
  let row = list.querySelector(".unsent");
  if (!count) return row?.remove();
  if (!row) {
    row = rowFor("/", null, "/icons/camera.svg");
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
