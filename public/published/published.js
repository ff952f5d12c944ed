// The front page and the history of the published log: search, days, and the wall or the list. A reader of the published
// log changes nothing, so this script needs no server, no queue and no account.

import { followView, keepPlace } from "../history/history-place.js";
import { KINDS } from "../history/match.js";

// A page without script and without style has no search field that does nothing.
document.querySelector(".tools")?.removeAttribute("hidden");

// Every find of a published log is public. The log has no settings page, so no key of its own (WCAG 2.1.4).
keepPlace({ own: KINDS.filter((kind) => kind !== "public"), hasKey: false });

followView((view) => {
  try {
    localStorage.setItem("albumscan.history-view", view);
  } catch { /* No storage: the choice lasts as long as the page. */ }
});
