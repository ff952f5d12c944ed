// One photo in the guide while it is sent; then the page of its scan opens. The photo is in the queue, so it is sent
// even if the user does not wait.

import { setSetting } from "../shared/device.js";
import { hideBanner, showBanner } from "../shared/banner.js";
import { keepFocus, showLayer } from "./layers.js";
import { onChange, photos, removePhoto } from "../offline/queue.js";
import { signedOut } from "../shared/server.js";
import { markSeen } from "./tray.js";
import { send } from "./upload.js";
import { words } from "../shared/words.js";

const sending = document.querySelector(".sending");
const saying = sending.querySelector(".progress-words");
const [progress, retry] = [sending.querySelector("progress"), sending.querySelector(".retry")];
let [current, step, isTold, leave, letGo, preview] = [null, "", false, () => {}, null, null];
let [pageOf, refusal] = [(id) => `/scan/${id}/`, "camera.not-started"];

/** The keys of photos whose refusal the banner has shown. */
const told = new Set();

/** The key of the photo that the guide shows; null if it shows none. */
export const shownKey = () => current;

/** Whether the guide shows the photo, or the banner has shown its refusal. */
export const isShown = (key) => key === current || told.has(key);

/**
 * `onEnd` is called when the guide is free again. `page` gives the address of a scan; `refused` is the key of the
 * headline about a photo that the server refused.
 */
export function prepareSending(onEnd, { page = pageOf, refused = refusal } = {}) {
  [leave, pageOf, refusal] = [onEnd, page, refused];
  retry.querySelector(".again").addEventListener("click", () => send({ restart: true, isUrged: true }));
  retry.querySelector(".other").addEventListener("click", () => {
    hideBanner();
    endSending();
  });
  // No upload is running on a page that the browser restores from its memory.
  addEventListener("pageshow", (event) => event.persisted && endSending());
  onChange(follow);
}

/**
 * Shows a photo before it is stored in the queue under `key`. `photo` is a promise of a canvas or of an ImageBitmap. If
 * the server cannot be reached, `unreached` gets the canvas or null, and the guide is free again. Without `unreached`,
 * the photo stays, with a button that sends it again.
 */
export function showSending(key, photo, unreached = null) {
  [current, isTold, letGo] = [key, false, unreached];
  hideBanner();
  removePreview();
  photo.then((canvas) => (current === key ? showPreview(copyOf(canvas)) : canvas.close?.()), () => null);
  hideRetry();
  showLayer(sending, true);
  tell(words("camera.preparing"), 0);
}

function showPreview(element) {
  preview = element;
  preview.className = "preview";
  sending.prepend(preview);
}

function copyOf(canvas) {
  const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
  copy.getContext("2d").drawImage(canvas, 0, 0);
  canvas.close?.();
  copy.role = "img";
  copy.ariaLabel = words("camera.preview");
  return copy;
}

export function endSending() {
  removePreview();
  hideRetry();
  showLayer(sending, false);
  current = null;
  leave();
}

function removePreview() {
  preview?.remove();
  preview = null;
}

function hideRetry() {
  keepFocus(retry);
  retry.hidden = true;
}

/** Sends a failed photo of the guide again. Returns whether the guide shows a photo. */
export function sendAgain() {
  if (!current) return false;
  if (!retry.hidden) send({ restart: true, isUrged: true });
  return true;
}

async function follow(change) {
  if (!current || change.key !== current) return;
  if (change.kind === "scans") return arrived(change.id);
  if (change.kind === "progress") {
    const share = Math.floor(100 * change.share);
    hideRetry();
    hideBanner();
    return tell(share < 100 ? words("camera.sending", { share }) : words("camera.sent"), share);
  }
  const photo = (await photos()).find((one) => one.key === change.key);
  if (photo && photo.key === current) judge(photo);
}

async function arrived(id) {
  await markSeen(id);
  setSetting("came-from", "camera");
  location.assign(pageOf(id));
}

async function judge(photo) {
  if (photo.state === "sending") return;
  if (photo.state === "refused") {
    // The tray then does not report the refusal again.
    told.add(photo.key);
    await removePhoto(photo.key);
    endSending();
    return showBanner(words(refusal), [photo.reason ?? words("camera.see-page")]);
  }
  if (photo.signIn) return failed(words("camera.not-started"), signedOut());
  if (photo.attempts && !photo.reason && letGo) {
    const [taken, unreached] = [preview, letGo];
    endSending();
    return unreached(taken);
  }
  if (photo.attempts) {
    const why = photo.reason ? [photo.reason] : [words(navigator.onLine ? "camera.not-through.why" : "camera.waits")];
    return failed(words("camera.not-through"), why);
  }
  if (photo.pausedUntil > Date.now()) failed(words("camera.not-started"), [photo.reason ?? ""]);
}

/** Shows a failure. The banner appears once; the automatic retries that follow are silent. */
function failed(headline, why) {
  tell(words("camera.not-sent"), 0);
  retry.hidden = false;
  if (!isTold) showBanner(headline, why);
  isTold = true;
}

function tell(sentence, share) {
  // The live region announces each quarter, not each packet.
  const now = sentence.replace(/\d+/, Math.floor(share / 25));
  if (now !== step) saying.textContent = sentence;
  step = now;
  progress.value = share;
}
