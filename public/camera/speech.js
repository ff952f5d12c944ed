// Sentences for screen readers on the camera page. A sentence is said once, and it never interrupts another one.

const region = document.querySelector(".speech");
const waiting = [];
let isBusy = false;

/** Says a sentence after the sentences before it. */
export function speak(sentence) {
  waiting.push(sentence);
  if (!isBusy) next();
}

function next() {
  const sentence = waiting.shift();
  isBusy = Boolean(sentence);
  if (!sentence) return;
  // The region is emptied first, so that a screen reader says the same sentence again for another scan.
  region.textContent = "";
  setTimeout(() => {
    region.textContent = sentence;
    setTimeout(next, 1200);
  }, 60);
}
