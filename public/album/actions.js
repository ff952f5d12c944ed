// The actions of an album's page: status, Share and deletion. album.js loads this script when a reader begins to use
// one of them.

import { forgetOwnPhoto } from "./own-photo.js";
import { copied } from "../shared/copy.js";
import { addDeletion, tell } from "../shared/deleted.js";
import { followStatus } from "../shared/details.js";
import { post, program } from "../shared/server.js";
import { openShareSheet, preparePicture } from "../shared/share-sheet.js";
import { words } from "../shared/words.js";

/** `change` is the change (changes.js) that made the page load this script, if there is one. */
export function serveActions(change) {
  const statuses = document.querySelector(".statuses");
  if (statuses) followStatus(statuses, change);
  document.querySelector(".ways form").addEventListener("submit", remove);
  const { picture } = shared();
  document.querySelector(".share").addEventListener("pointerdown", () => preparePicture(picture));
}

async function remove(event) {
  event.preventDefault();
  const find = new URL(event.target.action).pathname.split("/").at(-2);
  try {
    await post(`finds/${find}/delete`);
  } catch (error) {
    return tell(...error.content);
  }
  addDeletion(find, document.querySelector("h1 .title").textContent);
  await forgetOwnPhoto();
  location.replace("/history/");
}

/**
 * The address and the picture to share. For a public find, everybody can see them; other finds have no such picture.
 */
function shared() {
  const publicPage = document.querySelector(".public-page");
  if (!publicPage) return { address: location.origin + location.pathname, picture: null };
  const find = location.pathname.split("/").at(-2);
  return { address: publicPage.href, picture: `${program}/finds/${find}/picture` };
}

/** Opens the share sheet of the device. Copies the address if that fails. */
export async function shareFind(button) {
  const { address, picture } = shared();
  if (await openShareSheet({ address, picture })) return;
  tell((await copied(address, button)) ? words("album.copied") : words("album.address", { address }));
}
