// Asks for the camera before the page's modules have arrived, if the browser has stored the permission. A classic
// script, which waits for neither modules nor style sheets. live.js takes the answer.

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
  // The camera stops while the page is hidden, also before live.js has taken it.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden || !window.earlyCamera) return;
    window.earlyCamera.then((stream) => stream.getTracks().forEach((track) => track.stop()), () => null);
    window.earlyCamera = null;
  });
}
