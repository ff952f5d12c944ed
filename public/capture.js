// What SCAN takes: the part of the video frame that the guide shows, with a margin of 12 % on each side.

import { finishedBeside } from "./beside.js";
import { context, newCanvas } from "./canvas.js";

/** The margin around the guide, as a share of the guide's side. */
const MARGIN = 0.12;

/** The side of the guide in a sent photo, in pixels. The server's crop has at most 1,024. */
const SIDE = 1400;

/** The time that a photo of `ImageCapture` may take, in milliseconds. */
const PATIENCE = 400;

let photographing = null;

/**
 * Takes the frame that the video shows now. `box` is the guide's place on the screen. Returns `shown`, a canvas with
 * the crop; `photo`, a promise of `{ photo, guide, picture }` as the queue needs it; and `better`, a promise of the
 * same from a photo of the camera, or of null. `better` is missing if there is nothing to wait for.
 */
export function take(video, box) {
  const frame = { width: video.videoWidth, height: video.videoHeight };
  const guide = guideInFrame(frame, video.getBoundingClientRect(), box);
  const crop = cropped(video, frame, guide);
  const photograph = guide.width < SIDE ? photographed(video, frame, guide) : null;
  const better = photograph?.then((one) => one && finished(one)).catch(() => null);
  return { shown: crop.canvas, photo: finished(crop), better };
}

async function finished({ canvas, inner }) {
  const share = (value, side) => Math.min(1, Math.max(0, value / side)).toFixed(5);
  const place = [
    share(inner.x, canvas.width), share(inner.y, canvas.height),
    share(inner.width, canvas.width), share(inner.height, canvas.height),
  ];
  return { ...(await finishedBeside(canvas, inner)), guide: place.join() };
}

/** The guide's place in the frame in pixels. The video fills its box as `object-fit: cover` says. */
export function guideInFrame(frame, video, box) {
  const scale = Math.max(video.width / frame.width, video.height / frame.height);
  const left = video.x + (video.width - frame.width * scale) / 2;
  const top = video.y + (video.height - frame.height * scale) / 2;
  return inside({
    x: (box.x - left) / scale, y: (box.y - top) / scale, width: box.width / scale, height: box.height / scale,
  }, frame);
}

/** The guide with its margin, as far as the frame reaches. */
export function withMargin(guide, frame) {
  const [side, high] = [guide.width * MARGIN, guide.height * MARGIN];
  return inside({
    x: guide.x - side, y: guide.y - high, width: guide.width + 2 * side, height: guide.height + 2 * high,
  }, frame);
}

function inside(box, frame) {
  const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)];
  const [right, bottom] = [Math.min(frame.width, box.x + box.width), Math.min(frame.height, box.y + box.height)];
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

/** The crop on a canvas of its own, never enlarged, and the guide's place on it. */
function cropped(source, frame, guide) {
  const crop = withMargin(guide, frame);
  const scale = Math.min(1, SIDE / Math.min(guide.width, guide.height));
  const canvas = newCanvas(Math.round(crop.width * scale), Math.round(crop.height * scale));
  context(canvas).drawImage(source, crop.x, crop.y, crop.width, crop.height, 0, 0, canvas.width, canvas.height);
  const inner = {
    x: (guide.x - crop.x) * scale, y: (guide.y - crop.y) * scale,
    width: guide.width * scale, height: guide.height * scale,
  };
  return { canvas, inner };
}

/**
 * The same crop from a photo of the camera, which has more pixels than its video: a promise, of null if the photo is
 * late or no better. Null if this browser takes no photos.
 */
function photographed(video, frame, guide) {
  const track = video.srcObject?.getVideoTracks()[0];
  if (!globalThis.ImageCapture?.prototype.takePhoto || photographing || track?.readyState !== "live") return null;
  photographing = new ImageCapture(track).takePhoto().then((file) => createImageBitmap(file)).finally(() => {
    photographing = null;
  });
  const late = new Promise((done) => setTimeout(done, PATIENCE, null));
  // A bitmap of a photo takes 48 MB until it is closed.
  const crop = (photo) => {
    const place = photo && guideInPhoto(photo, frame, guide);
    return place && cropped(photo, photo, place);
  };
  let isLate = false;
  photographing.then((photo) => isLate && photo.close()).catch(() => null);
  return Promise.race([photographing, late]).then((photo) => {
    isLate = !photo;
    try {
      return crop(photo);
    } finally {
      photo?.close();
    }
  });
}

/** The guide's place in the photo: the video shows the photo's middle. Null if the photo has fewer pixels or lies. */
export function guideInPhoto(photo, frame, guide) {
  const scale = Math.min(photo.width / frame.width, photo.height / frame.height);
  if (scale <= 1 || photo.width > photo.height !== frame.width > frame.height) return null;
  return {
    x: guide.x * scale + (photo.width - frame.width * scale) / 2,
    y: guide.y * scale + (photo.height - frame.height * scale) / 2,
    width: guide.width * scale, height: guide.height * scale,
  };
}
