// Runs in every page of the bench before the page's own scripts. It notes when a reader can see and use the
// page, how far the layout jumps, and which tasks block the page. The times are milliseconds since the start
// of the navigation. The bench reads `benchNotes`.

(() => {
  const notes = (window.benchNotes = {
    start: performance.timeOrigin, scan: null, picture: null, text: null, video: null, shift: 0, shifts: [], tasks: [],
  });

  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch("layout-shift", (entry) => {
    if (entry.hadRecentInput) return;
    notes.shift += entry.value;
    notes.shifts.push(`${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => node?.className || node?.nodeName || "?").join(" ")}`);
  });
  watch("longtask", (entry) => notes.tasks.push({ start: entry.startTime, length: entry.duration }));

  // SCAN answers a tap as soon as it has a listener and its picture.
  const isScan = (target) => target instanceof Element && target.matches(".bar .pill");
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    if (type === "click" && isScan(this)) notes.scan ??= performance.now();
    return add.call(this, type, ...rest);
  };

  const isShown = (element) => !!element && element.getBoundingClientRect().height > 0;
  const look = () => {
    const [picture, video] = [document.querySelector(".bar .pill img"), document.querySelector("main video")];
    if (!picture || picture.complete) notes.picture ??= performance.now();
    if (isShown(document.querySelector("article h1"))) notes.text ??= performance.now();
    if (isShown(video) && !video.paused && video.videoWidth) notes.video ??= performance.now();
    if (performance.now() < 20_000) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);

  // The name of an album on a scan's page: the first green name, or the heading of an album's page.
  const named = () => {
    const name = document.querySelector(".saying b, .card .title, article h1 .title");
    if (!isShown(name) || notes.name) return;
    notes.name = Date.now();
    const all = JSON.parse(sessionStorage.getItem("bench.names") ?? "[]");
    sessionStorage.setItem("bench.names", JSON.stringify([...all, { at: notes.name, name: name.textContent }]));
  };
  addEventListener("DOMContentLoaded", () => {
    named();
    new MutationObserver(named).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
})();
