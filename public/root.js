// The address of the site's first page. The household's site lies at "/". The published log may lie in any folder, so
// its pages name the way to the root: `<html data-root="../../">`.

/** The root, with a slash at its end. A relative root belongs to the address of the page. */
export const root = () => document.documentElement.dataset.root ?? "/";
