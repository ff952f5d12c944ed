// The camera page: SCAN takes the live picture, and photos may be chosen, pasted, dropped or shared. One photo leads
// to the page of its scan; with "One after another", the camera stays, and the tray shows the scans.

import { hideBanner, showBanner, tellOfTroubles } from "../shared/banner.js";
import { beginBeside } from "./beside.js";
import { guideInFrame, learnPhotos, take } from "./capture.js";
import { setSetting, setting } from "../shared/device.js";
import { openCamera, receiveFiles } from "./files.js";
import { fly, flash } from "./flight.js";
import { latestCard } from "./latest.js";
import { beforeLeaving } from "./leaving.js";
import { beginPreparing, uuid } from "../offline/queue.js";
import { endSending, isShown, prepareSending, sendAgain, showSending, shownKey } from "./sending.js";
import { onReturn, signedOut, vibrate } from "../shared/server.js";
import { agreeToShared, askAboutShared } from "./shared-question.js";
import { speak } from "./speech.js";
import { tileList } from "./tiles.js";
import { followTray, forgetTray } from "./tray.js";
import { isOthers, offerReturn, tellOfUnsent } from "./unsent.js";
import { keepSending, rememberPerson, upload, uploadTaken } from "./upload.js";
import { prepareView, showCaption } from "./view.js";
import { words } from "../shared/words.js";

const guide = document.querySelector(".guide");
const [tray, tools] = [document.querySelector(".tray"), document.querySelector(".tools")];
const [series, clear] = [document.querySelector(".after"), document.querySelector(".clear")];
const view = prepareView((name) => showTools(name));
const sentences = { dark: "camera.dark", blurred: "camera.blurred", glare: "camera.glare" };
const spoken = new Set();
let [stopWatching, lastTap, earlyTap] = [() => {}, -Infinity, -Infinity];

/** The icon of photos that wait, as on their tiles. */
const WAITING = "/icons/arrow.svg";

/** A tap on SCAN while the camera starts counts if the picture comes within this time, in milliseconds. */
const START = 3000;

document.querySelector(".bar .pill").addEventListener("click", (event) => {
  event.preventDefault();
  if (agreeToShared() || sendAgain()) return;
  if (view.isLive() && view.video.videoWidth) return scan();
  // The camera is starting: `showTools` takes its first picture for this tap.
  if (view.isLive() || view.isStarting()) return void (earlyTap = performance.now());
  if (view.mayAsk()) view.use();
  else openCamera();
});
series.addEventListener("click", () => {
  setSetting("after-scan", isSeries() ? "album" : "camera");
  showTools(document.querySelector("main").dataset.view);
});
// The worker starts while the user chooses a file.
for (const picker of document.querySelectorAll(".picker")) picker.addEventListener("click", beginBeside);
receiveFiles(send, () => !shownKey() && document.querySelector(".shared").hidden);

/** Whether the camera stays after SCAN. By default, it stays if each new page would ask for the camera. */
function isSeries() {
  return (setting("after-scan") ?? (view.isLive() && !view.isKept() ? "camera" : "album")) === "camera";
}

function showTools(name) {
  tools.hidden = name === "welcome";
  series.setAttribute("aria-checked", isSeries());
  stopWatching();
  if (!view.isLive()) return;
  tellAdvice(null);
  beginBeside();
  learnPhotos(view.video);
  stopWatching = watchCover();
  if (performance.now() - earlyTap > START) return;
  earlyTap = -Infinity;
  scan();
}

/** Starts the advice; returns a function that ends it. The module is loaded when the camera first starts. */
function watchCover() {
  let [stop, isOver] = [() => {}, false];
  import("/aim.js").then(({ watch }) => { if (!isOver) stop = watch(view.video, guidePosition, tellAdvice); }, () => null);
  return () => {
    isOver = true;
    stop();
  };
}

/** The guide's position in the video frame. */
function guidePosition() {
  const { video } = view;
  const frame = { width: video.videoWidth, height: video.videoHeight };
  return guideInFrame(frame, video.getBoundingClientRect(), guide.getBoundingClientRect());
}

function tellAdvice(advice) {
  showCaption(words(sentences[advice] ?? "camera.fill"));
  if (!advice || spoken.has(advice)) return;
  spoken.add(advice);
  speak(words(sentences[advice]));
}

