// The checked sentences of a review while it is being written.

const soFar = document.querySelector(".so-far");
let written = "";

/** Whether the page has shown a sentence. */
export const isBegun = () => written !== "";

/** Appends only new text, as new elements: a screen reader reads no text twice, and nothing moves. */
export function showSentences(review) {
  soFar.hidden = false;
  if (!review.startsWith(written)) {
    soFar.replaceChildren();
    written = "";
  }
  review.slice(written.length).split("\n").forEach((line, index) => {
    if (!line.trim()) return;
    if (index || !soFar.lastElementChild) soFar.append(document.createElement("p"));
    const sentence = document.createElement("span");
    sentence.textContent = unmarked(line);
    soFar.lastElementChild.append(sentence);
  });
  written = review;
}

/** The text of a review without the characters of Markdown for emphasis and lists. */
const unmarked = (text) => text.replace(/(\*\*?|__?)(?=\S)(.+?)\1/g, "$2").replace(/^[*-] /gm, "");
