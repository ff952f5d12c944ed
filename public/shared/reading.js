// Hides the bars at the bottom of a phone while the reader scrolls down. They return when the reader scrolls up, reaches
// the end of the page, or moves the focus.

/** Pixels in one direction before the bars change. */
const STEP = 24;

let turn = scrollY;
let isDown = false;

addEventListener("scroll", () => {
  const end = document.documentElement.scrollHeight - innerHeight;
  const y = Math.min(Math.max(scrollY, 0), end);
  // The scroll position at which the direction changed last.
  if (isDown ? y > turn : y < turn) turn = y;
  if (Math.abs(y - turn) > STEP) [isDown, turn] = [y > turn, y];
  document.documentElement.classList.toggle("reading", isDown && y < end - 2);
}, { passive: true });

addEventListener("focusin", () => {
  [isDown, turn] = [false, scrollY];
  document.documentElement.classList.remove("reading");
});
