// The bars of the kinds of product codes, and the brightness that their parts show under a blur. Source of the patterns:
// ISO/IEC 15420.

/**
 * The digits 0…9 of the left half with an odd number of dark modules. The highest of seven bits is the first module.
 */
const ODD = [13, 25, 19, 61, 35, 49, 47, 59, 55, 11];
const inverted = (pattern) => ~pattern & 127;
const mirrored = (pattern) => parseInt([...pattern.toString(2).padStart(7, "0")].reverse().join(""), 2);
const EVEN = ODD.map((pattern) => mirrored(inverted(pattern)));

/**
 * The parts of a code. Both halves have two patterns for each digit, so that the same parts fit a code that is upside
 * down: left 0–9 odd and 10–19 even, right 0–9 those of the right half and 10–19 the inverted even ones.
 */
const SIDE_BARS = { patterns: [0b101], width: 3, before: 0, after: 0 };
const MIDDLE_BARS = { patterns: [0b01010], width: 5, before: 1, after: 1 };
const LEFT = { patterns: [...ODD, ...EVEN], width: 7, before: 1, after: 0, isDigit: true };
const RIGHT = { patterns: LEFT.patterns.map(inverted), width: 7, before: 0, after: 1, isDigit: true };

function shape(half, leastEdges, leastGap) {
  const digits = (part) => new Array(half).fill(part);
  const parts = [SIDE_BARS, ...digits(LEFT), MIDDLE_BARS, ...digits(RIGHT), SIDE_BARS];
  const [places, signs] = [[], []];
  let [at, wasDark] = [0, 0];
  for (const { patterns, width, isDigit } of parts) {
    for (let module = 0; module < width; module += 1) {
      const isDark = patterns[0] >> (width - 1 - module) & 1;
      if (isDigit && module) continue;
      if (isDark !== wasDark) {
        places.push(at + module);
        signs.push(isDark ? -1 : 1);
      }
      wasDark = isDark;
    }
    at += width;
    if (isDigit) wasDark = patterns[0] & 1;
  }
  return { half, parts, places: [...places, at], signs: [...signs, 1], width: at, leastEdges, leastGap };
}

/**
 * EAN-13 with UPC-A, and EAN-8. `half` is the number of digits in each half, `width` the width in modules. Each code of
 * a shape has edges at `places`, in modules, of the signs 1 (to light) and -1. A line with fewer than `leastEdges`
 * edges of a direction has no code: 30 or 22 are sharp ones. Only short codes need light margins of `leastGap` modules
 * at once: a part of a longer code looks like them.
 */
export const SHAPES = [shape(6, 18, 0), shape(4, 14, 2.5)];

/**
 * The samples of a template for each module, and the room for the samples of a digit with half a module on both sides.
 */
export const [DENSITY, ROOM] = [3, 24];

const templates = new Map();

/**
 * The template of a part: `count` samples for each pattern, without their mean; `energies` are the sums of their
 * squares.
 */
export function templateOf(part, { deviation, growth }) {
  const ofPart = templates.get(part) ?? new Map();
  templates.set(part, ofPart);
  const name = deviation * 1000 + growth;
  if (ofPart.has(name)) return ofPart.get(name);
  const count = (part.width + 1) * DENSITY;
  const made = { count, values: new Float32Array(part.patterns.length * ROOM), energies: [] };
  part.patterns.forEach((pattern, symbol) => {
    const light = Array.from({ length: count }, (_, index) =>
      lightAt((index + 0.5) / DENSITY - 0.5, pattern, part, deviation, growth));
    const mean = light.reduce((sum, value) => sum + value, 0) / count;
    made.values.set(light.map((value) => value - mean), symbol * ROOM);
    made.energies.push(light.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  });
  ofPart.set(name, made);
  return made;
}

/** The brightness (0…1) at a place in modules. The modules beyond the neighbours are unknown, so they are half dark. */
function lightAt(at, pattern, { width, before, after }, deviation, growth) {
  let [level, sum] = [0.5, 0.5];
  for (let module = -1; module <= width + 1; module += 1) {
    const isDark = module < 0 ? before : module < width ? pattern >> (width - 1 - module) & 1 : after;
    const next = module > width ? 0.5 : 1 - isDark;
    // The edges of the dark areas move outwards by half of the growth.
    const shift = module < 0 || module > width ? 0 : Math.sign(next - level) * growth / 2;
    sum += (next - level) * cumulative((at - module - shift) / deviation);
    level = next;
  }
  return sum;
}

/** The share of a normal distribution below `x`; the error is below 0.001. */
function cumulative(x) {
  const z = Math.min(4, Math.max(-4, x));
  return 1 / (1 + Math.exp(-z * (1.5976 + 0.07056 * z * z)));
}
