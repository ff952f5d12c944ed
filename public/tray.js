// The tray's content: the unsent photos and the scans of this browser, newest first, with the state of each. One
// request asks for all scans that are under way. Draws nothing.

import { all, write } from "./database.js";
import { onChange, photos, publishScans, removePhoto } from "./queue.js";
import { program } from "./server.js";
import { verdictOn } from "./verdict.js";

/** The number of scans that one request may name, and of finished scans that are kept. */
const [LIMIT, KEPT] = [40, 20];

/** Finished scans leave the tray after this time, in milliseconds. */
const AGE = 12 * 3600 * 1000;

/** Milliseconds between two requests: until there is a name, afterwards, and while nothing changes. */
const [QUICK, CALM, SLOW] = [250, 1000, 4000];

const FINAL = ["found", "failed", "refused"];

/**
 * Begins to follow photos and scans. `draw` gets the items after each change: `{ key, id, taken, picture, stage,
 * share, status, verdict, reason, seen }`. The stages are `sending`, `unsent`, `refused` (by the server), `working`,
 * `waiting`, `found` and `failed`. `report` gets each item that has ended and was not reported before.
 */
export function followTray(draw, report) {
  const shares = new Map();
  const reported = new Set();
  let [items, isPolling, isFirst, quiet] = [[], false, true, 0];

  onChange((change) => {
    if (change.kind !== "progress") return reload();
    shares.set(change.key, change.share);
    const item = items.find((one) => one.key === change.key);
    if (item) item.share = change.share;
    draw(items);
  });
  document.addEventListener("visibilitychange", () => document.hidden || poll());

  async function reload() {
    const [unsent, scans] = await Promise.all([photos(), all("scans")]);
    const sent = new Set(scans.map((one) => one.key));
    items = [...unsent.filter((one) => !sent.has(one.key)).map(photoItem), ...scans.map(scanItem)];
    items.sort((one, other) => other.taken - one.taken);
    draw(items);
    for (const item of items) await reportOnce(item);
    poll();
  }

  const photoItem = (photo) => ({ ...photo, stage: photoStage(photo), share: shares.get(photo.key) ?? 0, id: null });

  async function reportOnce(item) {
    if (item.seen || reported.has(item.key) || !FINAL.includes(item.stage)) return;
    reported.add(item.key);
    report(item);
    if (item.id) await keep(item, { seen: true });
  }

  /** Stores what is known of a scan. The picture of the user's photo goes when the scan has ended. */
  async function keep(item, news) {
    Object.assign(item, news);
    const { id, key, taken, seen, status, verdict } = item;
    const picture = FINAL.includes(item.stage) ? null : item.picture;
    await write({ store: "scans", put: { id, key, started: taken, seen, picture, status, verdict } });
  }

  async function poll() {
    if (isPolling) return;
    isPolling = true;
    while (!document.hidden) {
      // The first request also asks for finished scans: a find may have been deleted or corrected since.
      const asked = items.filter((one) => one.id && (isFirst || !FINAL.includes(one.stage))).slice(0, LIMIT);
      isFirst = false;
      if (!asked.length) break;
      const statuses = await ask(asked);
      quiet = (await learn(asked, statuses ?? [])) ? 0 : quiet + 1;
      if (!items.some((one) => one.id && !FINAL.includes(one.stage))) break;
      await new Promise((done) => setTimeout(done, statuses ? pace() : SLOW));
    }
    isPolling = false;
  }

  function pace() {
    if (quiet > 60) return SLOW;
    return items.some((one) => one.stage === "working" && !one.status?.album) ? QUICK : CALM;
  }

  /** Takes the news of each scan. Returns whether anything has changed. */
  async function learn(asked, statuses) {
    let hasChanged = false;
    for (const status of statuses) {
      const item = asked.find((one) => one.id === status.id);
      if (!item || !items.includes(item)) continue;
      if (isGone(status)) await remove(item);
      else if (markOf(status) === markOf(item.status)) continue;
      else await learnOne(item, status);
      hasChanged = true;
    }
    if (hasChanged) draw(items);
    return hasChanged;
  }

  async function learnOne(item, status) {
    const stage = scanStage(status);
    const verdict = stage === "found" ? await verdictOn(status.page) : null;
    // Another page may have removed the scan meanwhile.
    if (!(await all("scans")).some((one) => one.id === item.id)) return;
    await keep(item, { status: brief(status), stage, verdict });
    draw(items);
    await reportOnce(item);
  }

  async function remove(item) {
    items = items.filter((one) => one !== item);
    draw(items);
    if (!item.id) return removePhoto(item.key);
    await write({ store: "scans", remove: item.id });
    publishScans(item.id);
  }

  async function clear() {
    for (const item of items.filter((one) => FINAL.includes(one.stage))) await remove(item);
  }

  forgetOld().then(reload);
  return { remove, clear };
}

/** The user follows this scan on its own page, so the tray does not report it. */
export async function markSeen(id) {
  const scan = (await all("scans")).find((one) => one.id === id);
  if (scan) await write({ store: "scans", put: { ...scan, seen: true } });
}

/** Removes scans from long ago, and the oldest of very many. */
async function forgetOld() {
  const scans = (await all("scans")).sort((one, other) => other.started - one.started);
  const old = scans.filter((one, place) => place >= KEPT || Date.now() - one.started > AGE);
  if (old.length) await write(...old.map(({ id }) => ({ store: "scans", remove: id })));
}

/** Removes all scans: another person uses this browser now. */
export async function forgetTray() {
  const scans = await all("scans");
  if (scans.length) await write(...scans.map(({ id }) => ({ store: "scans", remove: id })));
}

function photoStage(photo) {
  if (photo.state === "refused") return "refused";
  return photo.attempts > 0 || photo.signIn || photo.notBefore > Date.now() ? "unsent" : "sending";
}

function scanItem({ id, key, started, seen, picture, status = null, verdict = null }) {
  return { id, key, taken: started, seen, picture, status, verdict, stage: status ? scanStage(status) : "working" };
}

function scanStage({ state }) {
  if (state === "complete") return "found";
  if (state === "waiting") return "waiting";
  return state === "failed" || state === "identificationFailed" ? "failed" : "working";
}

/** The scan is too old, or its find was deleted. */
const isGone = ({ state, page }) => state === "gone" || (state === "complete" && !page?.startsWith("/album/"));

/** The members of status.json that the tray shows. */
const brief = ({ id, state, message, album, artwork, page, provisional }) =>
  ({ id, state, message, album, artwork, page, provisional });

const markOf = (status) => status && JSON.stringify(brief(status));

/** The statuses of the scans; null without an answer. */
async function ask(items) {
  const address = `${program}/scans?id=${items.map((one) => one.id).join(",")}`;
  const answer = await fetch(address, { headers: { Accept: "application/json" }, cache: "no-store" }).catch(() => null);
  return answer?.ok ? answer.json().then((body) => body.scans ?? null, () => null) : null;
}
