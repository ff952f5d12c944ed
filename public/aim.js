// Hints while the user aims: too dark, blurred, glare. Looks at the guide four times a second, and less often if one
// look takes more than its share of time. A hint never blocks SCAN.

/** Milliseconds between two looks, and the time that a look may take on the main thread. */
const [PACE, BUDGET] = [250, 8];

/** The sides of the two pictures: the whole guide, and its middle pixel by pixel. */
const [WHOLE, DETAIL] = [32, 64];

/** Calls `tell` with `dark`, `blurred`, `glare` or null. `guideInFrame` gives the guide in pixels of the video. */
export function watch(video, guideInFrame, tell) {
  const whole = reader(WHOLE);
  const detail = reader(DETAIL);
  let [timer, before, candidate, said, pace] = [0, null, null, null, PACE];

  function look() {
    const began = performance.now();
    if (video.videoWidth && !video.paused) judge();
    // Two looks at most of a slow device's time: its user sees the hints later, and the page stays quick.
    const spent = performance.now() - began;
    pace = Math.min(4000, Math.max(PACE, spent > BUDGET ? pace * 2 : pace * 0.9));
    timer = setTimeout(look, pace);
  }

  function judge() {
    const guide = guideInFrame();
    const grid = whole(video, guide);
    const side = Math.min(DETAIL, guide.width, guide.height);
    const middle = {
      x: guide.x + (guide.width - side) / 2, y: guide.y + (guide.height - side) / 2, width: side, height: side,
    };
    const hint = advice(grid, before, detail(video, middle));
    before = grid;
    // One look alone may see a hand or a passing light.
    if (hint === candidate && hint !== said) tell((said = hint));
    candidate = hint;
  }

  timer = setTimeout(look, PACE);
  return () => clearTimeout(timer);
}

/** Returns a function that reads the brightness (0–255) of a part of the video as a square of numbers. */
function reader(side) {
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  return (video, box) => {
    drawing.drawImage(video, box.x, box.y, box.width, box.height, 0, 0, side, side);
    const { data } = drawing.getImageData(0, 0, side, side);
    return Array.from({ length: side * side }, (_, at) =>
      0.299 * data[at * 4] + 0.587 * data[at * 4 + 1] + 0.114 * data[at * 4 + 2]);
  };
}

/** The most important hint for what the guide shows. `before` is the grid of the look before, or null. */
export function advice(grid, before, detail) {
  const mean = average(grid);
  if (mean < 40 && share(grid, (value) => value > 110) < 0.06) return "dark";
  const moved = before ? average(grid.map((value, at) => Math.abs(value - before[at]))) : 0;
  if (moved > 18 || isSoft(detail)) return "blurred";
  const glare = share(grid, (value) => value >= 250);
  // A white cover is white everywhere; a reflection is a part of a darker one.
  return glare > 0.03 && glare < 0.3 && mean < 170 ? "glare" : null;
}

/** Whether a part has contrast, but no edge that is sharp: neighbours differ little beside the whole range. */
function isSoft(detail) {
  const side = Math.sqrt(detail.length);
  const ordered = [...detail].sort((one, other) => one - other);
  const range = ordered[Math.floor(ordered.length * 0.97)] - ordered[Math.floor(ordered.length * 0.03)];
  if (range < 70) return false;
  const steps = detail.map((value, at) =>
    Math.max(at % side ? Math.abs(value - detail[at - 1]) : 0, at >= side ? Math.abs(value - detail[at - side]) : 0));
  return Math.max(...steps) < range * 0.09;
}

const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (values, isCounted) => values.filter(isCounted).length / values.length;
