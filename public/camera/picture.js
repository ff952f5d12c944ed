// Pictures that are sent: reads every kind that the browser can read, and makes JPEGs of a moderate size. Runs in the
// encoder's worker, in the service worker, and in pages.

import { codesIn } from "./codes.js";
import { context, newCanvas } from "./crop.js";
import { brightness } from "./squares.js";

/** The longest side of a sent photo in pixels, and its maximum size in bytes, except at the lowest quality. */
const [LONGEST, BYTES] = [2048, 300_000];

/** The qualities of JPEG, each with its size as a share of the size at the first quality. */
const QUALITIES = [[0.85, 1], [0.75, 0.72], [0.65, 0.6], [0.55, 0.5], [0.45, 0.43]];

/** The size up to which the server takes a picture, in bytes. Source: docs/limits.md "upload body". */
const LARGEST = 32 << 20;

/** Whether the file is a JPEG. Its type says only how its name ends. Source: ITU T.81 B.1.1.3. */
async function isJPEG(file) {
  const start = new Uint8Array(await file.slice(0, 3).arrayBuffer());
  return start[0] === 0xFF && start[1] === 0xD8 && start[2] === 0xFF;
}

/**
 * The file itself if it is a JPEG that the server takes; a JPEG made from it if the browser can read it; otherwise the
 * file.
 */
export async function asJPEG(file) {
  try {
    if (file.size <= LARGEST && await isJPEG(file)) return file;
    return await blob(await drawn(file, 4096), 0.9);
  } catch {
    return file;
  }
}

/**
 * Reduces a chosen photo. Returns `{ photo, picture, codes }`: the photo that is sent, a small picture for the tray, and
 * the product codes of codes.js. A small JPEG stays as it is. A file that the browser cannot read stays, too, and the
 * server gives the reason for its refusal.
 */
export async function reduced(file) {
  try {
    let codes = "";
    const canvas = await drawn(file, LONGEST, async (whole) => { codes = await codesIn(whole); });
    const isKept = !canvas.isReduced && await isJPEG(file);
    const photo = isKept && file.size <= BYTES ? file : await encoded(canvas);
    return { photo: isKept && file.size <= photo.size ? file : photo, picture: await thumbnail(canvas), codes };
  } catch {
    return { photo: file, picture: null };
  }
}

/** The longest side of the copy in which a whole photo is measured, in pixels; the sides of its squares. */
const [MEASURED, GRID, DETAIL] = [2048, 32, 64];

/**
 * A photo that is sent as a whole, not reduced: `{ photo, picture, grid, details }`. `photo` is a JPEG: the file itself,
 * or a JPEG made from it, at most 4,096 pixels long. `picture` is a small picture for the tray. `grid` and `details` are
 * squares of brightness: all of the photo in 32 × 32 cells, and 64 × 64 pixels at each of nine positions. Throws if the
 * browser cannot read the file.
 */
export async function wholePhoto(file) {
  const canvas = await drawn(file, MEASURED);
  const [photo, picture] = await Promise.all([asJPEG(file), thumbnail(canvas)]);
  return { photo, picture, ...measured(canvas) };
}

function measured(canvas) {
  const { width, height } = canvas;
  const side = Math.min(DETAIL, width, height);
  const starts = (length) => [0.2, 0.5, 0.8].map((share) => Math.round(share * (length - side)));
  const details = starts(height).flatMap((top) => starts(width).map((left) =>
    partOf(canvas, { left, top, width: side, height: side }, side)));
  return { grid: partOf(canvas, { left: 0, top: 0, width, height }, GRID), details };
}

/** The brightness of a part of a canvas, as a square of `side` × `side` numbers. */
function partOf(canvas, { left, top, width, height }, side) {
  const part = context(newCanvas(side, side));
  part.drawImage(canvas, left, top, width, height, 0, 0, side, side);
  return brightness(part.getImageData(0, 0, side, side), side);
}

/**
 * Encodes a crop of crop.js, whose `canvas` may be an ImageBitmap; it is then closed. `full` may be the crop before its
 * reduction, or a promise of it; it is closed, too. Returns `photo`, the JPEG that is
 * sent; `picture`, a small picture of the guide; `guide`; and `codes`, if there are product codes. Null if `crop` is null.
 */
