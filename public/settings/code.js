// The page with a new sign-in code: buttons that copy or share the link, where the browser can.

import { words } from "../shared/words.js";

const link = document.querySelector(".secret").textContent;
const [copy, share] = [document.querySelector(".copy"), document.querySelector(".share")];
const copied = document.querySelector(".copied");

copy.hidden = !navigator.clipboard;
share.hidden = !navigator.canShare?.({ url: link });
copy.parentElement.hidden = copy.hidden && share.hidden;

copy.addEventListener("click", async () => {
  await navigator.clipboard.writeText(link);
  copied.textContent = words("sign-in-code.copied");
});
// `share` also rejects when the reader closes the share sheet, which is no error.
share.addEventListener("click", () => navigator.share({ url: link }).catch(() => null));
