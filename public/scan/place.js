// Keeps the scroll position on a scan's page, where new text arrives. Browsers' own scroll anchoring differs, so the
// style sheet turns it off.

const notes = document.querySelector(".meanwhile");
const steady = ".saying, .correct, .so-far > p, .offer, .meanwhile > *";

/** Whether the reader has scrolled away from the top. */
export const hasScrolled = () => scrollY > 24;

/**
 * Runs `change`. If the reader has scrolled, the first visible part keeps its position on the screen. Notes that move
 * disappear for a moment.
 */
export function keepingPosition(change) {
  const anchor = scrollY > 0
    ? [...document.querySelectorAll(steady)].find((one) => one.getBoundingClientRect().bottom > 0) : null;
  const before = anchor?.getBoundingClientRect().top;
  const notesTop = notes?.getBoundingClientRect().top;
  change();
  const moved = anchor?.isConnected ? anchor.getBoundingClientRect().top - before : 0;
  if (moved) scrollBy({ top: moved, behavior: "instant" });
  if (notes && notes.getBoundingClientRect().top !== notesTop) hideForAMoment();
}

let timer = 0;

function hideForAMoment() {
  // A hidden element would lose the focus.
  if (notes.contains(document.activeElement)) return;
  clearTimeout(timer);
  notes.classList.add("moved");
  timer = setTimeout(() => notes.classList.remove("moved"), 200);
}
