// The live camera: asks the browser for it, and stops it while the page is hidden. Knows no other part of the page.
// early-camera.js may have asked for the camera before.

/** The reasons why there is no live camera, by the name of the browser's error. */
const REASONS = {
  NotAllowedError: "refused", SecurityError: "refused", NotFoundError: "missing", OverconstrainedError: "missing",
  NotReadableError: "busy", AbortError: "busy",
};

/** The reason why the browser has no live camera at all, `insecure` or `unable`; null if it may have one. */
export function obstacle() {
  if (!isSecureContext) return "insecure";
  return navigator.mediaDevices?.getUserMedia ? null : "unable";
}

/** The browser's stored permission: `granted`, `denied`, `prompt`, or `unknown`. `onchange` is called on a change. */
export async function permission(onchange) {
  try {
    const status = await navigator.permissions.query({ name: "camera" });
    if (onchange) status.addEventListener("change", () => onchange(status.state));
    return status.state;
  } catch {
    return "unknown";
  }
}

function end(stream) {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** The promise of early-camera.js, once; null if early-camera.js has not asked. */
function earlyAnswer() {
  const answer = window.earlyCamera ?? null;
  window.earlyCamera = null;
  return answer;
}

/** The camera's stream. The early request may fail because the previous page has the camera, so it is repeated. */
async function granted() {
  const early = await earlyAnswer()?.catch(() => null);
  if (early?.getVideoTracks()[0]?.readyState === "live") return early;
  if (!window.askForCamera) await loaded(document.querySelector("script[src*=early-camera]"));
  return window.askForCamera();
}

/** Waits for a script that the page loads at the same time, at most five seconds. */
function loaded(script) {
  return new Promise((done) => {
    script.addEventListener("load", done);
    setTimeout(done, 5000);
  });
}

/**
 * Controls the camera that `video` shows. `tell` gets `asking`, `live`, `paused` (another app has the camera for a
 * while), `off`, or a reason: `refused`, `missing`, `busy`, `lost`, `failed`.
 */
export function liveCamera(video, tell) {
  let [stream, asking, isWanted] = [null, null, false];

  document.addEventListener("visibilitychange", () => (document.hidden ? release() : resume()));
  addEventListener("pagehide", release);
  addEventListener("pageshow", (event) => event.persisted && resume());

  /** Asks for the camera. If the answer comes late, it still starts the camera. */
  function start() {
    isWanted = true;
    // Another app has the camera, and the browser may never give it back to this stream.
    if (stream?.getVideoTracks()[0]?.muted) release();
    if (stream) return;
    tell("asking");
    asking ??= granted().finally(() => { asking = null; }).then(arrived, refused);
  }

  function stop() {
    isWanted = false;
    release();
    tell("off");
  }

  function arrived(granted) {
    stream = granted;
    if (!isWanted || document.hidden) return release();
    const [track] = stream.getVideoTracks();
    track.addEventListener("ended", () => stream === granted && lost());
    track.addEventListener("mute", () => stream === granted && tell("paused"));
    track.addEventListener("unmute", () => stream === granted && tell("live"));
    video.srcObject = stream;
    play();
    shown().then(() => stream === granted && tell(track.muted ? "paused" : "live"));
  }

  /**
   * A browser may stop a video that is not visible yet, so the page calls this function again when it shows the video.
   */
  function play() {
    if (video.srcObject) video.play().catch(() => null);
  }

  /** Waits until the video has a picture, because SCAN takes this picture. */
  function shown() {
    if (video.videoWidth) return Promise.resolve();
    return new Promise((done) => video.addEventListener("loadedmetadata", done, { once: true }));
  }

  function refused(error) {
    isWanted = false;
    tell(REASONS[error.name] ?? "failed");
  }

  function lost() {
    isWanted = false;
    release();
    tell("lost");
  }

  function release() {
    earlyAnswer()?.then(end, () => null);
    const old = stream;
    stream = null;
    end(old);
    video.srcObject = null;
  }

  function resume() {
    if (isWanted && !stream) start();
  }

  return { start, stop, play, track: () => stream?.getVideoTracks()[0] ?? null };
}
