// Canvases that are not shown. Also for workers, where the browser has canvases there.

export function newCanvas(width, height) {
  if (globalThis.OffscreenCanvas) return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}

export function context(canvas) {
  const drawing = canvas.getContext("2d");
  drawing.imageSmoothingQuality = "high";
  return drawing;
}
