// Photos that come as files: from the two inputs of the guide, pasted, or dropped.

const [takeInput, choose] = [document.querySelector("#take-photo"), document.querySelector("#choose-photo")];

/** Opens the file input of the device's camera. SCAN uses this input where there is no live camera. */
export const openCamera = () => takeInput.click();

/** Calls `send` with the chosen files. Pasted and dropped files count only while `isFree()` is true. */
export function receiveFiles(send, isFree) {
  // The HTML accepts only JPEG, so that Safari converts HEIC. With script, picture.js converts other kinds.
  choose.accept = "image/jpeg,image/png,image/webp,image/avif,image/heic,image/gif,image/bmp";
  choose.multiple = true;
  for (const input of [takeInput, choose]) {
    input.addEventListener("change", () => {
      const files = [...input.files];
      input.form.reset();
      if (files.length) send(files);
    });
  }
  document.querySelector(".pick").addEventListener("click", () => choose.click());
  addEventListener("paste", (event) => received(event.clipboardData?.files));
  addEventListener("dragover", (event) => {
    event.preventDefault();
    showDropping(true);
  });
  addEventListener("dragleave", () => showDropping(false));
  addEventListener("drop", (event) => {
    event.preventDefault();
    showDropping(false);
    received(event.dataTransfer?.files);
  });

  function received(files) {
    const pictures = [...(files ?? [])].filter((one) => one.type.startsWith("image/") || files.length === 1);
    if (pictures.length && isFree()) send(pictures);
  }
}

const showDropping = (isDropping) => document.documentElement.classList.toggle("dropping", isDropping);
