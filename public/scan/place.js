// Keeps the reader's place on a scan's page, where new text arrives. Browsers differ in this, so the style sheet
// turns their own way off.

const notes = document.querySelector(".meanwhile");
const steady = ".saying, .correct, .so-far > p, .offer, .meanwhile > *";

/** Whether the reader has scrolled away from the top. */
export const hasScrolled = () => scrollY > 24;

/**
 * Makes a change of the page. What the reader has scrolled to stays where it is on the screen. Notes below that have
 * to make room appear again in their new place.
 */
export function keepingPlace(change) {
  const anchor = scrollY > 0
    ? [...document.querySelectorAll(steady)].find((one) => one.getBoundingClientRect().bottom > 0) : null;
  const before = anchor?.getBoundingClientRect().top;
  const place = notes?.getBoundingClientRect().top;
  change();
  const moved = anchor?.isConnected ? anchor.getBoundingClientRect().top - before : 0;
  if (moved) scrollBy({ top: moved, behavior: "instant" });
  if (notes && notes.getBoundingClientRect().top !== place) hideForAMoment();
}

let timer = 0;

function hideForAMoment() {
  // An element that is hidden loses the focus.
  if (notes.contains(document.activeElement)) return;
  clearTimeout(timer);
  notes.classList.add("moved");
  timer = setTimeout(() => notes.classList.remove("moved"), 200);
}
