// The camera page for a shelf, `/shelf/`: the round button takes one large photo of many books or records. The whole
// photo is sent; the guide, the level and the advice only help to aim. Advice never blocks the button.

import { fault } from "../camera/aim.js";
import { beginBeside, wholeBeside } from "../camera/beside.js";
import { guideInFrame } from "../camera/capture.js";
import { openCamera, receiveFiles } from "../camera/files.js";
import { flash } from "../camera/flight.js";
import { beforeLeaving } from "../camera/leaving.js";
import { prepareSending, sendAgain, showSending, shownKey } from "../camera/sending.js";
import { speak } from "../camera/speech.js";
import { forgetTray } from "../camera/tray.js";
import { tellOfUnsent } from "../camera/unsent.js";
import { keepSending, rememberPerson, upload } from "../camera/upload.js";
import { prepareView, showCaption } from "../camera/view.js";
import { all } from "../offline/database.js";
import { onChange, uuid } from "../offline/queue.js";
import { hideBanner, showBanner } from "../shared/banner.js";
import { setSetting, setting } from "../shared/device.js";
import { onReturn, program, vibrate } from "../shared/server.js";
import { words } from "../shared/words.js";
import { advise } from "./advice.js";
import { answerOf, openDialog } from "./camera-dialogs.js";
import { prepareFocus } from "./focus.js";
import { prepareLevel } from "./level.js";
import { LARGEST, photoOf } from "./shelf-photo.js";

/** The time that the text in the guide stays, in milliseconds. */
const STAY = 3000;

/** A tap on the button while the camera starts counts if the picture comes within this time, in milliseconds. */
const START = 3000;

const main = document.querySelector("main");
const guide = document.querySelector(".guide");
const align = document.querySelector(".align");
const [grid, lines] = [document.querySelector(".grid-switch"), document.querySelector(".grid")];
const [intro, quality] = [document.querySelector(".intro"), document.querySelector(".quality")];
let [isBusy, isAligned, earlyTap, stopAdvice] = [false, false, -Infinity, () => {}];

const view = prepareView((name) => change(name));
const level = prepareLevel(document.querySelector(".level"), document.querySelector(".level-use"));
prepareFocus(document.querySelector(".focus"), view);

document.querySelector(".shutter").addEventListener("click", (event) => {
  event.preventDefault();
  if (isBusy || sendAgain()) return;
  if (view.isLive()) return capture();
  // The camera is starting: `change` takes its first picture for this tap.
  if (view.isStarting()) return void (earlyTap = performance.now());
  if (view.mayAsk()) view.use();
  else openCamera();
});
for (const picker of document.querySelectorAll(".picker")) picker.addEventListener("click", beginBeside);
receiveFiles(take, () => !isBusy && !shownKey() && !document.querySelector("dialog[open]"));

const help = document.querySelector(".help-button");
help.addEventListener("click", () => openDialog(document.querySelector(".help")));
grid.addEventListener("click", () => {
  setSetting("shelf-grid", setting("shelf-grid") === "on" ? null : "on");
  drawGrid();
});
for (const control of [help, grid, document.querySelector(".tools")]) control.hidden = false;
drawGrid();

function drawGrid() {
  const isOn = setting("shelf-grid") === "on";
  grid.setAttribute("aria-checked", isOn);
  lines.hidden = !isOn;
}

/** The view has changed: advice and level run only while the picture is live. */
function change(name) {
  stopAdvice();
  stopAdvice = () => {};
  level.run(view.isLive());
  showBrowserAdvice(main.dataset.reason === "refused");
  if (name !== "live" || !view.isLive()) return;
  showCaption("");
  beginBeside();
  stopAdvice = advise(view.video, guidePosition);
  const isTapped = performance.now() - earlyTap < START;
  earlyTap = -Infinity;
  if (isTapped && setting("shelf-welcomed") === "on") capture();
  else welcome();
}

/** The guide's position in the video frame. */
function guidePosition() {
  const { video } = view;
  const frame = { width: video.videoWidth, height: video.videoHeight };
  return guideInFrame(frame, video.getBoundingClientRect(), guide.getBoundingClientRect());
}

/** On the first visit, an introduction covers the picture; then the text in the guide stays for a while. */
async function welcome() {
  if (isAligned) return;
  isAligned = true;
  if (setting("shelf-welcomed") !== "on") {
    await openDialog(intro);
    setSetting("shelf-welcomed", "on");
  }
  align.hidden = false;
  setTimeout(() => align.classList.add("leaving"), STAY);
}

