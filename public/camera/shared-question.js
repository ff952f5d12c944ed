// "Scan this?": the photos that another app shared with this one. Nothing is sent before the user agrees.

import { showLayer } from "./layers.js";
import { forgetShared, sharedPhotos } from "../offline/shared.js";
import { words } from "../shared/words.js";

let answer = null;

/** While the question is open, SCAN means yes. Returns whether the question is open. */
export function agreeToShared() {
  answer?.(true);
  return answer !== null;
}

/** Asks as long as there are shared photos without an answer, also on a later visit. `agree` gets the photos. */
export async function askAboutShared(agree) {
  if (new URLSearchParams(location.search).has("shared")) history.replaceState(null, "", "/");
  const photos = await sharedPhotos();
  if (!photos.length) return;
  const box = document.querySelector(".shared");
  const heading = box.querySelector("h2");
  const pictures = photos.slice(0, 4).map(picture);
  heading.textContent =
    photos.length === 1 ? words("shared.question.one") : words("shared.question", { count: photos.length });
  box.querySelector(".pictures").replaceChildren(...pictures);
  showLayer(box, true);
  heading.focus();
  answer = end;
  box.querySelector(".yes").addEventListener("click", () => end(true));
  box.querySelector(".no").addEventListener("click", () => end(false));

  async function end(isYes) {
    // Only the first answer counts. The same tap on SCAN must not take a photo.
    setTimeout(() => { answer = null; });
    if (box.hidden) return;
    showLayer(box, false);
    for (const image of pictures) URL.revokeObjectURL(image.src);
    document.querySelector(".bar .pill").focus();
    if (isYes) await agree(photos);
    // The queue has the photos only after `agree`.
    await forgetShared();
  }
}

function picture(photo) {
  return Object.assign(document.createElement("img"), { alt: "", src: URL.createObjectURL(photo) });
}
