// Advice beside the button while the user aims at a shelf: "More light needed", "Hold steady".

import { watch } from "../camera/aim.js";
import { speak } from "../camera/speech.js";
import { words } from "../shared/words.js";

const keys = { dark: "shelf.camera.dark", blurred: "shelf.camera.blurred" };
const spoken = new Set();

/** Shows the advice about the guide's picture until the returned function is called. `guideInFrame` is that of aim.js. */
export function advise(video, guideInFrame) {
  tell(null);
  const stop = watch(video, guideInFrame, tell);
  return () => {
    stop();
    tell(null);
  };
}

/** Shows one line or none. A screen reader says each kind of advice once. */
function tell(advice) {
  for (const line of document.querySelectorAll(".advice > [data-hint]")) line.hidden = line.dataset.hint !== advice;
  if (!keys[advice] || spoken.has(advice)) return;
  spoken.add(advice);
  speak(words(keys[advice]));
}
