// Runs in every page of the bench before the page's own scripts. It notes when a reader can see and use the page, how
// far the layout jumps, and which tasks block the page. Times are milliseconds since the start of the navigation; those
// of taps and names are milliseconds since 1970. The bench reads `benchNotes`, and the lists in the session storage,
// which outlive a page: `bench.taps`, `bench.names` and `bench.pages`.

(() => {
  if (!location.protocol.startsWith("http")) return;
  const notes = (window.benchNotes = {
    scan: null, picture: null, text: null, result: null, asked: null, granted: null, video: null, shift: 0, shifts: [], tasks: [], frames: [],
  });
  const keep = (list, value) => {
    const all = JSON.parse(sessionStorage.getItem(`bench.${list}`) ?? "[]");
    sessionStorage.setItem(`bench.${list}`, JSON.stringify([...all, value]));
  };

  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  const nameOf = (node) => node?.className || node?.nodeName || "?";
  watch("layout-shift", (entry) => {
    if (entry.hadRecentInput) return;
    notes.shift += entry.value;
    notes.shifts.push(`${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => nameOf(node)).join(" ")}`);
  });
  watch("longtask", (entry) => notes.tasks.push({ start: entry.startTime, length: entry.duration }));
  // The scripts that ran in a long frame, and the time of its layout and painting.
  const scriptOf = (one) => `${one.invoker} ${one.sourceURL.split("/").pop()} ${one.sourceFunctionName}@${one.sourceCharPosition} ${Math.round(one.duration)} ms`;
  watch("long-animation-frame", (entry) => {
    const drawing = Math.round(entry.startTime + entry.duration - entry.renderStart);
    const scripts = entry.scripts.map(scriptOf).join(", ");
    notes.frames.push(`${Math.round(entry.startTime)} ms: ${Math.round(entry.duration)} ms, drawing ${drawing} ms, ${scripts}`);
  });
  addEventListener("pagehide", () => keep("pages", { path: location.pathname, ...notes }));

  // SCAN answers a tap as soon as it has a listener and its picture.
  const isScan = (target) => target instanceof Element && target.matches(".bar .pill");
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    if (type === "click" && isScan(this)) notes.scan ??= performance.now();
    return add.call(this, type, ...rest);
  };

  // The times at which the page requests the camera, and gets it.
  const devices = navigator.mediaDevices;
  const camera = devices?.getUserMedia.bind(devices);
  if (camera) devices.getUserMedia = async (wishes) => {
    notes.asked ??= performance.now();
    const stream = await camera(wishes);
    notes.granted ??= performance.now();
    return stream;
  };

  // Checks once a frame, and only for parts that the page has not shown yet, because each check makes the browser lay
  // out the page.
  const isShown = (element) => !!element && element.getBoundingClientRect().height > 0;
  const isScanShown = () => {
    const scan = document.querySelector(".bar .pill");
    const picture = scan?.querySelector("img");
    return (!picture || picture.complete) && isShown(scan);
  };
  const isPlaying = () => {
    const video = document.querySelector("video");
    return !!video?.videoWidth && !video.paused && isShown(video);
  };
  const moments = {
    picture: isScanShown,
    text: () => isShown(document.querySelector("article h1")),
    result: () => isShown(document.querySelector(".results li")),
    video: isPlaying,
  };
  const look = () => {
    for (const [name, isThere] of Object.entries(moments)) {
      if (notes[name] === null && isThere()) notes[name] = performance.now();
    }
    if (performance.now() < 20_000) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);

  // A tap is a touch of SCAN, or the choice of a file.
  add.call(window, "click", (event) => event.target.closest?.(".bar .pill") && keep("taps", Date.now()), true);
  add.call(window, "change", (event) => event.target.type === "file" && keep("taps", Date.now()), true);

  // The name of an album: green in the sentence of a scan's page, on the camera's card, or on the album's page.
  let [last, frame] = [null, 0];
  const named = () => {
    frame = 0;
    const name = document.querySelector(".saying b, .latest .title, article h1 .title");
    if (!name || name.textContent === last || !isShown(name)) return;
    last = name.textContent;
    keep("names", { at: Date.now(), name: last });
  };
  const lookForName = () => { frame ||= requestAnimationFrame(named); };
  addEventListener("DOMContentLoaded", () => {
    lookForName();
    new MutationObserver(lookForName).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
})();
