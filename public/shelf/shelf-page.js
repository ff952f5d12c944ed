// Takes over the page that the server writes now, without a new document. The server has the only rendering of a shelf:
// this module requests the same page, and exchanges the elements that have changed.
//
// An element with `data-key` is exchanged as a whole. An element with `data-keyed` stays, and its children, which all
// have keys, are exchanged one by one. An element without a key belongs to a script and stays.

import { load } from "../shared/documents.js";

/** The longest wait for the page, in milliseconds. */
const PATIENCE = 15_000;

const main = document.querySelector("main[data-scan]");

/** `main` as the server wrote it last. Scripts change the elements in the page, but never this copy. */
let written = main.cloneNode(true);

/**
 * Requests the page at `address` and takes it over. Returns the elements that are new, or null if the page did not come.
 */
export async function takeOver(address) {
  const page = await load(address, PATIENCE);
  const next = page?.querySelector("main[data-scan]");
  if (!next) return null;
  const added = [];
  const focus = focusedElement();
  renew(main, written, next, added);
  written = next;
  if (focus && !focus.element.isConnected) findFocus(focus)?.focus({ preventScroll: true });
  return added;
}

/** Changes `live`, which had the content of `before`, into `after`. */
function renew(live, before, after, added) {
  copyAttributes(live, before, after);
  const [present, former] = [byKey(live), byKey(before)];
  let last = null;
  for (const next of byKey(after).values()) {
    const { key } = next.dataset;
    let element = present.get(key);
    if (!element) {
      element = document.importNode(next, true);
      added.push(element);
    } else if (!former.get(key)?.isEqualNode(next)) {
      if ("keyed" in next.dataset) renew(element, former.get(key) ?? element, next, added);
      else element = exchange(element, next);
    }
    if (!element.isConnected || previousKeyed(element) !== last) last ? last.after(element) : live.prepend(element);
    present.delete(key);
    last = element;
  }
  for (const element of present.values()) element.remove();
}

/** Replaces an element. `details` that the reader has opened stay open. */
function exchange(element, next) {
  const copy = document.importNode(next, true);
  if (element.querySelector("details[open]")) copy.querySelector("details")?.setAttribute("open", "");
  element.replaceWith(copy);
  return copy;
}

/** Copies the attributes that the server has changed. Attributes of scripts stay. */
function copyAttributes(live, before, after) {
  for (const { name, value } of after.attributes) {
    if (before.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  for (const { name } of before.attributes) if (!after.hasAttribute(name)) live.removeAttribute(name);
}

const byKey = (parent) => new Map([...parent.children].filter(({ dataset }) => dataset.key).map((one) => [one.dataset.key, one]));

function previousKeyed(element) {
  let before = element.previousElementSibling;
  while (before && !before.dataset.key) before = before.previousElementSibling;
  return before;
}

/** The focused element of `main` with the names by which its successor is found; null without one. */
function focusedElement() {
  const element = document.activeElement;
  if (!main.contains(element)) return null;
  const keys = [];
  for (let owner = element.closest("[data-key]"); owner; owner = owner.parentElement?.closest("[data-key]")) {
    keys.push(owner.dataset.key);
  }
  return { element, keys, id: element.id, name: element.name, role: element.dataset.focus };
}

/** The successor of a focused element: the same control, else the first control of the innermost remaining owner. */
function findFocus({ keys, id, name, role }) {
  for (const key of keys) {
    const owner = main.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!owner) continue;
    return (id && main.querySelector(`#${CSS.escape(id)}`)) || (role && owner.querySelector(`[data-focus="${role}"]`))
      || (name && owner.querySelector(`[name="${CSS.escape(name)}"]`)) || owner.querySelector("a, button, summary") || owner;
  }
  return main.querySelector("h1");
}
