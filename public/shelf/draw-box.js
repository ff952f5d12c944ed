// Draws a box on the photo, or moves one. A pointer draws a new box, moves the box, or pulls one of its corners. With
// the keyboard, arrows move the box, and Shift with an arrow changes its size. Enter saves, Escape leaves.

import { words } from "../shared/words.js";

/** One step of an arrow key, and the smallest side, as shares of the photo's sides. */
const [STEP, LEAST] = [0.01, 0.01];

/** The distance from a corner at which a pointer pulls the corner, in CSS pixels. */
const NEAR = 22;

/** The pause before the position of the box is spoken, in milliseconds. */
const CALM = 600;

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let leaveOther = () => null;

/**
 * Lets the reader place a box over `frame`. `start` is `{ x, y, w, h }` as shares of the photo's sides. `save(box)` returns
 * whether the server has the box; otherwise the reader can try again. `back` gets the focus at the end.
 */
export function placeBox(frame, start, save, back) {
  leaveOther();
  let box = { ...start };
  const area = element("div", "draft-area");
  const draft = element("div", "draft");
  const tools = element("div", "draft-tools");
  const help = element("p", "quiet", words("shelf.items.draw.help"));
  const spoken = element("p", "unseen");
  const [keep, leave] = [button("act add", words("shelf.items.draw.save")), button("button", words("shelf.items.draw.leave"))];
  help.id = "draw-help";
  spoken.setAttribute("role", "status");
  for (const [name, value] of [["role", "application"], ["aria-label", words("shelf.items.draw.box")],
    ["aria-describedby", help.id], ["tabindex", "0"]]) area.setAttribute(name, value);
  area.append(draft);
  tools.append(help, keep, leave, spoken);
  frame.append(area);
  frame.after(tools);
  frame.parentElement.classList.add("is-drawing");

  let timer = null;
  const show = () => {
    for (const [name, value] of [["left", box.x], ["top", box.y], ["width", box.w], ["height", box.h]]) {
      draft.style.setProperty(name, `${value * 100}%`);
    }
    clearTimeout(timer);
    timer = setTimeout(() => { spoken.textContent = sentence(box); }, CALM);
  };
  const end = () => {
    clearTimeout(timer);
    area.remove();
    tools.remove();
    frame.parentElement.classList.remove("is-drawing");
    leaveOther = () => null;
    back()?.focus({ preventScroll: true });
  };
  const finish = async () => {
    keep.disabled = true;
    if (await save(box)) return end();
    keep.disabled = false;
  };
  leaveOther = end;
  keep.addEventListener("click", finish);
  leave.addEventListener("click", end);
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter") finish();
    else if (event.key === "Escape") end();
    else if (arrows[event.key]) box = moved(box, arrows[event.key].map((one) => one * STEP), event.shiftKey);
    else return;
    event.preventDefault();
    show();
  });
  followPointer(area, () => box, (next) => {
    box = next;
    show();
  });
  show();
  area.focus({ preventScroll: true });
  area.scrollIntoView({ block: "nearest" });
}

/** The box moved by `[dx, dy]`, or with its lower right corner moved. It never leaves the photo. */
function moved({ x, y, w, h }, [dx, dy], isResized) {
  return isResized
    ? { x, y, w: limited(w + dx, LEAST, 1 - x), h: limited(h + dy, LEAST, 1 - y) }
    : { x: limited(x + dx, 0, 1 - w), y: limited(y + dy, 0, 1 - h), w, h };
}

/** Calls `change(box)` while a pointer draws, moves or pulls. */
function followPointer(area, current, change) {
  let [from, box, anchor] = [null, null, null];
  const at = (event) => {
    const rect = area.getBoundingClientRect();
    return [limited((event.clientX - rect.left) / rect.width, 0, 1), limited((event.clientY - rect.top) / rect.height, 0, 1)];
  };
  area.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button) return;
    event.preventDefault();
    area.focus({ preventScroll: true });
    area.setPointerCapture(event.pointerId);
    [from, box] = [at(event), current()];
    const corner = nearCorner(area, box, from);
    const [x, y] = from;
    const isInside = x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h;
    // A pull keeps the opposite corner; a new box begins where the pointer is; a move has no fixed corner.
    anchor = corner ? [2 * box.x + box.w - corner[0], 2 * box.y + box.h - corner[1]] : isInside ? null : from;
  });
  area.addEventListener("pointermove", (event) => {
    if (!from) return;
    const [x, y] = at(event);
    if (!anchor) return change(moved(box, [x - from[0], y - from[1]], false));
    const [left, top] = [Math.min(x, anchor[0]), Math.min(y, anchor[1])];
    const [w, h] = [Math.abs(x - anchor[0]), Math.abs(y - anchor[1])];
    if (w >= LEAST && h >= LEAST) change({ x: left, y: top, w, h });
  });
  for (const name of ["pointerup", "pointercancel"]) area.addEventListener(name, () => { from = null; });
}

/** The corner of `box` that the pointer touches; null without one. */
function nearCorner(area, { x, y, w, h }, [px, py]) {
  const { width, height } = area.getBoundingClientRect();
  // In a narrow box, the middle still moves the box.
  const [reachX, reachY] = [Math.min(NEAR, (w * width) / 3 + 6), Math.min(NEAR, (h * height) / 3 + 6)];
  return [[x, y], [x + w, y], [x, y + h], [x + w, y + h]]
    .find(([cx, cy]) => Math.abs(cx - px) * width <= reachX && Math.abs(cy - py) * height <= reachY) ?? null;
}

function sentence({ x, y, w, h }) {
  const [left, top, width, height] = [x, y, w, h].map((share) => Math.round(share * 100));
  return words("shelf.items.draw.place", { left, top, width, height });
}

const limited = (value, least, most) => Math.min(most, Math.max(least, value));

function element(name, className, text = "") {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

function button(className, text) {
  return Object.assign(element("button", className, text), { type: "button" });
}
