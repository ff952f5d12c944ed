// The brightness (0–255) of a part of a video, as two squares of numbers: the whole part in cells, and its middle pixel
// by pixel. Reading a VideoFrame takes about 3 ms. A browser without readable frames uses a canvas, which reads the
// whole frame.

import { brightness, square } from "./squares.js";

/** The sides of the two squares. */
const [GRID, DETAIL] = [32, 64];

const canvases = [GRID, DETAIL].map((side) =>
  Object.assign(document.createElement("canvas"), { width: side, height: side }));

/** Reads a part `{ x, y, width, height }` in pixels of the video. Returns `{ grid, detail }`. */
export async function brightnessOf(video, part) {
  return (await fromFrame(video, part)) ?? fromCanvas(video, part);
}

/** Reads the first plane of a frame, which is its brightness. Null if the browser gives no such frame. */
async function fromFrame(video, part) {
  if (!globalThis.VideoFrame) return null;
  let frame;
  try {
    frame = new VideoFrame(video);
    const isUpright = frame.displayWidth === video.videoWidth && frame.codedWidth >= frame.displayWidth;
    if (!isUpright || !/^(I420|I422|I444|NV12)/.test(frame.format ?? "")) return null;
    // Two pixels share a colour, so a part begins and ends at even pixels.
    const [x, y, width, height] = [part.x, part.y, part.width, part.height].map((one) => Math.floor(one / 2) * 2);
    const rect = { x, y, width, height };
    const bytes = new Uint8Array(frame.allocationSize({ rect }));
    const [{ offset, stride }] = await frame.copyTo(bytes, { rect });
    return samples(width, height, (left, top) => bytes[offset + top * stride + left]);
  } catch {
    return null;
  } finally {
    frame?.close();
  }
}

function samples(width, height, at) {
  const [column, row] = [width / GRID, height / GRID];
  const grid = square(GRID, (left, top) => {
    // The average of nine pixels, so that one bright pixel counts little.
    let sum = 0;
    for (let index = 0; index < 9; index += 1) {
      const [x, y] = [(left + ((index % 3) + 0.5) / 3) * column, (top + (Math.floor(index / 3) + 0.5) / 3) * row];
      sum += at(Math.floor(x), Math.floor(y));
    }
    return sum / 9;
  });
  const side = Math.min(DETAIL, width, height);
  const [x, y] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)];
  return { grid, detail: square(side, (left, top) => at(x + left, y + top)) };
}

function fromCanvas(video, part) {
  const side = Math.min(DETAIL, part.width, part.height);
  const middle = {
    x: part.x + (part.width - side) / 2, y: part.y + (part.height - side) / 2, width: side, height: side,
  };
  return { grid: drawn(canvases[0], video, part), detail: drawn(canvases[1], video, middle) };
}

function drawn(canvas, video, part) {
  const drawing = canvas.getContext("2d");
  const side = canvas.width;
  drawing.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, side, side);
  return brightness(drawing.getImageData(0, 0, side, side), side);
}
