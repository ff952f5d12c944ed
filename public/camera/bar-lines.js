// Where a product code may lie on a line across its bars. The edges that every code has (guard bars and borders of
// digits) are compared with the edges of the line. bars.js draws the lines.

/** The width of a module, the narrowest bar, in samples of a line. */
const [NARROWEST, WIDEST] = [1.6, 15];

/** The most edges of each direction. A code has 30. */
const MOST_EDGES = 40;

/** The least agreement of a placement, and the least sum of the agreements of four guard edges. */
const [LEAST_AGREEMENT, LEAST_OF_GUARD] = [0.42, 0.8];

/** The widths of the modules at the ends, as shares of the mean width. */
const GUARD_MODULES = [1, 0.8, 1.2];

/** The slants and the bends that are tried, as in `place`. */
const DRIFTS = [0, -0.08, 0.08, -0.18, 0.18];
const BULGES = [0, -0.12, -0.25];

/**
 * The sample at `share` (0…1) of a placed code's width. The drift makes modules wider towards one end (a slanted code);
 * the bulge makes them narrower towards both ends (a code on a bottle).
 */
export function place({ start, end, drift, bulge }, share) {
  return start + (end - start) * (share + share * (1 - share) * (drift + bulge * (1 - 2 * share)));
}

/**
 * The edges of a line of brightness: `strengths` is the change at each sample, ±1 for the root mean square of all
 * changes or more; `falls` (light to dark) and `rises` are the edges, `{ at, slope, gap }`. `gap` is the length of the
 * light area beside the edge, in samples.
 */
export function edgesOf(line) {
  const slopes = new Float32Array(line.length);
  let [strongest, squares] = [0, 0];
  for (let at = 2; at < line.length - 2; at += 1) {
    slopes[at] = (line[at + 2] + 2 * line[at + 1] - 2 * line[at - 1] - line[at - 2]) / 8;
    strongest = Math.max(strongest, Math.abs(slopes[at]));
    squares += slopes[at] * slopes[at];
  }
  const scale = Math.sqrt(squares / line.length) || 1;
  const peaks = peaksOf(slopes, Math.max(1, 0.1 * strongest));
  measureGaps(peaks, 0.25 * strongest);
  return {
    strengths: slopes.map((slope) => Math.min(1, Math.max(-1, slope / scale))),
    falls: strongestOf(peaks.filter(({ slope }) => slope < 0)),
    rises: strongestOf(peaks.filter(({ slope }) => slope > 0)),
  };
}

function peaksOf(slopes, least) {
  const peaks = [];
  for (let at = 1; at < slopes.length - 1; at += 1) {
    const [before, here, after] = [slopes[at - 1], slopes[at], slopes[at + 1]];
    if (Math.abs(here) < least) continue;
    if (here > 0 ? here < before || here <= after : here > before || here >= after) continue;
    const bend = before - 2 * here + after;
    const shift = bend ? Math.min(0.5, Math.max(-0.5, 0.5 * (before - after) / bend)) : 0;
    peaks.push({ at: at + shift, slope: here, gap: Infinity });
  }
  return peaks;
}

/** A falling edge has its light area before it, from the rising edge before; a rising one has it after it. */
function measureGaps(peaks, least) {
  let last = -Infinity;
  for (const peak of peaks) {
    if (peak.slope < 0) peak.gap = peak.at - last;
    if (peak.slope >= least) last = peak.at;
  }
  let next = Infinity;
  for (const peak of [...peaks].reverse()) {
    if (peak.slope > 0) peak.gap = next - peak.at;
    if (-peak.slope >= least) next = peak.at;
  }
}

function strongestOf(peaks) {
  if (peaks.length <= MOST_EDGES) return peaks;
  const chosen = [...peaks].sort((one, other) => Math.abs(other.slope) - Math.abs(one.slope)).slice(0, MOST_EDGES);
  return chosen.sort((one, other) => one.at - other.at);
}

