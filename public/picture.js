// Converts pictures that are not JPEG, if the browser can read them.

/** The file itself if it is a JPEG; a JPEG made from it if the browser can read it; otherwise the file. */
export async function asJPEG(file) {
  if (file.type === "image/jpeg") return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, 4096 / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return (await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9))) ?? file;
  } catch {
    return file;
  }
}
