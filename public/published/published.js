// The front page and the history of the published log: search, days, and the wall or the list. A reader of the
// published log changes nothing, so this script needs no server, no queue and no account.

import { followView, keepPosition } from "../history/history-place.js";
import { KINDS } from "../history/filters.js";

// The HTML hides the tools, because the search field works only with this script.
document.querySelector(".tools")?.removeAttribute("hidden");

// All finds are public here. The published log has no settings page to turn a search key off, so it has no key (WCAG 2.1.4).
keepPosition({
  own: KINDS.filter((kind) => kind !== "public"), hasKey: false, sort: setting("history-sort"),
  sorts: (order) => setSetting("history-sort", order),
});

followView((view) => setSetting("history-view", view));

// The storage may be forbidden. Then a choice lasts as long as the page.

function setting(name) {
  try { return localStorage.getItem(`albumscan.${name}`); } catch { return null; }
}

function setSetting(name, value) {
  try { localStorage.setItem(`albumscan.${name}`, value); } catch { /* No storage. */ }
}
