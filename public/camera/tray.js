// The tray's content: the unsent photos and the scans of this browser, newest first, with the state of each. One
// request asks for all scans that are under way. Draws nothing.

import { all, update, write } from "../offline/database.js";
import { setting } from "../shared/device.js";
import { isPaused, onChange, photos, publishScans, removePhoto } from "../offline/queue.js";
import { isFinal, isQuestion, LIMIT, onReturn, pace, statesOf } from "../shared/server.js";

/** The maximum number of finished scans that are kept. */
const KEPT = 20;

/** Finished scans leave the tray after this time, in milliseconds. */
const AGE = 12 * 3600 * 1000;

/** The maximum number of finished scans whose picture replaces missing artwork on the page of the find. */
const STAND_INS = 50;

const FINAL = ["found", "failed", "refused"];

/**
 * Begins to follow photos and scans. `draw` gets the items after each change: `{ key, id, taken, picture, stage, share,
 * status, verdict, reason, seen, kind }`; `kind` is `shelf` or null. The stages are `sending`, `unsent`, `refused` (by
 * the server), `working`, `waiting`, `found` and `failed`. `report` gets each item that has ended and was not reported
 * before. `leave` is called when the reader is signed out. Scans appear only after the promise `known` has ended. Then
 * the person is known; another person must not see the titles.
 */
