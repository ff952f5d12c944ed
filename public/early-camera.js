// Asks for the camera before the page's modules have arrived, if the browser has stored the permission. A classic
// script, because modules wait for each other. live.js takes the answer.

window.askForCamera = () => navigator.mediaDevices.getUserMedia({
  audio: false,
  video: { facingMode: { ideal: "environment" }, width: { ideal: 3840 }, height: { ideal: 2160 } },
});

if (isSecureContext) {
  navigator.permissions?.query({ name: "camera" }).then(({ state }) => {
    if (state !== "granted" || document.hidden) return;
    window.earlyCamera = askForCamera();
    window.earlyCamera.catch(() => null);
  }, () => null);
}
