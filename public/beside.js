// Photos are reduced and encoded beside the page, in a worker, so that the page answers every touch meanwhile. A browser
// without such workers does it in the page.

import { trustedAddress } from "./trusted.js";

/** The functions that wait for an answer of the worker, by the number of their order. */
const waiting = new Map();
let [worker, count] = [undefined, 0];

/** A chosen photo as it is sent: `reduced` of picture.js. */
export async function reducedBeside(file) {
  return (await ordered({ file })) ?? (await here()).reduced(file);
}

/** A canvas as it is sent: `finished` of picture.js. */
export async function finishedBeside(canvas, inner) {
  const bitmap = start() ? await createImageBitmap(canvas).catch(() => null) : null;
  return (bitmap && (await ordered({ bitmap, inner }, [bitmap]))) ?? (await here()).finished(canvas, inner);
}

const here = () => import("/picture.js");

/** The answer of the worker, or null without one. */
function ordered(order, moved = []) {
  if (!start()) return null;
  count += 1;
  return new Promise((done) => {
    waiting.set(count, done);
    worker.postMessage({ id: count, ...order }, moved);
  });
}

/** Starts the worker, at its first order. Returns null if there is none. */
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