/** Shows where this browser keeps the permission for the camera. The name of the browser decides. */
function showBrowserAdvice(isShown) {
  const line = document.querySelector(".where");
  line.hidden = !isShown;
  line.textContent = isShown ? words(browserKey(navigator.userAgent)) : "";
}

function browserKey(name) {
  if (/Firefox|FxiOS/.test(name)) return "shelf.camera.access.firefox";
  return /Chrom|CriOS|Android/.test(name) ? "shelf.camera.access.chromium" : "shelf.camera.access.safari";
}

/** The round button: takes a photo as large as the camera can. Without such a photo, it opens the device's camera. */
async function capture() {
  isBusy = true;
  vibrate(30);
  flash(guide);
  showCaption(words("shelf.camera.taking"));
  const file = await photoOf(view.video).catch(() => undefined);
  isBusy = false;
  showCaption("");
  if (file) return take([file]);
  if (file === null) return openCamera();
  speak(words("shelf.camera.no-photo"));
  showCaption(words("shelf.camera.no-photo"));
}

/** Takes photos one after another. The guide shows the last photo while it is sent. */
async function take(files) {
  if (isBusy) return;
  isBusy = true;
  hideBanner();
  cleared.hidden = true;
  drawTray();
  try {
    for (const [number, file] of files.entries()) {
      const photo = await judged(file);
      if (photo) await store(photo, number === files.length - 1);
    }
  } finally {
    isBusy = false;
  }
}

/** The photo as the queue needs it; null if it is too large, or if the user prefers to take another photo. */
async function judged(file) {
  showCaption(words("camera.preparing"));
  const made = await wholeBeside(file);
  showCaption("");
  const { photo, picture, grid: cells, details } = made ?? { photo: file, picture: null };
  if (photo.size > LARGEST) {
    const megabytes = Math.ceil(photo.size / (1 << 20));
    showBanner(words("shelf.camera.failed"), [words("shelf.camera.too-large", { megabytes })]);
    return null;
  }
  const wrong = made && fault(cells, details);
  return wrong && (await isRefused(wrong)) ? null : { photo, picture };
}

/** Asks whether the user takes the photo again. Esc means yes. */
async function isRefused(wrong) {
  const key = wrong === "dark" ? "shelf.camera.quality.dark" : "shelf.camera.quality.blurred";
  quality.querySelector(".reason").textContent = words(key);
  return (await answerOf(quality)) !== "use";
}

/** Stores a photo in the queue, which sends it. */
async function store({ photo, picture }, isShown) {
  const key = uuid();
  if (isShown) {
    const preview = picture ? createImageBitmap(picture) : Promise.reject(new Error("no picture"));
    showSending(key, preview, goOn);
  }
  await beforeLeaving(upload({ photo, picture, key, kind: "shelf" }));
}

/** The photo did not reach the server. It waits, and the next photo can be taken. */
function goOn() {
  const sentence = words(navigator.onLine ? "camera.waits.server" : "camera.waits");
  speak(sentence);
  showCaption(sentence);
}

prepareSending(() => drawUnsent(), { page: (id) => `${program}/scans/${id}/items`, refused: "shelf.camera.failed" });

const arrived = document.querySelector(".arrived");
const drawUnsent = tellOfUnsent((key) => key === shownKey(), drawTray);

const cleared = document.querySelector(".cleared");

function drawTray() {
  const lines = [document.querySelector(".unsent"), arrived, cleared];
  document.querySelector(".tray").hidden = lines.every((line) => line.hidden);
}

/** After *Clear all* on the page of a shelf, which leads to `/shelf/#cleared=<id>`, the camera offers *Undo*. */
function offerUndo() {
  const id = /^#cleared=([0-9a-z]{26})$/.exec(location.hash)?.[1];
  if (!id) return;
  history.replaceState(history.state, "", location.pathname);
  cleared.action = `${program}/scans/${id}/undo`;
  cleared.hidden = false;
  drawTray();
  speak(cleared.querySelector("p").textContent);
}

/** A photo that waited has reached the server: a line leads to its shelf. */
onChange(async ({ kind, id, key }) => {
  if (kind !== "scans" || !key || shownKey() !== null) return;
  const scan = (await all("scans")).find((one) => one.id === id);
  if (scan?.kind !== "shelf") return;
  const link = arrived.querySelector("a");
  link.href = `/shelf/${id}/`;
  link.textContent = words("tray.shelf.reading");
  arrived.hidden = false;
  showCaption("");
  speak(words("tray.shelf.reading"));
  drawTray();
});

/** After a change of the person, removes the other person's scans. */
async function learnPerson() {
  if (await rememberPerson()) await forgetTray();
}

learnPerson();
onReturn(learnPerson);
keepSending();
offerUndo();
view.begin();
