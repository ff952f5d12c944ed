// The part of a picture that is sent: the guide with a margin of 12 % on each side. Workers use this module, too.

import { codesIn } from "./codes.js";

export function newCanvas(width, height) {
  if (globalThis.OffscreenCanvas) return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}

export function context(canvas) {
  const drawing = canvas.getContext("2d");
  drawing.imageSmoothingQuality = "high";
  return drawing;
}

/** The margin around the guide, as a share of the guide's side. */
const MARGIN = 0.12;

/** The maximum side of the guide in a sent photo, in pixels. The server's crop has at most 1,024. */
export const SIDE = 1400;

/** The guide with its margin, cut off at the edges of the frame. */
export function withMargin(guide, frame) {
  const [side, high] = [guide.width * MARGIN, guide.height * MARGIN];
  return inside({
    x: guide.x - side, y: guide.y - high, width: guide.width + 2 * side, height: guide.height + 2 * high,
  }, frame);
}

export function inside(box, frame) {
  const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)];
  const [right, bottom] = [Math.min(frame.width, box.x + box.width), Math.min(frame.height, box.y + box.height)];
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

/**
 * The crop on a canvas of its own, never enlarged. `inner` is the guide's position on the canvas in pixels. `guide` is
 * this position for the server: "x,y,w,h" as shares of the canvas.
 */
export function cropped(source, frame, guide) {
  const crop = withMargin(guide, frame);
  const scale = Math.min(1, SIDE / Math.min(guide.width, guide.height));
  const canvas = newCanvas(Math.round(crop.width * scale), Math.round(crop.height * scale));
  context(canvas).drawImage(source, crop.x, crop.y, crop.width, crop.height, 0, 0, canvas.width, canvas.height);
  const inner = {
    x: (guide.x - crop.x) * scale, y: (guide.y - crop.y) * scale,
    width: guide.width * scale, height: guide.height * scale,
  };
  const share = (value, side) => Math.min(1, Math.max(0, value / side)).toFixed(5);
  const shares = [
    share(inner.x, canvas.width), share(inner.y, canvas.height),
    share(inner.width, canvas.width), share(inner.height, canvas.height),
  ];
  return { canvas, inner, guide: shares.join() };
}

/** The same part of the source before its reduction, for the product codes; null if the crop is not reduced. */
export async function fullCrop(source, frame, guide) {
  if (Math.min(guide.width, guide.height) <= SIDE) return null;
  const { x, y, width, height } = withMargin(guide, frame);
  try {
    return await createImageBitmap(source, x, y, width, height);
  } catch {
    return null;
  }
}

/** The crop of a photo that the camera took, with its product codes; null if the photo is no better than the video. */
export async function croppedPhoto(file, frame, guide) {
  const photo = await createImageBitmap(file);
  try {
    const area = guideInPhoto(photo, frame, guide);
    return area && { ...cropped(photo, photo, area), codes: await codesIn(photo) };
  } finally {
    // A bitmap of a photo takes 48 MB until it is closed.
    photo.close();
  }
}

/**
 * The guide's position in the photo; the video shows the middle of the photo. Null if the photo is no larger, or is
 * turned.
 */
export function guideInPhoto(photo, frame, guide) {
  const scale = Math.min(photo.width / frame.width, photo.height / frame.height);
  if (scale <= 1 || photo.width > photo.height !== frame.width > frame.height) return null;
  return {
    x: guide.x * scale + (photo.width - frame.width * scale) / 2,
    y: guide.y * scale + (photo.height - frame.height * scale) / 2,
    width: guide.width * scale, height: guide.height * scale,
  };
}
