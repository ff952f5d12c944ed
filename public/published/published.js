// The front page and the history of the published log: search, days, and the wall or the list. A reader of the
// published log changes nothing, so this script needs no server, no queue and no account.

import { followView, keepPlace } from "../history/history-place.js";
import { KINDS } from "../history/match.js";

// The HTML hides the tools, because the search field works only with this script.
document.querySelector(".tools")?.removeAttribute("hidden");

// All finds are public here. The published log has no settings page to turn a search key off, so it has no key (WCAG 2.1.4).
keepPlace({ own: KINDS.filter((kind) => kind !== "public"), hasKey: false });

followView((view) => {
  try {
    localStorage.setItem("albumscan.history-view", view);
  } catch { /* No storage: the choice lasts as long as the page. */ }
});
