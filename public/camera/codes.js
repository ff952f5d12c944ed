// Product codes in a picture. The camera's picture is read before its reduction: a code is a tenth of a sleeve's width,
// so too few pixels of it are sent. The browser reads the codes, or bars.js if the browser has no reader. Workers use
// this module, too.
// Source: <https://wicg.github.io/shape-detection-api/#barcode-detection-api>.

/** The kinds in the browser's names. With zeros before it, the number of each has 13 digits. */
const KINDS = ["ean_13", "upc_a", "ean_8"];

/** The longest time that a photo waits for its codes, in milliseconds: the camera's photo must arrive within 600. */
const PATIENCE = 300;

let [detector, bars] = [null, null];

/** Loads bars.js, if this browser has no reader: a photo does not wait for it then. */
export function prepareCodes() {
  if (!globalThis.BarcodeDetector) loaded().catch(() => null);
}

function loaded() {
  bars ??= import("./bars.js").catch((error) => {
    bars = null;
    throw error;
  });
  return bars;
}

/** The codes in the picture, 13 digits each, separated by spaces; empty without a code. */
export async function codesIn(picture) {
  const deadline = performance.now() + PATIENCE;
  const late = new Promise((done) => setTimeout(done, PATIENCE, null));
  try {
    const found = await Promise.race([detected(picture), late]).catch(() => read(picture, deadline, late));
    return (found ?? []).join(" ");
  } catch {
    return "";
  }
}

/** The codes that the browser finds. Throws if it has no reader, or none of these kinds. */
async function detected(picture) {
  detector ??= new BarcodeDetector({ formats: KINDS });
  const found = await detector.detect(picture);
  return found.map(({ rawValue }) => rawValue.padStart(13, "0"));
}

/** The code that bars.js finds until the deadline; null if it is late. A service worker cannot load it. */
async function read(picture, deadline, late) {
  const module = await Promise.race([loaded(), late]);
  return module && Promise.race([module.barCodes(picture, deadline), late]);
}
