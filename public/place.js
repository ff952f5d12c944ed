// Keeps the reader's place on a scan's page, where new text arrives. Browsers differ in this, so the style sheet
// turns their own way off.

const steady = ".saying, .correct, .so-far > p, .offer, .meanwhile > *";

/** Whether the reader has scrolled away from the top. */
export const hasScrolled = () => scrollY > 24;

/** Makes a change of the page. What the reader has scrolled to stays where it is on the screen. */
export function keepingPlace(change) {
  const anchor = scrollY > 0
    ? [...document.querySelectorAll(steady)].find((one) => one.getBoundingClientRect().bottom > 0) : null;
  const before = anchor?.getBoundingClientRect().top;
  change();
  if (!anchor?.isConnected) return;
  const moved = anchor.getBoundingClientRect().top - before;
  if (moved) scrollBy({ top: moved, behavior: "instant" });
}
