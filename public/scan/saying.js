// The sentence of a scan's page. The page shows one sentence at a time, and announces each sentence once.

import { keepingPosition } from "./place.js";
import { pause } from "../shared/server.js";

const saying = document.querySelector(".saying");
const [shown, text] = [saying.querySelector(".shown"), saying.querySelector(".words")];
let dots = saying.querySelector(".ellipsis");
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
let sentence = text.textContent;
let tallest = 0;

/**
 * Slides the old sentence out and the new sentence in. `content` is a text or a list of texts and elements. With
 * `goesOn`, the green ellipsis follows. With `isUrgent`, the new sentence appears at once.
 */
export async function say(content, goesOn, isUrgent = false) {
  const said = [content].flat().map((part) => part.textContent ?? part).join("");
  if (said === sentence) {
    dots.hidden = !goesOn;
    return;
  }
  sentence = said;
  if (!isStill && !isUrgent) {
    saying.classList.add("out");
    await pause(300);
    // A newer sentence has replaced this one meanwhile.
    if (said !== sentence) return;
  }
  keepingPosition(() => {
    text.replaceChildren(...[content].flat());
    // The new line gets new dots, because a browser would count the old dots as moved.
    dots = dots.cloneNode(true);
    dots.hidden = !goesOn;
    const line = document.createElement("span");
    line.append(text, dots);
    shown.replaceChildren(line);
    saying.classList.remove("out");
    keepHeight();
  });
}

/** Reserves the lines of the longest of these sentences. */
export function reserveLines(sentences) {
  const said = text.textContent;
  const heights = sentences.map((one) => {
    text.textContent = `${one}...`;
    return shown.firstElementChild.getBoundingClientRect().height;
  });
  text.textContent = said;
  const lines = Math.round(Math.max(...heights) / parseFloat(getComputedStyle(shown).lineHeight));
  saying.style.setProperty("--lines", lines);
}

/** Keeps the height of the tallest sentence, so that nothing below moves. */
function keepHeight() {
  tallest = Math.max(tallest, saying.getBoundingClientRect().height);
  saying.style.setProperty("--tallest", `${tallest}px`);
}

addEventListener("resize", () => {
  tallest = 0;
  saying.style.removeProperty("--tallest");
});

export const focusSentence = () => saying.focus({ preventScroll: true });

/** A name in green, isolated from the direction of the text around it. */
export function name(text) {
  const element = document.createElement("b");
  const isolated = document.createElement("bdi");
  isolated.textContent = text;
  element.append(isolated);
  return element;
}

export const namesOf = (album) => ({ title: name(album.title), artist: name(album.artist) });
