// The settings of this browser: what follows a scan, the colours of album pages, and the key of the search. The other
// settings belong to the account; they are forms of the server and need no script.

import { setSetting, setting } from "./device.js";

/** The values without a choice. The camera page may decide otherwise where each page asks for the camera again. */
const defaults = { "after-scan": "album", appearance: "system", "search-key": "on" };

for (const card of document.querySelectorAll("[data-setting]")) {
  const name = card.dataset.setting;
  const chosen = setting(name) ?? defaults[name];
  for (const input of card.querySelectorAll("input")) {
    input.checked = input.value === chosen;
    input.addEventListener("click", () => setSetting(name, input.value === "system" ? null : input.value));
  }
  card.hidden = false;
}
