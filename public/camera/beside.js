// A web worker crops, reduces and encodes photos, so that the page can answer a touch meanwhile. In a browser without
// such workers, the page does this work.

import { trustedAddress } from "../shared/device.js";

/** The requests that the web worker has not answered, by their numbers: `{ done, show }`. */
const waiting = new Map();
let [worker, count, isReady] = [undefined, 0, false];

/** The result of `reduced` of picture.js for a chosen photo; the photo itself if picture.js cannot be loaded. */
export async function reducedBeside(file) {
  const made = await requested({ file });
  if (made) return made;
  const module = await here().catch(() => null);
  return module ? module.reduced(file) : { photo: file, picture: null };
}

/** The result of `wholePhoto` of picture.js; null if the browser cannot read the file. */
export async function wholeBeside(file) {
  const made = await requested({ whole: file });
  return made ?? here().then((module) => module.wholePhoto(file)).catch(() => null);
}

/** The result of `finishedCrop` of picture.js for a crop of crop.js. `full` is a promise of `fullCrop`. */
export async function finishedBeside({ canvas, inner, guide }, full = null) {
  const bitmap = beginBeside() ? await createImageBitmap(canvas).catch(() => null) : null;
  if (!bitmap) return (await here()).finishedCrop({ canvas, full, inner, guide });
  const whole = await full;
  const made = await requested({ bitmap, full: whole, crop: { inner, guide } }, whole ? [bitmap, whole] : [bitmap]);
  return made ?? (await here()).finishedCrop({ canvas, inner, guide });
}

/** Whether the worker is ready. The page hands a frame of the video only to a ready worker. */
export const isBeside = () => isReady;

/**
 * The crop of a VideoFrame: `shown`, a promise of its ImageBitmap or null, and `photo`, a promise of the result of
 * `finishedCrop` or null.
 */
export function cropBeside(video, frame, guide) {
  let show;
  const shown = new Promise((done) => { show = done; });
  const photo = requested({ video, frame, guide }, [video], show);
  photo.then(() => show(null));
  return { shown, photo };
}

/** The result of `finishedCrop` for a photo of the camera; null if the photo is unreadable or no better. */
export async function photoBeside(photo, frame, guide) {
  if (isReady) return requested({ photo, frame, guide });
  const [{ croppedPhoto }, { finishedCrop }] = await Promise.all([import("/crop.js"), here()]);
  return finishedCrop(await croppedPhoto(photo, frame, guide));
}

const here = () => import("/picture.js");

/** The answer of the worker; null if there is no worker. */
async function requested(request, moved = [], show = () => {}) {
  if (!beginBeside()) return null;
  count += 1;
  return new Promise((done) => {
    waiting.set(count, { done, show });
    try {
      worker.postMessage({ id: count, ...request }, moved);
    } catch {
      answer(count, null);
    }
  });
}

/** Returns the worker; the first call starts it. Returns null if this browser has no such workers. */
export function beginBeside() {
  if (worker !== undefined) return worker;
  worker = null;
  if (!globalThis.Worker || !globalThis.OffscreenCanvas) return null;
  try {
    worker = new Worker(trustedAddress("encoder"), { type: "module" });
    worker.addEventListener("message", ({ data }) => receive(data));
    worker.addEventListener("error", giveUp);
  } catch { /* The page does the work. */ }
  return worker;
}

function receive({ id, shown, made, isReady: isThere }) {
  if (isThere) isReady = true;
  else if (shown) waiting.get(id)?.show(shown);
  else answer(id, made);
}

function answer(id, made) {
  waiting.get(id)?.done(made);
  waiting.delete(id);
}

function giveUp() {
  [worker, isReady] = [null, false];
  for (const id of [...waiting.keys()]) answer(id, null);
}
