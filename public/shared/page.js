// The root of a page's site, and the order of an element's children.

/**
 * The root of the site, with a slash at its end. The household's site is at "/". The published log may be in any
 * folder, so its pages contain the path to the root, relative to the page: `<html data-root="../../">`.
 */
export const root = () => document.documentElement.dataset.root ?? "/";

/** Leaves only `children` in `parent`, in their order. An element in its position is not moved, and keeps the focus. */
export function fill(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  children.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
}