export function followTray({ draw, report, leave, known }) {
  const shares = new Map();
  const reported = new Set();
  let [items, isPolling, isFirst, isKnown, quiet] = [[], false, true, false, 0];
  let [reading, isStale, isSignedOut, wake] = [null, false, false, () => {}];

  onChange((change) => {
    if (change.kind !== "progress") return reload();
    shares.set(change.key, change.share);
    const item = items.find((one) => one.key === change.key);
    if (item) item.share = change.share;
    draw(items);
  });
  onReturn(() => {
    isSignedOut = false;
    poll();
  });

  /** Reads the database, and again if it changes meanwhile. */
  function reload() {
    isStale = true;
    reading ??= read().finally(() => { reading = null; });
  }

  async function read() {
    while (isStale) {
      isStale = false;
      const [unsent, scans] = await Promise.all([photos(), isKnown ? all("scans") : []]);
      const own = scans.filter((one) => isOwn(one) && !isOld(one));
      const sent = new Set(own.map((one) => one.key));
      // A back has no tile unless the server refuses it.
      const tiled = unsent.filter((one) => !sent.has(one.key) && (!one.front || one.state === "refused"));
      items = [...tiled.map(photoItem), ...own.map(scanItem)];
      items.sort((one, other) => other.taken - one.taken);
      draw(items);
      for (const item of items) await reportOnce(item);
    }
    // A new scan will change soon, so the tray polls at the quick pace again.
    quiet = 0;
    wake();
    poll();
  }

  const photoItem = (photo) => ({ ...photo, stage: photoStage(photo), share: shares.get(photo.key) ?? 0, id: null });

  async function reportOnce(item) {
    if (item.seen || reported.has(item.key) || !FINAL.includes(item.stage)) return;
    reported.add(item.key);
    report(item);
    if (item.id) await keep(item, { seen: true });
  }

  /**
   * Stores the news of a scan. Removes the photo when the scan has ended, unless its find has no artwork. Returns false
   * if another page has removed the scan. Leaves the other members of the record as they are, because the item can be
   * older than the record.
   */
  async function keep(item, { stage = item.stage, ...news }) {
    const { artwork } = news.status ?? item.status ?? {};
    const isOver = FINAL.includes(stage) && (stage !== "found" || artwork);
    const values = isOver ? { ...news, picture: null } : news;
    if (!(await update("scans", item.id, () => values))) return false;
    Object.assign(item, news, { stage });
    return true;
  }

  async function poll() {
    if (isPolling || isSignedOut) return;
    isPolling = true;
    try {
      while (!document.hidden) {
        // The first request also asks for finished scans: a find may have been deleted or corrected since.
        const asked = items.filter((one) => one.id && (isFirst || !FINAL.includes(one.stage))).slice(0, LIMIT);
        if (!asked.length) break;
        isFirst = false;
        const began = performance.now();
        const statuses = await statesOf(asked.map((one) => one.id));
        if (statuses === "signedOut") {
          isSignedOut = true;
          leave();
          break;
        }
        quiet = (await learn(asked, statuses ?? [])) ? 0 : quiet + 1;
        const open = items.filter((one) => one.id && !FINAL.includes(one.stage));
        if (!open.length) break;
        const isNamed = open.every((one) => one.stage !== "working" || one.status?.album);
        const spent = statuses ? performance.now() - began : 0;
        await sleep(Math.max(50, pace({ isAnswered: statuses !== null, isNamed, quiet }) - spent));
      }
    } finally {
      isPolling = false;
    }
  }

  function sleep(milliseconds) {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** Takes the news of each scan. Returns whether anything has changed. */
  async function learn(asked, statuses) {
    let hasChanged = false;
    for (const status of statuses) {
      const item = items.find((one) => one.id === status.id);
      if (!item || !asked.some((one) => one.id === status.id)) continue;
      if (isGone(status, item)) await remove(item);
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
    // The connection was lost. The next request for the states asks for the page again.
    if (verdict === undefined) return;
    if (!(await keep(item, { status: brief(status), stage, verdict }))) return;
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
  known.finally(() => {
    isKnown = true;
    reload();
  });
  return { remove, clear };
}

/** Marks a scan that the user follows on its own page, so that the tray does not report it. */
export async function markSeen(id) {
  await update("scans", id, () => ({ seen: true }));
}

/** Whether a finished scan is too old for the tray. */
const isOld = ({ started, status }) => isFinal(status?.state) && Date.now() - started > AGE;

/** Removes finished scans that are old or exceed `KEPT`. Scans whose pictures replace artwork stay longer. */
async function forgetOld() {
  const scans = (await all("scans")).filter((one) => isFinal(one.status?.state));
  scans.sort((one, other) => other.started - one.started);
  const standIns = scans.filter((one) => one.picture).slice(0, STAND_INS);
  const old = scans.filter((one, index) => (index >= KEPT || isOld(one)) && !standIns.includes(one));
  if (old.length) await write(...old.map(({ id }) => ({ store: "scans", remove: id })));
}

const isOwn = ({ person }) => !person || person === setting("person");

/** Removes the scans of other people, because another person uses this browser now. */
export async function forgetTray() {
  const others = (await all("scans")).filter((one) => !isOwn(one));
  if (others.length) await write(...others.map(({ id }) => ({ store: "scans", remove: id })));
  publishScans();
}

function photoStage(photo) {
  if (photo.state === "refused") return "refused";
  return isPaused(photo) || photo.signIn ? "unsent" : "sending";
}

function scanItem({ id, key, kind = null, started, seen, picture, status = null, verdict = null }) {
  const stage = status ? scanStage(status) : "working";
  return { id, key, kind, taken: started, seen, picture, status, verdict, stage };
}

function scanStage({ state }) {
  if (state === "complete") return "found";
  if (state === "waiting") return "waiting";
  return state === "failed" || state === "identificationFailed" ? "failed" : "working";
}

/** Whether the server has removed the scan or its find. A shelf has no find of its own. */
const isGone = ({ state, page }, { kind }) =>
  state === "gone" || (state === "complete" && kind !== "shelf" && !/^\/(?:album|book)\//.test(page ?? ""));

/** The result of verdict.js; null if the module cannot be loaded. It is loaded for the first result. */
async function verdictOn(page) {
  const module = await import("/verdict.js").catch(() => null);
  return module?.verdictOn(page) ?? null;
}

/** The members of status.json that the tray shows; `asks` is the answer of `isQuestion`. */
const brief = ({ id, state, message, album, wanted, artwork, page, provisional, candidates, asks }) =>
  ({ id, state, message, album, wanted, artwork, page, provisional, asks: asks ?? isQuestion({ state, candidates }) });

const markOf = (status) => status && JSON.stringify(brief(status));