/** At most `most` placements of a shape on a line, those with the best agreement. Two differ by more than a module. */
export function placements(edges, shape, most) {
  if (Math.min(edges.falls.length, edges.rises.length) < shape.leastEdges) return [];
  const found = [];
  for (const start of edges.falls) {
    for (const end of edges.rises) {
      const module = (end.at - start.at) / shape.width;
      if (module < NARROWEST || module > WIDEST) continue;
      if (Math.min(start.gap, end.gap) < shape.leastGap * module) continue;
      if (!hasGuards(edges, shape, start.at, end.at, module)) continue;
      const best = bestBetween(edges, shape, start.at, end.at);
      if (best && best.agreement >= LEAST_AGREEMENT) found.push(best);
    }
  }
  const chosen = [];
  for (const placement of found.sort((one, other) => other.agreement - one.agreement)) {
    if (chosen.length === most) break;
    const module = (placement.end - placement.start) / shape.width;
    const isNear = chosen.some(({ start, end }) =>
      Math.abs(start - placement.start) < module && Math.abs(end - placement.end) < module);
    if (!isNear) chosen.push(refined(edges, shape, placement));
  }
  return chosen;
}

/**
 * Whether the edges of the guard bars at both ends agree a little. Most pairs of edges fail, so the search is quick.
 */
function hasGuards(edges, { places, signs, width }, start, end, module) {
  const last = places.length;
  return GUARD_MODULES.some((factor) => guard(edges, places, signs, 0, start, factor * module) >= LEAST_OF_GUARD)
    && GUARD_MODULES.some((factor) =>
      guard(edges, places, signs, last - 4, end - width * factor * module, factor * module) >= LEAST_OF_GUARD);
}

/** The sum of the agreements of four edges. `zero` is the code's first module in samples. */
function guard({ strengths }, places, signs, first, zero, module) {
  let sum = 0;
  for (let index = first; index < first + 4; index += 1) {
    sum += agreement(strengths, signs[index], zero + places[index] * module);
  }
  return sum;
}

function bestBetween(edges, shape, start, end) {
  let best = null;
  for (const drift of DRIFTS) {
    for (const bulge of BULGES) {
      const placement = { start, end, drift, bulge };
      placement.agreement = meanAgreement(edges, shape, placement);
      if (placement.agreement > (best?.agreement ?? -1)) best = placement;
    }
  }
  return best;
}

/** Moves the ends and changes the drift and the bulge in small steps while the agreement grows. */
function refined(edges, shape, placement) {
  const module = (placement.end - placement.start) / shape.width;
  let best = placement;
  for (const size of [1, 0.5]) {
    const steps = { start: 0.4 * module * size, end: 0.4 * module * size, drift: 0.03 * size, bulge: 0.05 * size };
    let isBetter = true;
    for (let round = 0; isBetter && round < 6; round += 1) {
      isBetter = false;
      const from = best;
      for (const [name, step] of Object.entries(steps)) {
        for (const change of [step, -step]) {
          const moved = { ...from, [name]: from[name] + change };
          moved.agreement = meanAgreement(edges, shape, moved);
          if (moved.agreement > best.agreement) [best, isBetter] = [moved, true];
        }
      }
    }
  }
  return best;
}

/** The mean agreement of all edges; -1 if every third edge already says that it is small. */
function meanAgreement({ strengths }, { places, signs, width }, placement) {
  let sum = 0;
  for (const first of [1, 0, 2]) {
    for (let index = first; index < places.length; index += 3) {
      sum += agreement(strengths, signs[index], place(placement, places[index] / width));
    }
    if (first === 1 && sum < 0.05 * places.length) return -1;
  }
  return sum / places.length;
}

/** 1 for a strong edge of the right sign, -1 for one of the wrong sign or outside of the line. */
function agreement(strengths, sign, sample) {
  if (!(sample >= 0 && sample < strengths.length - 1)) return -1;
  const index = Math.floor(sample);
  return sign * (strengths[index] + (sample - index) * (strengths[index + 1] - strengths[index]));
}
