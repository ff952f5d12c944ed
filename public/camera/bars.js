// Reads product codes (EAN-13, UPC-A, EAN-8) in a picture, for browsers that read none themselves. codes.js loads this
// module when a picture is sent. Numbers of several lines across the bars must agree: a wrong number names another
// album. Source of the method: docs/decisions/182-codes-in-every-browser.md.

import { barAreas } from "./bar-areas.js";
import { costsAt } from "./bar-digits.js";
import { edgesOf, placements } from "./bar-lines.js";
import { bestNumber } from "./bar-numbers.js";
import { SHAPES } from "./bar-shapes.js";
import { newCanvas } from "./crop.js";

/** The longest side of the picture that is searched, in pixels. The bars are read in the whole picture. */
const SEARCHED = 2400;

/**
 * A picture is halved for the search while its longest side has more pixels: blurred bars have edges in small pictures.
 */
const LEAST_SIDE = 320;

/** The rows of a picture that are drawn at once, and the longest part of the work without a pause, in milliseconds. */
const [BAND, SLICE] = [128, 8];

/** The most areas that are read. */
const MOST_AREAS = 16;

/** The lines of an area from -1 (one end of the bars) to 1, in the order in which they are read. */
const LINES = [0, -0.22, 0.22, -0.44, 0.44, -0.66, 0.66, -0.88, 0.88];

/** The rows of a line, and the most samples of it. A line has two samples for each pixel if there is room. */
const [THICK, LONGEST] = [5, 1400];

/** The mean cost above which a line is no evidence. */
const MOST_COST = 0.05;

/**
 * The number of the code in the picture, as a list of one number with 13 digits; empty without a code, and if the work
 * is not done at `deadline` (of `performance.now()`). `picture` can be drawn on a canvas. The work has pauses, in which
 * a page answers touches. A number that a shop made for its own use does not end the search.
 */
export async function barCodes(picture, deadline) {
  const pause = pauses(deadline);
  const size = sizeOf(picture);
  const drawing = readable(LONGEST, THICK);
  for (const area of await areasIn(picture, size, pause)) {
    if (!await pause()) break;
    const number = await numberIn(drawing, picture, size, area, pause);
    const digits = String(number).padStart(13, "0");
    if (number && !SHOP.test(digits)) return [digits];
  }
  return [];
}

/**
 * Numbers of shops: the prefixes 02, 04 and 20 to 29, of EAN-8 0 and 2. Source: GS1 General Specifications, section
 * 1.4.
 */
const SHOP = /^(?:2|02|04|00000[02])/;

/** A function that pauses if the last pause was some milliseconds ago. Its promise is false after the deadline. */
function pauses(deadline) {
  const { port1, port2 } = new MessageChannel();
  let began = performance.now();
  return async () => {
    if (performance.now() - began > SLICE) {
      await new Promise((done) => {
        port1.onmessage = done;
        port2.postMessage(null);
      });
      began = performance.now();
    }
    return began < deadline;
  };
}

function sizeOf({ naturalWidth, videoWidth, displayWidth, width, naturalHeight, videoHeight, displayHeight, height }) {
  return {
    width: naturalWidth ?? videoWidth ?? displayWidth ?? width,
    height: naturalHeight ?? videoHeight ?? displayHeight ?? height,
  };
}

/** The areas that may be codes, in pixels of the picture, the best first. */
async function areasIn(picture, size, pause) {
  let factor = 1;
  while (Math.max(size.width, size.height) / factor > SEARCHED) factor *= 2;
  let grey = await greyOf(picture, size, factor, pause);
  const areas = [];
  for (;;) {
    for (const area of await barAreas(grey, pause)) areas.push(scaled(area, factor));
    if (Math.max(grey.width, grey.height) <= LEAST_SIDE || Math.min(grey.width, grey.height) < 32) break;
    if (!await pause()) break;
    grey = halved(grey);
    factor *= 2;
  }
  return areas.sort((one, other) => other.merit - one.merit).slice(0, MOST_AREAS);
}

const scaled = ({ x, y, across, halfWidth, halfHeight, merit }, factor) => ({
  x: x * factor, y: y * factor, across, halfWidth: halfWidth * factor, halfHeight: halfHeight * factor, merit,
});

/** The green of the reduced picture. Green stands for the brightness: printed bars are dark in it. */
async function greyOf(picture, size, factor, pause) {
  const [width, height] = [Math.floor(size.width / factor), Math.floor(size.height / factor)];
  const light = new Uint8Array(width * height);
  const drawing = readable(width, Math.min(BAND, height));
  for (let top = 0; top < height; top += BAND) {
    const rows = Math.min(BAND, height - top);
    // At half of the size, each pixel is the mean of four.
    drawing.drawImage(picture, 0, top * factor, width * factor, rows * factor, 0, 0, width, rows);
    const { data } = drawing.getImageData(0, 0, width, rows);
    for (let at = 0, from = 1; at < width * rows; at += 1, from += 4) light[top * width + at] = data[from];
    if (!await pause()) break;
  }
  return { width, height, light };
}

function readable(width, height) {
  const drawing = newCanvas(width, height).getContext("2d", { willReadFrequently: true, alpha: false });
  drawing.imageSmoothingQuality = "low";
  return drawing;
}

