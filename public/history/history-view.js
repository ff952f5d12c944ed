// A classic script that blocks the first picture of the history, so that the page never changes its form while it
// is read: `<html data-view>` is "wall" or "list". Without a choice of the user, wide windows show a wall. A copy on a
// disk has neither, because browsers load no module from a disk that could change the form.

(() => {
  if (location.protocol === "file:") return;
  let chosen = null;
  try {
    chosen = localStorage.getItem("albumscan.history-view");
  } catch { /* No storage, no choice. */ }
  const isWall = chosen === null ? matchMedia("(min-width: 700px)").matches : chosen === "wall";
  document.documentElement.dataset.view = isWall ? "wall" : "list";
})();
