// Areas of a grey picture that look like the bars of a product code: many edges in one direction, and about as many
// from light to dark as from dark to light. bars.js reads them.

/** The side of a block in pixels. */
const SIDE = 8;

/** The least strength of edges: the mean squared change of brightness in a block. */
const LEAST_ENERGY = 20;

/** The least share of the changes that have one direction. */
const LEAST_COHERENCE = 0.5;

/** Neighbours belong together up to 18°, all blocks of an area up to 30° (cosines of the double angles). */
const [LIKE_NEIGHBOUR, LIKE_FIRST] = [0.8, 0.5];

/** The least number of blocks of an area, and its least extent across the bars, in blocks. */
const [LEAST_BLOCKS, LEAST_WIDTH] = [8, 4];

/** The width of a picture of which a quarter of the pixels is enough. */
const LARGE = 1200;

/** The sums of a block: the changes to the right and downwards, their squares, and their product. */
const SUMS = 5;

/**
 * The areas of a grey picture `{ width, height, light }`, in its pixels, in no order: `{ x, y, across, halfWidth,
 * halfHeight, merit }`. `across` is the direction across the bars, of length 1. The halves are the extents from the
 * middle across the bars and along them. A larger `merit` is better. `pause` is awaited between parts of the work.
 */
export async function barAreas(grey, pause) {
  const [columns, rows] = [grey.width, grey.height].map((side) => Math.max(0, Math.floor((side - 2) / SIDE)));
  const blocks = { columns, rows, sums: new Float32Array(columns * rows * SUMS) };
  for (let row = 0; row < rows; row += 1) {
    sumRow(grey, blocks, row);
    if (row % 16 === 15) await pause();
  }
  const directions = new Float32Array(columns * rows * 2);
  for (let row = 0; row < rows; row += 1) {
    directRow(blocks, row, directions);
    if (row % 16 === 15) await pause();
  }
  const seen = new Uint8Array(columns * rows);
  const areas = [];
  for (let index = 0; index < seen.length; index += 1) {
    if (seen[index] || !isDirected(directions, index)) continue;
    const members = grown(index, directions, seen, blocks);
    const area = members.length >= LEAST_BLOCKS && areaOf(members, blocks);
    if (!area) continue;
    areas.push(area);
    await pause();
  }
  return areas;
}

/**
 * Sums the differences of neighbouring pixels in one row of blocks: of every second line, and in a large picture of
 * every second pixel.
 */
function sumRow({ width, light }, { columns, sums }, row) {
  const step = width > LARGE ? 2 : 1;
  for (let column = 0; column < columns; column += 1) {
    let [x, y, xx, yy, xy] = [0, 0, 0, 0, 0];
    for (let line = 0; line < SIDE; line += 2) {
      const first = (row * SIDE + 1 + line) * width + column * SIDE + 1;
      for (let at = first + (step > 1 ? line >> 1 & 1 : 0); at < first + SIDE; at += step) {
        const right = light[at + 1] - light[at - 1];
        const down = light[at + width] - light[at - width];
        x += right;
        y += down;
        xx += right * right;
        yy += down * down;
        xy += right * down;
      }
    }
    // A difference over two pixels is twice the change for each pixel; half or a quarter of the pixels are summed.
    const at = (row * columns + column) * SUMS;
    sums[at] = step * x;
    sums[at + 1] = step * y;
    sums[at + 2] = step * xx / 2;
    sums[at + 3] = step * yy / 2;
    sums[at + 4] = step * xy / 2;
  }
}

/**
 * Writes for each block of a row the direction of its surroundings at twice the angle, of length 1; (0, 0) without one
 * direction.
 */
function directRow({ columns, rows, sums }, row, directions) {
  const [top, bottom] = [Math.max(0, row - 1), Math.min(rows - 1, row + 1)];
  // The sums of three blocks below each other, of the columns before, at and after the block.
  const sides = new Float32Array(9);
  for (let column = -1; column < columns; column += 1) {
    sides.copyWithin(0, 3);
    sides.fill(0, 6);
    for (let y = top; column + 1 < columns && y <= bottom; y += 1) {
      const at = (y * columns + column + 1) * SUMS;
      for (let part = 0; part < 3; part += 1) sides[6 + part] += sums[at + 2 + part];
    }
    if (column < 0) continue;
    const [xx, yy] = [sides[0] + sides[3] + sides[6], sides[1] + sides[4] + sides[7]];
    const double = [xx - yy, 2 * (sides[2] + sides[5] + sides[8])];
    const count = (bottom - top + 1) * (Math.min(columns - 1, column + 1) - Math.max(0, column - 1) + 1);
    const energy = xx + yy;
    if (energy < LEAST_ENERGY * SIDE * SIDE * count) continue;
    const length = Math.hypot(double[0], double[1]);
    if (length < LEAST_COHERENCE * energy) continue;
    directions.set([double[0] / length, double[1] / length], (row * columns + column) * 2);
  }
}

const isDirected = (directions, index) => directions[2 * index] !== 0 || directions[2 * index + 1] !== 0;

const likeness = (directions, one, other) =>
  directions[2 * one] * directions[2 * other] + directions[2 * one + 1] * directions[2 * other + 1];

/** All blocks that are connected with the first one and have nearly its direction from neighbour to neighbour. */
function grown(first, directions, seen, { columns, rows }) {
  const members = [first];
  seen[first] = 1;
  const consider = (index, neighbour) => {
    if (seen[neighbour] || likeness(directions, index, neighbour) < LIKE_NEIGHBOUR) return;
    if (likeness(directions, first, neighbour) < LIKE_FIRST) return;
    seen[neighbour] = 1;
    members.push(neighbour);
  };
  for (let next = 0; next < members.length; next += 1) {
    const index = members[next];
    const column = index % columns;
    if (column > 0) consider(index, index - 1);
    if (column < columns - 1) consider(index, index + 1);
    if (index >= columns) consider(index, index - columns);
    if (index < columns * (rows - 1)) consider(index, index + columns);
  }
  return members;
}

/** The area of some blocks; null if they are too narrow, or if most of their edges darken in the same direction. */
function areaOf(members, { columns, sums }) {
  const all = [0, 0, 0, 0, 0];
  for (const index of members) all.forEach((sum, part) => { all[part] = sum + sums[index * SUMS + part]; });
  const [x, y, xx, yy, xy] = all;
  const length = Math.hypot(xx - yy, 2 * xy);
  if (!length) return null;
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const across = { x: Math.cos(angle), y: Math.sin(angle) };
  const pixels = members.length * SIDE * SIDE;
  // Edges of both directions cancel; a single edge of an object does not.
  if (Math.abs(x * across.x + y * across.y) > 0.5 * pixels * Math.sqrt((xx + yy) / pixels)) return null;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const index of members) {
    const [px, py] = [(index % columns + 0.5) * SIDE + 1, (Math.floor(index / columns) + 0.5) * SIDE + 1];
    const [u, v] = [px * across.x + py * across.y, py * across.x - px * across.y];
    [left, right, top, bottom] = [Math.min(left, u), Math.max(right, u), Math.min(top, v), Math.max(bottom, v)];
  }
  if (right - left < LEAST_WIDTH * SIDE) return null;
  const filled = pixels / ((right - left + SIDE) * (bottom - top + SIDE));
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: u * across.x - v * across.y, y: u * across.y + v * across.x, across,
    halfWidth: (right - left + SIDE) / 2, halfHeight: (bottom - top + SIDE) / 2,
    merit: pixels * (length / (xx + yy)) ** 4 * filled,
  };
}
