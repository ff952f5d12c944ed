// The page: the address of its site, and the children of an element in a wanted order.

/**
 * The root of the site, with a slash at its end. The household's site lies at "/". The published log may lie in any folder,
 * so its pages name the way to the root, relative to the page: `<html data-root="../../">`.
 */
export const root = () => document.documentElement.dataset.root ?? "/";

/** Leaves only `children` in `parent`, in their order. Elements that are there already are not moved, so they keep the focus. */
export function fill(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  children.forEach((child, place) => {
    if (parent.children[place] !== child) parent.insertBefore(child, parent.children[place] ?? null);
  });
}
