// A classic script that runs before the browser paints the history, so that the page does not change its form while it
// loads: `<html data-view>` is "wall" or "list". Without a choice of the user, wide windows show a wall. A copy on a
// disk has no `data-view`: browsers load no modules from a disk, so its button would not work.

(() => {
  if (location.protocol === "file:") return;
  let chosen = null;
  try {
    chosen = localStorage.getItem("albumscan.history-view");
  } catch { /* No storage, no choice. */ }
  const isWall = chosen === null ? matchMedia("(min-width: 700px)").matches : chosen === "wall";
  document.documentElement.dataset.view = isWall ? "wall" : "list";
})();
