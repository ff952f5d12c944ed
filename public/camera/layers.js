// The layers over the guide: the question about shared photos, and the photo that is sent. The elements that a layer
// covers are inert: neither the keyboard nor a screen reader can reach them.

const guide = document.querySelector(".guide");
const tools = document.querySelector(".tools");
const scan = document.querySelector(".bar .pill");

/** Shows or hides one of the guide's layers. The focus leaves an element that is hidden or covered. */
export function showLayer(layer, isShown) {
  for (const one of isShown ? [...guide.children, tools] : [layer]) if (!isShown || one !== layer) keepFocus(one);
  layer.hidden = !isShown;
  const top = [...guide.querySelectorAll(":scope > :is(.shared, .sending)")].findLast((one) => !one.hidden);
  for (const one of [...guide.children, tools]) one.inert = Boolean(top) && one !== top;
}

/** Moves the focus to SCAN from an element that is about to be hidden or covered. */
export function keepFocus(element) {
  if (element.contains(document.activeElement)) scan.focus({ preventScroll: true });
}
