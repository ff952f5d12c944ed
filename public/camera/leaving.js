// Links wait until the photos that were just taken are stored, so a tap on the history after SCAN loses no photo.

const storing = new Set();

/** Returns `promise`. Links are followed only after it has ended. */
export function beforeLeaving(promise) {
  const end = promise.catch(() => null).finally(() => storing.delete(end));
  storing.add(end);
  return promise;
}

addEventListener("click", (event) => {
  const link = storing.size ? event.target.closest?.("a[href]") : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  Promise.all(storing).then(() => link.click());
}, true);
