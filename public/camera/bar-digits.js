// Compares the digits of a placed product code with blurred templates of all digits. The borders between digits may
// move a little, so that a bent or slanted code still fits.

import { place } from "./bar-lines.js";
import { DENSITY, ROOM, SHAPES, templateOf } from "./bar-shapes.js";

/** The places of a border, in modules from its expected place. */
const SHIFTS = [-1.25, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 1.25];
const FEW_SHIFTS = [-1, -0.5, 0, 0.5, 1];

/** The cost of a part that is a module wider or narrower, and how much the expected contrast weighs. */
const [STRETCH_COST, TRUST] = [0.03, 0.25];

/** The largest mean cost of the better half of the parts without a stretch. */
const MOST_OF_HALF = 0.03;

/** Blurs: the standard deviation and the growth of the dark bars, in modules. */
const DEVIATIONS = [0.55, 0.3, 0.8, 1.1];
const GROWTHS = [-0.3, 0.3, -0.6, 0.6];
const USUAL = { deviation: DEVIATIONS[0], growth: 0 };

/**
 * The costs of a placed code: `tables`, for each digit the cost of its 20 patterns; `mean`, the mean of the smallest
 * costs of all parts; `blur`. A cost is the squared share of the contrast that a pattern does not explain; 0 is a
 * perfect fit. Without `blur`, takes the one that fits best. Null if the place cannot be a code.
 */
export function costsAt(line, placement, shape, blur = null) {
  if (!isPossible(line, placement, shape)) return null;
  const windows = windowsOf(line, placement, shape, PLANS.get(shape).whole);
  const chosen = bestWindows(windows, shape, blur ?? USUAL);
  return costs(windows, chosen, shape, blur ?? bestBlur(windows, chosen, shape));
}

/** First the deviation, then the growth. */
function bestBlur(windows, chosen, shape) {
  let [best, least] = [USUAL, Infinity];
  const attempt = (blur) => {
    const { mean } = costs(windows, chosen, shape, blur);
    if (mean < least) [best, least] = [blur, mean];
  };
  for (const deviation of DEVIATIONS) attempt({ deviation, growth: 0 });
  const { deviation } = best;
  for (const growth of GROWTHS) attempt({ deviation, growth });
  return best;
}

function costs(windows, chosen, shape, blur) {
  const found = { tables: [], mean: 0, blur };
  shape.parts.forEach((part, index) => {
    const table = new Float32Array(20);
    found.mean += compare(windows, chosen[index], templateOf(part, blur), table) / shape.parts.length;
    if (part.isDigit) found.tables.push(table);
  });
  return found;
}

/**
 * Whether the better half of the parts fits at least a little without any stretch. Most places that are no code fail.
 */
function isPossible(line, placement, shape) {
  const windows = windowsOf(line, placement, shape, PLANS.get(shape).quick);
  const least = new Array(shape.parts.length).fill(Infinity);
  windows.list.forEach(({ part }, index) => {
    least[part] = Math.min(least[part], compare(windows, index, templateOf(shape.parts[part], USUAL), null));
  });
  const half = least.sort((one, other) => one - other).slice(0, Math.ceil(least.length / 2));
  return half.reduce((sum, cost) => sum + cost, 0) < MOST_OF_HALF * half.length;
}

/**
 * The windows of a shape: for each part each pair of places of its borders, `{ part, from, to, stretch }`. `samples`
 * has room for the samples of the line in each window; each placement overwrites them.
 */
function plan(shape, shifts, mostStretch) {
  const list = [];
  shape.parts.forEach((_, part) => shifts.forEach((before, from) => shifts.forEach((after, to) => {
    if (Math.abs(after - before) <= mostStretch) list.push({ part, from, to, stretch: after - before });
  })));
  const numbers = () => new Float32Array(list.length);
  return { shifts, list, energies: numbers(), contrasts: numbers(), samples: new Float32Array(list.length * ROOM) };
}

const PLANS = new Map(SHAPES.map((one) => [one, { whole: plan(one, SHIFTS, 0.5), quick: plan(one, FEW_SHIFTS, 0) }]));