/** SCAN: takes what the guide shows at this moment. */
async function scan() {
  if (performance.now() - lastTap < 300) return;
  lastTap = performance.now();
  const key = uuid();
  // Without a connection there is no page to open, so the camera stays.
  const isOnlyOne = !isSeries() && navigator.onLine;
  let flight = null;
  try {
    const taken = take(view.video, guide.getBoundingClientRect());
    vibrate(30);
    if (isOnlyOne) showSending(key, taken.shown, goOn);
    else flash(guide);
    const icon = navigator.onLine ? null : WAITING;
    flight = isOnlyOne ? null : taken.shown.then((picture) => fly(picture, guide, tray, icon)).catch(() => null);
    await beforeLeaving(uploadTaken(taken, key));
  } catch {
    if (isOnlyOne) endSending();
    speak(words("camera.no-photo"));
    showCaption(words("camera.no-photo"));
  }
  await flight;
}

/** The photo in the guide did not reach the server. It waits in the tray, and SCAN takes the next photo. */
function goOn(picture) {
  speak(words(navigator.onLine ? "camera.waits.server" : "camera.waits"));
  if (picture) fly(picture, guide, tray, WAITING).catch(() => null);
}

/** Stores all photos, then sends one at a time. One photo leads to its scan; several become scans in the tray. */
async function send(files) {
  vibrate(30);
  hideBanner();
  view.leaveWelcome();
  const photos = files.map((photo) => ({ photo, key: uuid(), isRaw: true }));
  if (photos.length === 1 && !isSeries()) {
    // Shows the small picture, because the browser would have to decode the whole photo a second time.
    const small = beginPreparing(photos[0]).then(({ picture }) => createImageBitmap(picture));
    showSending(photos[0].key, small);
  }
  await beforeLeaving(upload(...photos));
}

prepareSending(() => {
  draw(items);
  drawUnsent();
});

let items = [];
const follower = followTray({ draw, report, leave: tellSignedOut, known: learnPerson() });
const list = tileList(document.querySelector(".tiles"), {
  onDelete: remove, onOpen: open, onFocus: (item) => item && card.show(item),
});
const card = latestCard({ onRemove: remove, onOpen: open });
const drawUnsent = tellOfUnsent((key) => key === shownKey(), () => draw(items));
clear.addEventListener("click", () => {
  follower.clear();
  document.querySelector(".bar .pill").focus();
});

function draw(all) {
  items = all;
  // The photos of another person wait without a tile.
  const shown = items.filter((one) => one.key !== shownKey() && (one.id || !isOthers(one)));
  tray.hidden = !shown.length && document.querySelector(".unsent").hidden;
  document.querySelector("main").classList.toggle("with-tray", !tray.hidden);
  list.draw(shown);
  card.draw(shown);
  clear.hidden = !shown.some((one) => ["found", "failed", "refused"].includes(one.stage));
  // A page that is older than the first find hides this link.
  if (shown.some((one) => one.stage === "found")) document.querySelector(".bar [href='/history/']").hidden = false;
}

/** Says a result once, and shows it on the card. */
function report(item) {
  if (isShown(item.key)) return;
  card.show(item);
  const title = item.status?.album?.title;
  if (item.stage === "found") vibrate([20, 60, 20]);
  if (item.kind === "shelf") {
    speak(item.reason ?? words(item.stage === "found" ? "tray.shelf.ready" : "tray.shelf.failed"));
  } else if (item.stage === "found") {
    const rating = item.verdict?.rating;
    const found = rating ? words("tray.found-rated", { title, rating }) : words("tray.found", { title });
    speak([item.status.wanted, found].filter(Boolean).join(" "));
  } else speak(item.reason ?? words(item.status?.asks ? "offer.question.new" : "camera.not-identified"));
}

function remove(item) {
  if (!item) return;
  follower.remove(item);
  if (!item.id && item.stage !== "refused") offerReturn(item);
  drawUnsent();
}

/** Returns whether the item has a page. The card shows an item without one. */
function open(item) {
  if (item.id) setSetting("came-from", "camera");
  else card.show(item);
  return Boolean(item.id);
}

/** After a change of the person, removes the other person's scans. */
async function learnPerson() {
  if (await rememberPerson()) await forgetTray();
}

function tellSignedOut() {
  const [sentence, ...rest] = signedOut();
  if (!shownKey()) showBanner(sentence, rest);
}

onReturn(learnPerson);
tellOfTroubles(() => shownKey() !== null);
askAboutShared(send);
keepSending();
view.begin();
