// The appearance of a page: as the device or the setting of this browser asks. This classic script runs before the browser paints
// anything, so a page does not change its colours while it loads.

(() => {
  const root = document.documentElement;
  const [scheme, ...grounds] = document.querySelectorAll("meta[name=color-scheme], meta[name=theme-color]");
  const byDevice = [scheme, ...grounds].map((meta) => meta?.content);
  const colours = { light: "#ffffff", dark: "#000000" };

  function apply() {
    let chosen = null;
    try { chosen = localStorage.getItem("albumscan.appearance"); } catch { /* No storage: as the device asks. */ }
    const colour = colours[chosen];
    if (colour) root.dataset.appearance = chosen;
    else delete root.dataset.appearance;
    if (scheme) scheme.content = colour ? chosen : byDevice[0];
    grounds.forEach((meta, place) => { meta.content = colour ?? byDevice[place + 1]; });
  }

  apply();
  // The setting may change in another tab, or before this page comes back from the browser's memory.
  addEventListener("storage", apply);
  addEventListener("pageshow", apply);
})();