/** Takes the samples of a placed code, each window without its mean. */
function windowsOf(line, placement, shape, windows) {
  const { shifts, list, energies, contrasts, samples } = windows;
  const module = (placement.end - placement.start) / shape.width;
  let [index, left, modules] = [0, place(placement, 0), 0];
  for (let part = 0; part < shape.parts.length; part += 1) {
    const { width } = shape.parts[part];
    modules += width;
    const right = place(placement, modules / shape.width);
    const [unit, contrast] = [(right - left) / width, contrastAt(line, (left + right) / 2, 10 * module)];
    for (; list[index]?.part === part; index += 1) {
      const [from, to] = [left + shifts[list[index].from] * unit, right + shifts[list[index].to] * unit];
      energies[index] = sample(line, from, to, width, samples, index * ROOM);
      contrasts[index] = contrast;
    }
    left = right;
  }
  return windows;
}

/** Writes the samples of a window; returns the sum of their squares. */
function sample(line, left, right, width, samples, start) {
  const count = (width + 1) * DENSITY;
  const step = (right - left) / width / DENSITY;
  const first = left + 0.5 * step - 0.5 * step * DENSITY;
  const last = line.length - 1.001;
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    const at = Math.min(last, Math.max(0, first + index * step));
    const before = Math.floor(at);
    const value = line[before] + (at - before) * (line[before + 1] - line[before]);
    samples[start + index] = value;
    sum += value;
  }
  const mean = sum / count;
  let energy = 0;
  for (let index = start; index < start + count; index += 1) {
    samples[index] -= mean;
    energy += samples[index] * samples[index];
  }
  return energy;
}

/** The largest minus the smallest sample around a place. */
function contrastAt(line, middle, reach) {
  const [first, last] = [Math.max(0, Math.floor(middle - reach)), Math.min(line.length - 1, Math.ceil(middle + reach))];
  let [low, high] = [Infinity, -Infinity];
  for (let at = first; at <= last; at += 1) [low, high] = [Math.min(low, line[at]), Math.max(high, line[at])];
  return Math.max(2, high - low);
}

/** For each part the index of its window, with the best places of all borders. */
function bestWindows(windows, shape, blur) {
  const { list, shifts } = windows;
  const totals = Array.from({ length: shape.parts.length + 1 }, () => new Float64Array(shifts.length).fill(Infinity));
  const ways = Array.from({ length: shape.parts.length + 1 }, () => new Int32Array(shifts.length));
  totals[0].fill(0);
  list.forEach(({ part, from, to, stretch }, index) => {
    const cost = compare(windows, index, templateOf(shape.parts[part], blur), null);
    const total = totals[part][from] + cost + STRETCH_COST * stretch ** 2;
    if (total >= totals[part + 1][to]) return;
    totals[part + 1][to] = total;
    ways[part + 1][to] = index;
  });
  const ends = totals.at(-1);
  let border = ends.indexOf(Math.min(...ends));
  const chosen = [];
  for (let part = shape.parts.length; part > 0; part -= 1) {
    chosen.unshift(ways[part][border]);
    border = list[chosen[0]].from;
  }
  return chosen;
}

/**
 * Writes the cost of each pattern for a window into `table`, if there is one; returns the smallest one. The gain stays
 * near the expected contrast.
 */
function compare({ samples, energies: ofWindows, contrasts }, index, { energies, values, count }, table) {
  const [energy, contrast] = [ofWindows[index], contrasts[index]];
  const scale = 1 / (contrast * contrast * count);
  let least = Infinity;
  for (let symbol = 0; symbol < energies.length; symbol += 1) {
    let product = 0;
    for (let at = 0, one = index * ROOM, other = symbol * ROOM; at < count; at += 1) {
      product += samples[one + at] * values[other + at];
    }
    const prior = TRUST * energies[symbol];
    const gain = Math.max(0, (product + prior * contrast) / (energies[symbol] + prior));
    const off = gain - contrast;
    const rest = energy - 2 * gain * product + gain * gain * energies[symbol] + prior * off * off;
    const cost = Math.max(0, rest) * scale;
    if (table) table[symbol] = cost;
    if (cost < least) least = cost;
  }
  return least;
}
