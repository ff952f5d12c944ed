// The sentence that says how the reader allows the camera again. The steps differ between browsers, and a page cannot open the browser's settings.

/** The key of the sentence for a browser with this `userAgent` and this number of touch points. */
export function sentenceOfBrowser(userAgent, touches) {
  // An iPad names itself as a Mac, but has a touch screen.
  const isApplePhone = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touches > 1);
  if (isApplePhone) return /CriOS|FxiOS|EdgiOS/.test(userAgent) ? "camera.refused.app" : "camera.refused.iphone";
  if (/Firefox\//.test(userAgent)) return "camera.refused.firefox";
  if (/Chrome\//.test(userAgent)) return "camera.refused.chrome";
  return /Safari\//.test(userAgent) ? "camera.refused.safari" : "camera.refused";
}
