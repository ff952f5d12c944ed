// The photo of a shelf: as many pixels as the camera has, because the letters on spines are small.

import { pause } from "../shared/server.js";

/** The size up to which the server takes a photo, in bytes. Source: docs/limits.md "upload body". */
export const LARGEST = 32 << 20;

/** The times that the camera may take to tell its sizes, and to take a photo, in milliseconds. */
const [TELLING, TAKING] = [1000, 10_000];

/** The longer side with which a frame of the video is as good as a photo, in pixels. */
const LONG = 3000;

/**
 * A photo of the camera that `video` shows, or else a frame of it that is large enough. Null if the device has a camera
 * app with larger photos. Throws if the camera gives no picture.
 */
export async function photoOf(video) {
  const photo = await taken(video.srcObject?.getVideoTracks()[0]);
  if (photo) return photo;
  const { videoWidth: width, videoHeight: height } = video;
  // A computer has no camera app: its camera has no more pixels than its video.
  const isComputer = matchMedia("(hover: hover) and (pointer: fine)").matches;
  return Math.max(width, height) >= LONG || isComputer ? frameOf(video, width, height) : null;
}

/** The camera's photo in its largest size; null if the camera takes none. */
async function taken(track) {
  if (!globalThis.ImageCapture?.prototype.takePhoto || track?.readyState !== "live") return null;
  const camera = new ImageCapture(track);
  const size = await Promise.race([largest(camera), pause(TELLING)]);
  const photo = () => Promise.race([camera.takePhoto(), pause(TAKING)]).catch(() => null);
  if (!size) return (await photo()) ?? null;
  const large = await Promise.race([camera.takePhoto(size).catch(() => "refused"), pause(TAKING)]);
  return (large === "refused" ? await photo() : large) ?? null;
}

async function largest(camera) {
  const can = await camera.getPhotoCapabilities?.().catch(() => null);
  const [width, height] = [can?.imageWidth?.max, can?.imageHeight?.max];
  return width && height ? { imageWidth: width, imageHeight: height } : null;
}

async function frameOf(video, width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(video, 0, 0);
  const photo = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
  if (!photo) throw new Error("the camera gave no picture");
  return photo;
}
