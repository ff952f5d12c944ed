// A long press on a row with a finger. The browser's own menu of links does not open, and the tap that ends the press
// does nothing else.

import { vibrate } from "../shared/server.js";

/** The time of a long press, in milliseconds, and the way of a finger that lies still, in pixels. */
const [TIME, WAY] = [500, 10];

/** The press under way: its row, its first point and its timer. */
let press = null;
let isHeld = false;

/** Calls `held(row)` for a row in `boxes` that is pressed long, unless `isOff()`. */
export function followHolding(boxes, isOff, held) {
  const hold = () => {
    const { row } = press ?? {};
    cancel();
    if (!row || isOff()) return;
    isHeld = true;
    vibrate(15);
    held(row);
  };
  for (const box of boxes) {
    box.addEventListener("pointerdown", (event) => {
      const row = event.target.closest(".find")?.closest("[data-find]");
      if (event.pointerType === "mouse" || !event.isPrimary || !row || isOff()) return;
      press = { row, x: event.clientX, y: event.clientY, timer: setTimeout(hold, TIME) };
    });
    box.addEventListener("contextmenu", (event) => {
      if (!press && !isHeld) return;
      event.preventDefault();
      hold();
    });
    box.addEventListener("dragstart", (event) => (press || isHeld) && event.preventDefault());
  }
  addEventListener("pointerdown", () => {
    cancel();
    isHeld = false;
  }, true);
  addEventListener("pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > WAY) cancel();
  }, { passive: true });
  for (const name of ["pointerup", "pointercancel", "scroll"]) addEventListener(name, cancel, { passive: true });
  addEventListener("click", (event) => {
    if (!isHeld) return;
    isHeld = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

function cancel() {
  clearTimeout(press?.timer);
  press = null;
}
