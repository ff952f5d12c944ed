// The appearance of a page: as the device or the setting of this browser asks. This classic script runs before the browser
// paints anything, so a page does not change its colours while it loads.

(() => {
  const root = document.documentElement;
  const scheme = document.querySelector("meta[name=color-scheme]");
  const byDevice = scheme?.content;
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  // The colour of the browser's own bars.
  const bars = Object.assign(document.createElement("meta"), { name: "theme-color" });
  document.head.append(bars);

  function apply() {
    let chosen = null;
    try { chosen = localStorage.getItem("albumscan.appearance"); } catch { /* No storage: as the device asks. */ }
    if (chosen !== "light" && chosen !== "dark") chosen = null;
    if (chosen) root.dataset.appearance = chosen;
    else delete root.dataset.appearance;
    if (scheme) scheme.content = chosen ?? byDevice;
    bars.content = (chosen ? chosen === "dark" : isDark.matches) ? "#000000" : "#ffffff";
  }

  apply();
  isDark.addEventListener("change", apply);
  // The setting may change in another tab, or before this page comes back from the browser's memory.
  addEventListener("storage", apply);
  addEventListener("pageshow", apply);
})();
