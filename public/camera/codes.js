// Product codes that the browser itself reads in a picture. The camera's picture is read before its reduction: a code is
// a tenth of a sleeve's width, so too few pixels of it are sent. Workers use this module, too.
// Source: <https://wicg.github.io/shape-detection-api/#barcode-detection-api>.

/** The kinds in the browser's names. With zeros before it, the number of each has 13 digits. */
const KINDS = ["ean_13", "upc_a", "ean_8"];

/** The longest time that a photo waits for its codes, in milliseconds: the camera's photo must arrive within 600. */
const PATIENCE = 300;

let detector;

/** The codes in the picture, 13 digits each, separated by spaces; empty without a code, and in a browser that reads none. */
export async function codesIn(picture) {
  try {
    detector ??= globalThis.BarcodeDetector ? new BarcodeDetector({ formats: KINDS }) : null;
    if (!detector) return "";
    const late = new Promise((done) => setTimeout(done, PATIENCE, []));
    const found = await Promise.race([detector.detect(picture), late]);
    return found.map(({ rawValue }) => rawValue.padStart(13, "0")).join(" ");
  } catch {
    return "";
  }
}