function halved({ width: before, height: tall, light: from }) {
  const [width, height] = [before >> 1, tall >> 1];
  const light = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0, one = 2 * y * before; x < width; x += 1, one += 2, at += 1) {
      light[at] = (from[one] + from[one + 1] + from[one + before] + from[one + before + 1] + 2) >> 2;
    }
  }
  return { width, height, light };
}

/** The number of the code in an area; 0 without a sure one. */
async function numberIn(drawing, picture, size, area, pause) {
  const lines = [];
  const line = (index) => (lines[index] ??= lineOf(drawing, picture, size, area, LINES[index] * area.halfHeight));
  for (const shape of SHAPES) {
    const number = await numberOf(line, shape, pause);
    if (number) return number;
  }
  return 0;
}

/** The brightness along a line across the bars, `offset` pixels from the middle of the area. */
function lineOf(drawing, picture, size, { x, y, across, halfWidth }, offset) {
  const reach = halfWidth * 1.4 + 24;
  const width = Math.round(Math.min(LONGEST, 4 * reach));
  const scale = width / (2 * reach);
  const [right, down] = [across.x * scale, across.y * scale];
  const [middleX, middleY] = [x - across.y * offset, y + across.x * offset];
  drawing.setTransform(1, 0, 0, 1, 0, 0);
  drawing.fillRect(0, 0, width, THICK);
  drawing.setTransform(right, -down, down, right,
    width / 2 - middleX * right - middleY * down, THICK / 2 + middleX * down - middleY * right);
  drawing.drawImage(picture, 0, 0, size.width, size.height);
  const { data } = drawing.getImageData(0, 0, width, THICK);
  const line = new Float32Array(width);
  for (let at = 0; at < width * THICK; at += 1) line[at % width] += data[4 * at + 1] / THICK;
  return line;
}

/** The number on which the lines agree; 0 without one. */
async function numberOf(line, shape, pause) {
  const evidence = { shape, blur: null, sums: null, lines: [] };
  for (const index of LINES.keys()) {
    if (!await pause()) return 0;
    await addLine(evidence, line(index), pause);
    if (index === 2 && !evidence.lines.length) return 0;
    if (![2, 4, 6, 8].includes(index) || evidence.lines.length < 2) continue;
    const verdict = verdictOf(evidence);
    if (verdict.lead >= 30 && isSure(verdict, shape)) return verdict.number;
    if (index >= 4 && verdict.lead < 1) return 0;
    if (index === 8 && isSure(verdict, shape)) return verdict.number;
  }
  return 0;
}

/** Adds the best of three places on a line to the evidence. */
async function addLine(evidence, line, pause) {
  const { shape } = evidence;
  let best = null;
  for (const placement of placements(edgesOf(line), shape, 3)) {
    if (!await pause()) return;
    const costs = costsAt(line, placement, shape, evidence.blur);
    if (costs && costs.mean < (best?.costs.mean ?? MOST_COST)) best = { placement, costs };
  }
  if (!best) return;
  evidence.blur ??= best.costs.blur;
  const margin = marginDarkness(line, best.placement, shape);
  if (shape.half < 6 && margin >= 0.4) return;
  const weight = 1 / (best.costs.mean + 0.003);
  const { number } = bestNumber(best.costs.tables);
  evidence.lines.push({ number, margin, mean: best.costs.mean });
  evidence.sums ??= best.costs.tables.map(() => new Float64Array(20));
  best.costs.tables.forEach((table, digit) => table.forEach((cost, symbol) => {
    evidence.sums[digit][symbol] += cost * weight;
  }));
}

/** The darkest place of the four modules before and after the code, as a share of its contrast. */
function marginDarkness(line, { start, end }, shape) {
  const module = (end - start) / shape.width;
  const part = (from, to) => line.subarray(Math.max(0, Math.floor(from)), Math.max(0, Math.floor(to)));
  const bars = part(start, end + 1);
  const [low, high] = [Math.min(...bars), Math.max(...bars)];
  const margins = [part(start - 5 * module, start - 1.2 * module), part(end + 1.2 * module, end + 5 * module)];
  return Math.max(...margins.map((margin) => (margin.length ? (high - Math.min(...margin)) / (high - low) : 1)));
}

/**
 * The number that fits all lines best. `lead` is how much worse the second best fits, in units of the lines'
 * deviations.
 */
function verdictOf({ sums, lines }) {
  const { number, cost, second, free } = bestNumber(sums);
  const agreeing = lines.filter((line) => line.number === number);
  return { number, lead: second - cost, excess: cost - free, agreeing };
}

/**
 * Whether a number is sure. A short code, and one without light margins, needs more evidence. If the digits that fit
 * best one by one have a wrong check digit, the number must fit well.
 */
function isSure({ lead, excess, agreeing }, { half }) {
  if (agreeing.length < 2 || excess > 0.2 * lead) return false;
  const margins = agreeing.map(({ margin }) => margin).sort((one, other) => one - other);
  const least = Math.min(...agreeing.map(({ mean }) => mean));
  if (excess >= 0.5 && least >= 0.008) return false;
  const isPlain = margins[margins.length >> 1] < 0.5 || least < 0.012;
  return lead >= (half === 6 && isPlain ? 7 : 14);
}
