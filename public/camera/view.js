// The view in the guide. `welcome` is shown on the first visit, if the page has it. `invitation` invites the user to use
// the camera. `live` is the picture of the camera. `file` has the inputs that need no permission. Stores the user's
// answer, and never asks again by itself after a refusal.

import { sentenceOfBrowser } from "./allowing.js";
import { setSetting, setting } from "../shared/device.js";
import { liveCamera, obstacle, permission } from "./live.js";
import { speak } from "./speech.js";
import { words } from "../shared/words.js";

const main = document.querySelector("main");
const video = document.querySelector(".live");
const [caption, problem] = [document.querySelector(".caption"), document.querySelector(".problem")];
const lens = document.querySelector(".lens");
const [scan, invitation] = [document.querySelector(".bar .pill"), document.querySelector(".invitation .use")];
const [take, choose] = [document.querySelector(".take"), document.querySelector(".choose")];
const hasWelcome = document.querySelector(".welcome") !== null;

const sentences = {
  refused: sentenceOfBrowser(navigator.userAgent, navigator.maxTouchPoints), missing: "camera.missing", busy: "camera.busy", lost: "camera.lost",
  failed: "camera.no-start", insecure: "camera.insecure", unable: "camera.unable", paused: "camera.paused",
};

/** Controls the view. Calls `change(view)` after each change of the view. */
export function prepareView(change) {
  const camera = liveCamera(video, (news) => follow(news));
  let isLive = false;
  let isKept = true;
  let wasRefused = false;

  for (const button of document.querySelectorAll(".use")) button.addEventListener("click", use);

  /** Chooses the first view. The camera starts without a tap only if the browser has stored the permission. */
  async function begin() {
    const reason = obstacle();
    if (reason) return show("file", reason);
    const state = await permission(permitted);
    if (state === "granted") {
      // The guide appears in its position at once, and later shows the picture.
      show("live");
      return use();
    }
    if (state === "denied" || setting("camera") === "refused") return show("invitation", "refused");
    show(setting("camera") || setting("welcomed") || !hasWelcome ? "invitation" : "welcome");
  }

  /** The user changed the permission in the browser's settings. */
  function permitted(state) {
    if (state === "granted" && !isLive) use();
    if (state === "denied" && isLive) follow("lost");
  }

  function use() {
    setSetting("welcomed", "on");
    camera.start();
  }

  async function follow(news) {
    // A camera that starts again has no picture for a moment.
    isLive = news === "live";
    if (news === "asking") return tellAsking();
    if (news === "live") {
      setSetting("camera", "granted");
      // iOS asks again on each new page, even after a grant.
      isKept = (await permission()) === "granted";
      if (!isLive) return;
      showLens(liveTrack);
      return show("live");
    }
    if (!lens.hidden) showLens(liveTrack);
    if (news === "refused") setSetting("camera", "refused");
    show("invitation", news);
  }

  /** The track whose picture SCAN can take, or null. */
  const liveTrack = () => (isLive ? camera.track() : null);

  /** While the browser asks, the page stays as it is, because a missing answer is no failure. */
  function tellAsking() {
    if (main.dataset.view !== "live") caption.textContent = words("camera.asking");
  }

  function show(view, reason) {
    main.dataset.view = view;
    main.dataset.reason = reason ?? "";
    main.dataset.ready = "";
    video.setAttribute("aria-hidden", !isLive);
    if (isLive) camera.play();
    if (view !== "live") caption.textContent = "";
    const sentence = sentences[reason] ? words(sentences[reason]) : "";
    // Without HTTPS, a screen reader would read this sentence on each visit.
    if (sentence && sentence !== problem.textContent && reason !== "insecure") speak(sentence);
    problem.textContent = sentence;
    orderWays(reason === "refused");
    problem.hidden = !sentence;
    keepFocus();
    wasRefused = reason === "refused" || reason === "missing" || view === "file";
    change(view);
  }

  /** After a refusal, the choice of a photo comes first, and the camera follows. */
  function orderWays(isRefused) {
    if (isRefused === (choose.previousElementSibling !== take)) return;
    if (isRefused) invitation.parentElement.before(choose);
    else take.after(choose);
  }

  /** If the button with the focus is hidden now, the next button to press gets the focus. */
  function keepFocus() {
    const held = document.activeElement;
    if (held === document.body || held?.getClientRects().length) return;
    (main.dataset.view === "invitation" ? invitation : scan).focus({ preventScroll: true });
  }

  /** Ends the welcome: the user has chosen a photo. */
  function leaveWelcome() {
    setSetting("welcomed", "on");
    if (main.dataset.view === "welcome") show("invitation");
  }

  return {
    begin, use, leaveWelcome, video,
    isLive: () => isLive,
    /** Whether the live view is shown, but the camera's first picture is still to come. */
    isStarting: () => !isLive && main.dataset.view === "live",
    /** Whether the browser keeps its permission for the next page. */
    isKept: () => isKept,
    /** Whether a tap on SCAN asks for the camera; otherwise it opens the file input. */
    mayAsk: () => !wasRefused,
  };
}

/** Shows the buttons for zoom and light. lens.js is loaded when the camera first starts. */
async function showLens(trackNow) {
  const module = await import("/lens.js").catch(() => null);
  // The HTML contains no texts for lens.js, because the page loads this module later.
  const names = { zoom: (factor) => words("camera.zoom", { factor }), torch: () => words("camera.torch") };
  module?.showLens(trackNow(), names);
}

/** Shows what the user should do, above the guide. */
export function showCaption(sentence) {
  if (caption.textContent !== sentence) caption.textContent = sentence;
}
