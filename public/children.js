// The children of an element in a wanted order.

/** Leaves only `children` in `parent`, in their order. Elements that are there already are not moved, so they keep the focus. */
export function fill(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  children.forEach((child, place) => {
    if (parent.children[place] !== child) parent.insertBefore(child, parent.children[place] ?? null);
  });
}
