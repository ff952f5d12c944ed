// A worker reduces and encodes photos, so that the page can answer a touch meanwhile. In a browser without such
// workers, the page does it.

import { trustedAddress } from "./trusted.js";

/** The functions that wait for an answer of the worker, by the number of the request. */
const waiting = new Map();
let [worker, count] = [undefined, 0];

/** The result of `reduced` of picture.js for a chosen photo. */
export async function reducedBeside(file) {
  return (await requested({ file })) ?? (await here()).reduced(file);
}

/** The result of `finished` of picture.js for a canvas. */
export async function finishedBeside(canvas, inner) {
  const bitmap = start() ? await createImageBitmap(canvas).catch(() => null) : null;
  return (bitmap && (await requested({ bitmap, inner }, [bitmap]))) ?? (await here()).finished(canvas, inner);
}

const here = () => import("/picture.js");

/** The answer of the worker, or null without one. */
function requested(request, moved = []) {
  if (!start()) return null;
  count += 1;
  return new Promise((done) => {
    waiting.set(count, done);
    worker.postMessage({ id: count, ...request }, moved);
  });
}

/** Returns the worker; the first call starts it. Returns null if this browser has no such workers. */
function start() {
  if (worker !== undefined) return worker;
  worker = null;
  if (!globalThis.Worker || !globalThis.OffscreenCanvas) return null;
  try {
    worker = new Worker(trustedAddress("encoder"), { type: "module" });
    worker.addEventListener("message", ({ data }) => answer(data.id, data.made));
    worker.addEventListener("error", giveUp);
  } catch { /* The page does it. */ }
  return worker;
}

function answer(id, made) {
  waiting.get(id)?.(made);
  waiting.delete(id);
}

function giveUp() {
  worker = null;
  for (const id of [...waiting.keys()]) answer(id, null);
}
