// Advice while the user aims: too dark, blurred, glare. Measures the picture in the guide four times a second, and less
// often if a measurement takes too long. Advice never blocks SCAN.

import { brightnessOf } from "./brightness.js";

/** Milliseconds between two measurements, and the time that one may take on the main thread. */
const [PACE, BUDGET] = [250, 8];

/** Calls `tell` with `dark`, `blurred`, `glare` or null. `guideInFrame` gives the guide in pixels of the video. */
export function watch(video, guideInFrame, tell) {
  let [timer, before, candidate, said, pace, isOver] = [0, null, null, null, PACE, false];

  async function measure() {
    const began = performance.now();
    if (video.videoWidth && !video.paused) await judge().catch(() => null);
    const spent = performance.now() - began;
    pace = Math.min(4000, Math.max(PACE, spent > BUDGET ? pace * 2 : pace * 0.9));
    if (!isOver) timer = setTimeout(measure, pace);
  }

  async function judge() {
    const { grid, detail } = await brightnessOf(video, guideInFrame());
    if (isOver) return;
    const found = advice(grid, before, detail);
    before = grid;
    // One measurement alone may see a hand or a passing light.
    if (found === candidate && found !== said) tell((said = found));
    candidate = found;
  }

  timer = setTimeout(measure, PACE);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** The most important advice about the guide's picture. `before` is the grid of the measurement before, or null. */
export function advice(grid, before, detail) {
  const mean = average(grid);
  if (isDark(grid)) return "dark";
  const moved = before ? average(grid.map((value, at) => Math.abs(value - before[at]))) : 0;
  if (moved > 18 || isSoft(detail)) return "blurred";
  const glare = share(grid, (value) => value >= 250);
  // A white cover is white everywhere; a reflection is white on a part of a darker cover.
  return glare > 0.03 && glare < 0.3 && mean < 170 ? "glare" : null;
}

/**
 * The fault of a whole photo: `dark`, `blurred` or null. `grid` is the brightness of the photo in cells, `details` are
 * squares of its pixels at several positions. Squares without contrast say nothing about sharpness.
 */
export function fault(grid, details) {
  if (isDark(grid)) return "dark";
  const telling = details.filter((one) => contrast(one) >= CONTRAST);
  return telling.length > 1 && share(telling, isSoft) > 0.6 ? "blurred" : null;
}

const isDark = (grid) => average(grid) < 40 && share(grid, (value) => value > 110) < 0.06;

/** The range of brightness that a part must have before its sharpness can be judged. */
const CONTRAST = 70;

/** The range of brightness of a part, without its brightest and its darkest pixels. */
function contrast(detail) {
  const ordered = [...detail].sort((one, other) => one - other);
  return ordered[Math.floor(ordered.length * 0.97)] - ordered[Math.floor(ordered.length * 0.03)];
}

/**
 * Whether a part has contrast, but no sharp edge. In such a part, neighbouring pixels differ little compared with the
 * whole range.
 */
function isSoft(detail) {
  const side = Math.sqrt(detail.length);
  const range = contrast(detail);
  if (range < CONTRAST) return false;
  const steps = detail.map((value, at) =>
    Math.max(at % side ? Math.abs(value - detail[at - 1]) : 0, at >= side ? Math.abs(value - detail[at - side]) : 0));
  return Math.max(...steps) < range * 0.09;
}

const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (values, isCounted) => values.filter(isCounted).length / values.length;
