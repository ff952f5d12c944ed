// The layers over the guide: the question about shared photos, and the photo that is sent. What a layer covers cannot
// be reached with the keyboard or a screen reader meanwhile.

const guide = document.querySelector(".guide");
const tools = document.querySelector(".tools");
const scan = document.querySelector(".bar .pill");

/** Shows or hides one of the guide's layers. The focus does not get lost in what is hidden or covered. */
export function showLayer(layer, isShown) {
  for (const one of isShown ? [...guide.children, tools] : [layer]) if (!isShown || one !== layer) keepFocus(one);
  layer.hidden = !isShown;
  const top = [...guide.querySelectorAll(":scope > :is(.shared, .sending)")].findLast((one) => !one.hidden);
  for (const one of [...guide.children, tools]) one.inert = Boolean(top) && one !== top;
}

/** SCAN gets the focus of an element that is about to be hidden or covered. */
export function keepFocus(element) {
  if (element.contains(document.activeElement)) scan.focus({ preventScroll: true });
}
