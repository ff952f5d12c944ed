// The level: two lines and a sentence that tell how far the device is turned, where the device gives its orientation.
// An iPhone gives it only after a tap and a permission prompt. Other browsers have `requestPermission`, too, but need
// no tap.

import { speak } from "../camera/speech.js";
import { vibrate } from "../shared/server.js";
import { words } from "../shared/words.js";

/** Degrees: up to `LEVEL`, the device is level, and stays so up to `KEPT`; up to `NEAR`, the lines are yellow. */
const [LEVEL, KEPT, NEAR] = [5, 6, 15];

/** How long a state lasts before it is spoken, and the least time between two spoken states, in milliseconds. */
const [LASTING, APART] = [800, 4000];

/** If a device has reported no orientation within this time, it needs a question, in milliseconds. */
const SILENCE = 1500;

const keys = {
  level: "shelf.camera.level.is", left: "shelf.camera.level.left", right: "shelf.camera.level.right",
};

/**
 * Controls the level `box`; `button` asks for the permission. Returns `{ run(isOn) }`: the level works only while it is
 * on, and is hidden until the device has reported its orientation.
 */
export function prepareLevel(box, button) {
  const Orientation = globalThis.DeviceOrientationEvent;
  const mayAsk = typeof Orientation?.requestPermission === "function" && matchMedia("(pointer: coarse)").matches;
  const [sentence, speech] = [box.querySelector(".state"), speaker()];
  let [isOn, isTold, state, timer] = [false, false, null, 0];

  button.addEventListener("click", () => {
    Orientation.requestPermission().catch(() => null);
    answered();
  });

  function run(isWanted) {
    if (isWanted === isOn) return;
    isOn = isWanted;
    clearTimeout(timer);
    button.hidden = true;
    if (isOn) {
      addEventListener("deviceorientation", turned);
      if (mayAsk && !isTold) timer = setTimeout(() => { button.hidden = false; }, SILENCE);
    } else {
      removeEventListener("deviceorientation", turned);
      show(null);
    }
  }

  function turned({ beta, gamma }) {
    answered();
    // A device without sensors sends one event without numbers.
    if (typeof beta === "number" && typeof gamma === "number") show(tilt(beta, gamma, angleOfScreen()));
  }

  /** The device has reported its orientation, or the user has answered: the page does not ask again. */
  function answered() {
    if (isTold) return;
    isTold = true;
    clearTimeout(timer);
    if (document.activeElement === button) document.querySelector(".shutter").focus({ preventScroll: true });
    button.hidden = true;
  }

  function show(degrees) {
    const before = state;
    state = degrees === null ? null : stateOf(degrees, before);
    box.hidden = state === null;
    if (state !== null) draw(degrees);
    if (state === before) return;
    if (state === "level") vibrate(10);
    speech.tell(state);
  }

  function draw(degrees) {
    box.style.setProperty("--tilt", `${-Math.max(-45, Math.min(45, degrees))}deg`);
    box.dataset.level = state === "level" ? "level" : Math.abs(degrees) <= NEAR ? "near" : "far";
    if (sentence.textContent !== words(keys[state])) sentence.textContent = words(keys[state]);
  }

  return { run };
}

/**
 * Degrees by which the picture on the screen is turned clockwise, from −180 to 180; null while the device lies nearly
 * flat. `beta` and `gamma` are those of the event, `angle` is that of the screen. The direction "up" in the axes of the
 * device is (−cos β sin γ, sin β, cos β cos γ). Source: <https://www.w3.org/TR/orientation-event/>.
 */
export function tilt(beta, gamma, angle) {
  const [b, g] = [beta, gamma].map((degrees) => (degrees * Math.PI) / 180);
  const [x, y] = [Math.cos(b) * Math.sin(g), Math.sin(b)];
  if (Math.hypot(x, y) < 0.5) return null;
  const turned = (Math.atan2(x, y) * 180) / Math.PI + angle;
  return ((((turned + 180) % 360) + 360) % 360) - 180;
}

/** `level`, or the side to which the user should tilt the device. */
export function stateOf(degrees, before) {
  if (Math.abs(degrees) <= (before === "level" ? KEPT : LEVEL)) return "level";
  return degrees > 0 ? "left" : "right";
}

const angleOfScreen = () => screen.orientation?.angle ?? globalThis.orientation ?? 0;

/** Says a state for screen readers: not each change, only a new state that lasts. */
function speaker() {
  let [said, saidAt, timer] = [null, -Infinity, 0];

  function tell(state) {
    clearTimeout(timer);
    if (state === null || state === said) return;
    timer = setTimeout(() => {
      [said, saidAt] = [state, performance.now()];
      speak(words(keys[state]));
    }, Math.max(LASTING, saidAt + APART - performance.now()));
  }

  return { tell };
}
