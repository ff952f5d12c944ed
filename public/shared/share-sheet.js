// The share sheet of the device: the picture to share of a find with its address, otherwise text with the address.

/** The longest wait for the picture, in milliseconds. A browser opens the sheet only soon after a tap. */
const PATIENCE = 800;

let [asked, loading] = [null, null];

/** Begins to load the picture at this address, if the browser can share pictures. */
export function preparePicture(address) {
  if (!address || asked === address || !canSharePictures()) return;
  asked = address;
  loading = loaded(address);
}

/**
 * Opens the share sheet for the page at `address`. `picture` is the address of the picture to share; null without one.
 * Returns false if the device has no sheet or refuses to open it.
 */
export async function openShareSheet({ address, picture }) {
  if (!navigator.share) return false;
  preparePicture(picture);
  const [file, title] = [await Promise.race([loading, pause()]), document.title];
  const text = document.querySelector("meta[name=description]").content;
  // Many apps that take a picture leave out the address, unless it is a part of the text.
  const content = file ? { files: [file], title, text: `${title}\n${address}` } : { title, text, url: address };
  try {
    await navigator.share(content);
  } catch (error) {
    return error.name === "AbortError";
  }
  return true;
}

function canSharePictures() {
  return Boolean(navigator.canShare?.({ files: [picture([])] }));
}

async function loaded(address) {
  try {
    const answer = await fetch(address);
    // A proxy may answer with a page.
    const blob = await answer.blob();
    return answer.ok && blob.type === "image/jpeg" ? picture([blob]) : null;
  } catch {
    return null;
  }
}

function picture(content) {
  return new File(content, "albumscan.jpg", { type: "image/jpeg" });
}

const pause = () => new Promise((done) => setTimeout(done, PATIENCE, null));
