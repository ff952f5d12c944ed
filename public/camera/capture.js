// Takes the photo of SCAN: the part of the video frame in the guide. A worker crops and encodes the frame if this
// browser can hand it over, so that the page can answer the next touch meanwhile.

import { cropBeside, finishedBeside, isBeside, photoBeside } from "./beside.js";
import { cropped, fullCrop, inside, SIDE } from "./crop.js";

/** The time that a photo of `ImageCapture` may take, in milliseconds. */
const PATIENCE = 400;

let photographing = null;

/** A photo is taken only if the camera's largest photo has this many times the pixels of the video, along each side. */
const GAIN = 1.25;

/** The tracks whose photos gain too little. */
const poor = new WeakSet();

/**
 * Learns whether photos of the camera gain enough. A photo has up to 20 MB, which the browser copies in a task of the
 * page, and the upload waits for it.
 */
export async function learnPhotos(video) {
  const track = video.srcObject?.getVideoTracks()[0];
  const sides = (width, height) => [width, height].sort((one, other) => one - other);
  try {
    const { imageWidth, imageHeight } = await new ImageCapture(track).getPhotoCapabilities();
    const frame = sides(video.videoWidth, video.videoHeight);
    const gains = sides(imageWidth.max, imageHeight.max).map((side, index) => side / frame[index]);
    if (Math.min(...gains) > 0 && Math.min(...gains) < GAIN) poor.add(track);
  } catch { /* The browser does not say it. */ }
}

/**
 * Takes the frame that the video shows now. `box` is the guide's position on the screen. Returns three members. `shown`
 * is a promise of a canvas or an ImageBitmap with the crop. `photo` is a promise of `{ photo, guide, picture }` for the
 * queue, made from the frame. `better` is a promise of the same members, made from a photo of the camera; its value is
 * null if the photo is no better. `better` itself is null if the camera takes no photo.
 */
export function take(video, box) {
  const frame = { width: video.videoWidth, height: video.videoHeight };
  const guide = guideInFrame(frame, video.getBoundingClientRect(), box);
  const better = guide.width < SIDE ? photographed(video, frame, guide) : null;
  const held = isBeside() ? heldFrame(video, frame) : null;
  return { ...(held ? beside(held, frame, guide) : here(video, frame, guide)), better };
}

/** The worker's crop. The page keeps the frame until the crop is shown, to crop it itself if the worker fails. */
function beside(held, frame, guide) {
  const taken = cropBeside(held.clone(), frame, guide);
  const spare = taken.shown.then((shown) => (shown ? null : here(held, frame, guide))).finally(() => held.close());
  return {
    shown: taken.shown.then(async (shown) => shown ?? (await spare).shown),
    photo: taken.photo.then(async (photo) => photo ?? (await spare)?.photo ?? Promise.reject(new Error("no photo"))),
  };
}

function here(source, frame, guide) {
  const [crop, full] = [cropped(source, frame, guide), fullCrop(source, frame, guide)];
  return { shown: Promise.resolve(crop.canvas), photo: finishedBeside(crop, full) };
}

/**
 * The frame that the video shows, with its pixels not read yet. Null if this browser has no such frames, or does not
 * tell their rotation.
 */
function heldFrame(video, { width, height }) {
  if (!("rotation" in (globalThis.VideoFrame?.prototype ?? {}))) return null;
  let frame = null;
  try {
    frame = new VideoFrame(video);
    if (frame.displayWidth === width && frame.displayHeight === height) return frame;
  } catch { /* The page draws the video. */ }
  frame?.close();
  return null;
}

/** The guide's position in the frame in pixels. The video fills its box as `object-fit: cover` says. */
export function guideInFrame(frame, video, box) {
  const scale = Math.max(video.width / frame.width, video.height / frame.height);
  const left = video.x + (video.width - frame.width * scale) / 2;
  const top = video.y + (video.height - frame.height * scale) / 2;
  return inside({
    x: (box.x - left) / scale, y: (box.y - top) / scale, width: box.width / scale, height: box.height / scale,
  }, frame);
}

/**
 * The same part of a photo of the camera: a promise, of null if the photo is late or no better. Null if the camera
 * cannot take a photo now.
 */
function photographed(video, frame, guide) {
  const track = video.srcObject?.getVideoTracks()[0];
  if (!globalThis.ImageCapture?.prototype.takePhoto || photographing || poor.has(track)) return null;
  if (track?.readyState !== "live") return null;
  const arriving = new ImageCapture(track).takePhoto();
  const late = new Promise((done) => setTimeout(done, PATIENCE, null));
  const better = Promise.race([arriving, late]).then((file) => file && photoBeside(file, frame, guide)).catch(() => null);
  // Only one photo is decoded at a time, because it takes 48 MB.
  photographing = Promise.allSettled([arriving, better]).then(() => { photographing = null; });
  return better;
}
