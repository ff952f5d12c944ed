// A tap on the live picture focuses the camera on that point, if the camera can focus. A ring shows the point.

import { guideInFrame } from "../camera/capture.js";

/** The time that the ring stays after the camera has focused, in milliseconds. */
const STAY = 1200;

/** `ring` is the element of the ring; `view` is that of view.js. */
export function prepareFocus(ring, view) {
  let timer = 0;
  document.querySelector("main").addEventListener("click", (event) => {
    if (!view.isLive() || event.target.closest("a, button, label, input, dialog, .sending")) return;
    const track = view.video.srcObject?.getVideoTracks()[0];
    const mode = focusMode(track);
    if (mode === null) return;
    show(event.clientX, event.clientY);
    const focus = { pointsOfInterest: [placeOf(event, view.video)], ...(mode ? { focusMode: mode } : {}) };
    track.applyConstraints({ advanced: [focus] }).then(() => hide(true), () => hide(false));
  });

  function show(x, y) {
    clearTimeout(timer);
    ring.style.setProperty("left", `${x}px`);
    ring.style.setProperty("top", `${y}px`);
    ring.classList.remove("done");
    ring.hidden = false;
  }

  function hide(isDone) {
    ring.classList.toggle("done", isDone);
    timer = setTimeout(() => { ring.hidden = true; }, isDone ? STAY : 0);
  }
}

/** The mode in which the camera focuses once; empty if the camera takes only a point, null if it cannot focus. */
function focusMode(track) {
  const { focusMode: modes = [], pointsOfInterest } = track?.getCapabilities?.() ?? {};
  const mode = ["single-shot", "continuous"].find((one) => modes.includes(one));
  return mode ?? (pointsOfInterest ? "" : null);
}

/** The position of a tap in the frame, as shares of its width and height. */
function placeOf({ clientX, clientY }, video) {
  const frame = { width: video.videoWidth, height: video.videoHeight };
  const tap = { x: clientX, y: clientY, width: 0, height: 0 };
  const { x, y } = guideInFrame(frame, video.getBoundingClientRect(), tap);
  return { x: Math.min(1, x / frame.width), y: Math.min(1, y / frame.height) };
}
