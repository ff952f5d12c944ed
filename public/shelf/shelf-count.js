// The count of a shelf under way outside of the page's text: "5/15" in the title of the tab, the number on the app's
// icon, and a spoken sentence for every five items.

/** A sentence is spoken when the count passes a multiple of this number. */
const SPOKEN = 5;

const title = document.title;
let fives = 0;

/** Shows a count. `say()` speaks the sentence of the page. After the end, title and icon are as before. */
export function showCount({ isWorking, found, about, say }) {
  const hasCount = isWorking && found > 0;
  document.title = hasCount ? `${found}/${Math.max(found, about)} · ${title}` : title;
  setBadge(hasCount ? found : 0);
  const now = Math.floor(found / SPOKEN);
  if (isWorking && now > fives) say();
  fives = Math.max(fives, now);
}

let badge = 0;

/** Browsers without the Badging API, and pages that are not installed, show no number. */
function setBadge(number) {
  if (number === badge) return;
  badge = number;
  (number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.())?.catch(() => null);
}
