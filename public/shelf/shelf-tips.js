// The tips on the page of a shelf whose job runs: one at a time, a new one every five seconds, with a button that
// pauses them. Without script, the page lists them all.

/** How long a tip stays, in milliseconds. */
const TURN = 5000;

/** Makes the tips of `section` take turns until the section leaves the page. */
export function turnTips(section) {
  const list = section.querySelector("ul");
  const tips = [...list.children];
  const button = section.querySelector("button");
  let shown = 0;
  list.setAttribute("aria-live", "polite");
  const show = () => tips.forEach((tip, index) => { tip.hidden = index !== shown; });
  const isPaused = () => button.getAttribute("aria-pressed") === "true";
  button.addEventListener("click", () => button.setAttribute("aria-pressed", String(!isPaused())));
  show();
  const timer = setInterval(() => {
    if (!section.isConnected) return clearInterval(timer);
    if (isPaused() || document.hidden) return;
    shown = (shown + 1) % tips.length;
    show();
  }, TURN);
}
