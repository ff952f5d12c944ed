// The banner over the camera page: a failed scan, a photo that was not sent, or the spending of the month.

import { isStatus } from "../offline/answer.js";
import { ask, pause, program, whoIsAsking } from "./server.js";
import { words } from "./words.js";

const banner = document.querySelector(".banner");

/** `why` is a list of texts and elements. */
export function showBanner(headline, why, page) {
  const line = document.createElement(page ? "a" : "div");
  if (page) line.href = page;
  const strong = document.createElement("strong");
  strong.textContent = headline;
  const because = document.createElement("div");
  because.className = "why";
  because.append(...why);
  line.append(strong, because);
  banner.classList.remove("thin");
  banner.replaceChildren(line);
  banner.hidden = false;
}

export function hideBanner() {
  banner.hidden = true;
}

/** Shows the failure of the scan that `/?failed=<scan id>` names; otherwise shows the spending of the month. */
export function tellOfTroubles(isBusy) {
  const failed = new URLSearchParams(location.search).get("failed");
  if (/^[0-9a-z]{26}$/.test(failed ?? "")) tellOfFailure(failed);
  else tellOfSpending(isBusy);
}

/** Shows the failure in large type for three seconds, then as a thin line. */
async function tellOfFailure(id) {
  history.replaceState(null, "", "/");
  const status = (await ask(`/scan/${id}/status.json`, isStatus))?.document;
  const headline = words(status?.state === "failed" ? "camera.failed" : "camera.not-identified");
  showBanner(headline, [brief(status?.message ?? words("camera.see-page"))], `/scan/${id}/`);
  await pause(3000);
  banner.classList.add("thin");
}

/** Shows the owner a thin line about the spending from 80 % of the cap on, if the banner and the guide are free. */
async function tellOfSpending(isBusy) {
  const note = (await whoIsAsking())?.spendingNote;
  if (!note || !banner.hidden || isBusy()) return;
  showBanner(note, [], `${program}/settings`);
  banner.classList.add("thin");
}

/** The first two sentences, reason and advice: a reader has three seconds. The scan's page has the whole text. */
function brief(text) {
  return text.match(/^.+?[.!?](?= |$)(?: .+?[.!?](?= |$))?/)?.[0] ?? text;
}
