// "Scan this?": the photos that another app shared with this one. Nothing is sent before the user agrees.

import { forgetShared, sharedPhotos } from "./shared.js";
import { words } from "./words.js";

/** Asks if the address is `/?shared=1`. `agree` gets the photos. */
export async function askAboutShared(agree) {
  if (!new URLSearchParams(location.search).has("shared")) return;
  history.replaceState(null, "", "/");
  const photos = await sharedPhotos();
  if (!photos.length) return;
  const box = document.querySelector(".shared");
  const heading = box.querySelector("h2");
  const pictures = photos.slice(0, 4).map(picture);
  heading.textContent =
    photos.length === 1 ? words("shared.question.one") : words("shared.question", { count: photos.length });
  box.querySelector(".pictures").replaceChildren(...pictures);
  box.hidden = false;
  heading.focus();
  box.querySelector(".yes").addEventListener("click", () => end(true));
  box.querySelector(".no").addEventListener("click", () => end(false));

  async function end(isYes) {
    box.hidden = true;
    for (const image of pictures) URL.revokeObjectURL(image.src);
    document.querySelector(".bar .pill").focus();
    if (isYes) await agree(photos);
    // Only now: the photos are in the queue.
    await forgetShared();
  }
}

function picture(photo) {
  return Object.assign(document.createElement("img"), { alt: "", src: URL.createObjectURL(photo) });
}
