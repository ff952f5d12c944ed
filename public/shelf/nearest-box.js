// The box that a tap on the photo means. Spines are narrow, so a tap beside a box counts: each box has a target of at
// least 44 px, and the nearest box wins.

/** Half of the smallest target, in CSS pixels. */
const REACH = 22;

/** The box nearest to a point of the window; null if no box is within reach. */
export function boxAt(frame, clientX, clientY) {
  const rect = frame.getBoundingClientRect();
  const image = frame.querySelector("img");
  const scale = Number(image.getAttribute("width")) / rect.width;
  const [x, y] = [(clientX - rect.left) * scale, (clientY - rect.top) * scale];
  let [best, least] = [null, REACH * scale];
  for (const box of frame.querySelectorAll(".box")) {
    const corners = cornersOf(box);
    const distance = isInside(corners, x, y) ? -1 / (1 + toCentre(corners, x, y)) : toEdges(corners, x, y);
    if (distance < least) [best, least] = [box, distance];
  }
  return best;
}

/** The corners of a box as pairs of pixels of the picture. */
export function cornersOf(box) {
  return box.dataset.points.trim().split(/\s+/).map((pair) => pair.split(",").map(Number));
}

function isInside(corners, x, y) {
  let isIn = false;
  edges(corners, ([ax, ay], [bx, by]) => {
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn;
  });
  return isIn;
}

function toCentre(corners, x, y) {
  const mean = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return Math.hypot(x - mean(0), y - mean(1));
}

/** The distance of a point from the nearest edge. */
function toEdges(corners, x, y) {
  let least = Infinity;
  edges(corners, ([ax, ay], [bx, by]) => {
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy || 1;
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
    least = Math.min(least, Math.hypot(x - ax - share * dx, y - ay - share * dy));
  });
  return least;
}

function edges(corners, visit) {
  corners.forEach((corner, index) => visit(corner, corners[(index + 1) % corners.length]));
}