export async function finishedCrop(crop) {
  if (!crop) return null;
  const canvas = crop.canvas.close ? drawnOf(crop.canvas) : crop.canvas;
  const [photo, picture, codes] = await Promise.all([
    encoded(canvas), thumbnail(canvas, crop.inner), crop.codes ?? codesOf(crop, canvas),
  ]);
  return { photo, picture, guide: crop.guide, ...(codes && { codes }) };
}

async function codesOf({ full }, canvas) {
  const picture = await full;
  try {
    return await codesIn(picture ?? canvas);
  } finally {
    picture?.close();
  }
}

function drawnOf(bitmap) {
  const canvas = newCanvas(bitmap.width, bitmap.height);
  context(canvas).drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas;
}

/** The canvas as a JPEG. Lowers the quality until the JPEG is small enough, or until the last quality. */
async function encoded(canvas) {
  let made = await blob(canvas, QUALITIES[0][0]);
  const whole = made.size;
  for (const [quality, share] of QUALITIES.slice(1)) {
    if (made.size <= BYTES) break;
    if (whole * share > BYTES && quality !== QUALITIES.at(-1)[0]) continue;
    made = await blob(canvas, quality);
  }
  return made;
}

/** The side of the small picture: the scan's page shows it 150 pixels wide, on screens with twice the pixels. */
const SMALL = 300;

/** A small square JPEG of the middle of a canvas, or of a part `{ x, y, width, height }` of it. */
async function thumbnail(canvas, part = { x: 0, y: 0, width: canvas.width, height: canvas.height }) {
  const side = Math.min(part.width, part.height);
  const made = newCanvas(SMALL, SMALL);
  const [x, y] = [part.x + (part.width - side) / 2, part.y + (part.height - side) / 2];
  context(made).drawImage(canvas, x, y, side, side, 0, 0, SMALL, SMALL);
  return blob(made, 0.8);
}

/**
 * A picture file on a canvas, upright, at most `longest` pixels long. `see` gets the whole picture before. Throws if the
 * browser cannot read the file.
 */
async function drawn(file, longest, see = null) {
  const whole = await read(file);
  try {
    const scale = Math.min(1, longest / Math.max(whole.width, whole.height));
    const [width, height] = [whole.width, whole.height].map((side) => Math.round(side * scale));
    const canvas = newCanvas(width, height);
    const bitmap = whole.isRead ? null : await scaled(file, width, height);
    // Throws if the file is damaged.
    if (!bitmap) await whole.picture.decode?.();
    await see?.(whole.picture);
    context(canvas).drawImage(bitmap ?? whole.picture, 0, 0, width, height);
    bitmap?.close();
    canvas.isReduced = scale < 1;
    return canvas;
  } finally {
    whole.end();
  }
}

/** A picture that can be drawn, its size, and a function that ends its use. Workers have no `Image`. */
async function read(file) {
  if (!globalThis.Image) {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    return { picture, width, height, isRead: true, end: () => picture.close() };
  }
  const picture = new Image();
  const end = () => URL.revokeObjectURL(picture.src);
  // The size is in the file's first bytes; `decode()` would read the whole picture once more.
  await new Promise((done, fail) => {
    [picture.onload, picture.onerror] = [done, fail];
    picture.src = URL.createObjectURL(file);
  }).catch((error) => {
    end();
    throw error;
  });
  return { picture, width: picture.naturalWidth, height: picture.naturalHeight, end };
}

/**
 * The picture at its new size, or null. A canvas of Safari on iOS has at most 16,777,216 pixels, so `createImageBitmap`
 * reduces larger pictures. A browser that rotates a picture only after its reduction gives the wrong shape.
 */
async function scaled(file, width, height) {
  const size = { resizeWidth: width, resizeHeight: height, resizeQuality: "high" };
  const bitmap = await createImageBitmap(file, size).catch(() => null);
  if (bitmap?.width === width && bitmap.height === height) return bitmap;
  bitmap?.close();
  return null;
}

async function blob(canvas, quality) {
  if (canvas.convertToBlob) return canvas.convertToBlob({ type: "image/jpeg", quality });
  const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
  if (!made) throw new Error("the browser made no JPEG");
  return made;
}
