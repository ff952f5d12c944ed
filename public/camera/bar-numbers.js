// Chooses the number that fits the costs of its digits best. Only numbers with a right check digit and an allowed order
// of odd and even digits count. Source: GS1 General Specifications, sections 5.2 and 7.9.

/** The order of odd (0) and even (1) digits that stands for the first digit of EAN-13, from the highest of six bits. */
const ORDERS = [0, 11, 13, 14, 19, 25, 28, 21, 22, 26];

/**
 * The best number for the costs of all digits of bar-digits.js: `{ number, cost, second, free }`. `number` is a whole
 * number of at most 13 digits, `second` the cost of the second best one in either direction, `free` the cost of the
 * digits that fit best one by one.
 */
export function bestNumber(tables) {
  const half = tables.length / 2;
  const best = { number: 0, cost: Infinity, second: Infinity, free: 0 };
  for (const table of tables) best.free += Math.min(...table);
  for (const digits of [tables.map(forward(half)), [...tables].reverse().map(backward(half))]) {
    for (const [first, order] of half === 6 ? ORDERS.entries() : [[0, 0]]) chooseFor(digits, half, first, order, best);
  }
  return best;
}

/**
 * The costs of the odd and the even patterns of a digit in reading direction; the right half has one pattern a digit.
 */
const forward = (half) => (table, index) =>
  index < half ? { odd: table.subarray(0, 10), even: table.subarray(10) } : { odd: table.subarray(0, 10) };

/** The same for a code that is upside down: the mirrored patterns of the right half are the even ones, and so on. */
const backward = (half) => (table, index) =>
  index < half ? { odd: table.subarray(10), even: table.subarray(0, 10) } : { odd: table.subarray(10) };

/** Adds the two best numbers with this first digit to `best`. */
function chooseFor(digits, half, first, order, best) {
  // For each remainder of the weighted sum the two best beginnings: cost and number of the best, then of the second
  // best.
  let [ends, next] = BEGINNINGS;
  ends.fill(Infinity);
  ends[first * 4] = 0;
  ends[first * 4 + 1] = first;
  digits.forEach(({ odd, even }, index) => {
    const table = index < half && order >> (half - 1 - index) & 1 ? even : odd;
    extend(ends, table, index % 2 ? 1 : 3, next);
    [ends, next] = [next, ends];
  });
  add(best, ends[1], ends[0]);
  add(best, ends[3], ends[2]);
}

/** The room for two steps of `chooseFor`. */
const BEGINNINGS = [new Float64Array(40), new Float64Array(40)];

function extend(ends, table, weight, next) {
  next.fill(Infinity);
  for (let sum = 0; sum < 10; sum += 1) {
    for (let entry = sum * 4; entry < sum * 4 + 4 && ends[entry] < Infinity; entry += 2) {
      for (let digit = 0; digit < 10; digit += 1) {
        const cost = ends[entry] + table[digit];
        const at = (sum + weight * digit) % 10 * 4;
        if (cost >= next[at + 2]) continue;
        const number = ends[entry + 1] * 10 + digit;
        if (cost < next[at]) {
          [next[at + 2], next[at + 3]] = [next[at], next[at + 1]];
          [next[at], next[at + 1]] = [cost, number];
        } else {
          [next[at + 2], next[at + 3]] = [cost, number];
        }
      }
    }
  }
}

function add(best, number, cost) {
  if (cost < best.cost) {
    if (number !== best.number) best.second = best.cost;
    [best.cost, best.number] = [cost, number];
  } else if (cost < best.second && number !== best.number) {
    best.second = cost;
  }
}
