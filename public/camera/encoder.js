// The worker of beside.js. Says first that it is ready. A request is one of
//   `{ id, file }`                 a chosen photo
//   `{ id, whole }`                a photo that is sent as a whole
//   `{ id, bitmap, full, crop }`   a crop of the page; `full` is null, or the crop before its reduction
//   `{ id, video, frame, guide }`  a frame of the camera's video
//   `{ id, photo, frame, guide }`  a photo of the camera
// The answer is `{ id, made }`; `made` is the result of picture.js, or null after an error or for a photo that is no
// better. For a frame, `{ id, shown }` comes before.

import { prepareCodes } from "./codes.js";
import { cropped, croppedPhoto, fullCrop } from "./crop.js";
import { finishedCrop, reduced, wholePhoto } from "./picture.js";

/** The width of the picture that the page shows, in pixels. */
const SHOWN = 800;

addEventListener("message", async ({ data }) => {
  const made = await answer(data).catch(() => null);
  postMessage({ id: data.id, made });
});

async function answer({ id, file, whole, bitmap, full, crop, video, photo, frame, guide }) {
  if (file) return reduced(file);
  if (whole) return wholePhoto(whole);
  if (bitmap) return finishedCrop({ canvas: bitmap, full, ...crop });
  if (photo) return finishedCrop(await croppedPhoto(photo, frame, guide));
  const taken = await croppedFrame(video, frame, guide);
  const shown = await createImageBitmap(taken.canvas, { resizeWidth: Math.min(SHOWN, taken.canvas.width) });
  postMessage({ id, shown }, [shown]);
  return finishedCrop(taken);
}

async function croppedFrame(video, frame, guide) {
  try {
    return { ...cropped(video, frame, guide), full: await fullCrop(video, frame, guide) };
  } finally {
    video.close();
  }
}

// If a message cannot be read, this error makes the page do the work itself.
addEventListener("messageerror", () => { throw new Error("a message cannot be read"); });
postMessage({ isReady: true });
prepareCodes();
