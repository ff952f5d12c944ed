// "Not this one?", the picture and the review: sends the forms of these sections by script, shows the progress,
// and then shows the new page. Without script, the server answers the same forms with the page itself.

import { ask, pause, postForm, program, reason, whoIsAsking } from "../shared/server.js";
import { words } from "../shared/words.js";

let [sections, said, isFollowed] = [[], null, false];

/** The number of the newest call of `follow`; the loops of older calls stop. */
let follower = 0;

serveCorrections();

/** Makes the forms of the page's sections work. Called again when the page of a scan becomes an album's page. */
export function serveCorrections() {
  sections = document.querySelectorAll(".correct");
  said = document.querySelector(".errand");
  isFollowed = !document.querySelector(".loading");
  for (const section of sections) section.addEventListener("submit", send);
  if (history.state?.corrected) arrive();
  if (said?.dataset.busy) follow({ isOld: true });
  offerConversion();
  showHostAdvice();
}

async function send(event) {
  event.preventDefault();
  const [form, section] = [event.target, event.currentTarget];
  const shown = said && [said.textContent, said.hidden];
  form.querySelector(".refused")?.remove();
  keepBusy(true);
  follower += 1;
  tell(doing(form));
  try {
    const before = await postForm(form, await parts(form));
    section.dispatchEvent(new CustomEvent("sent", { bubbles: true }));
    if (isFollowed) await follow({ isOld: false, album: before?.album });
  } catch (error) {
    if (shown) [said.textContent, said.hidden] = shown;
    if (said?.dataset.busy) follow({ isOld: true });
    keepBusy(false);
    refuse(form, event.submitter, error.content ?? [error.message]);
  }
}

function keepBusy(isBusy) {
  for (const section of sections) {
    for (const button of section.querySelectorAll("button")) button.disabled = isBusy;
    section.ariaBusy = String(isBusy);
  }
}

function doing(form) {
  if (form.action.endsWith("/artwork")) return words(form.elements.refresh ? "job.refill" : "job.artwork");
  if (form.matches(".back")) return words("job.back");
  return words(form.action.endsWith("/review") ? "job.review" : "job.album");
}

/** The fields of the form. A picture that is no JPEG becomes one if the browser can read it. */
async function parts(form) {
  const data = new FormData(form);
  const picture = data.get("picture");
  if (!(picture instanceof File)) return new URLSearchParams(data);
  // Few readers send a picture, so picture.js is loaded only now.
  const { asJPEG } = await import("/picture.js").catch(() => ({ asJPEG: (file) => file }));
  data.set("picture", await asJPEG(picture), "picture.jpg");
  return data;
}

/**
 * Polls until no job runs, the job waits, or the find has another album than `album`; then shows the result. In the
 * last case, the job may still look for the picture. With `isOld`, the job was already running: the page then stays
 * while a form contains typed text.
 */
async function follow({ isOld, album }) {
  const mine = (follower += 1);
  for (let wait = 300; ; wait = Math.min(wait * 1.2, 8000)) {
    await pause(wait);
    const answer = await ask(`${program}/${sections[0].dataset.route}`, ({ busy }) => typeof busy === "boolean");
    if (mine !== follower) return;
    if (answer?.status === 401) return tell(...reason(answer));
    const state = answer?.document;
    if (!state || (isOld && isTyping())) continue;
    const isWaiting = state.errand && state.failure && !(isOld && said.dataset.waits);
    const isAnother = album && state.published && JSON.stringify(state.album) !== JSON.stringify(album);
    if (!state.busy || isWaiting || isAnother) return leave(state, isOld);
  }
}

function isTyping() {
  return [...document.querySelectorAll(".correct input:not([type=hidden], [type=checkbox]), .correct textarea")].some((box) => box.value);
}

/** Goes to the find's page if the scan has a find now; otherwise reloads the page. */
function leave(state, isOld) {
  const page = typeof state.page === "string" ? new URL(state.page, location.href) : null;
  if (page?.origin === location.origin && page.pathname !== location.pathname) return location.replace(page);
  history.replaceState({ corrected: true }, "");
  if (!isOld) scrollTo(0, 0);
  location.reload();
}

/**
 * Moves the focus to the result, so that a screen reader reads it first: the reason for a failure, or the album's
 * names.
 */
function arrive() {
  history.replaceState(null, "");
  if (said && !said.hidden) return said.focus();
  const names = document.querySelector("h1");
  names.tabIndex = -1;
  names.focus({ preventScroll: true });
}

function tell(...sentence) {
  if (!said) return;
  said.replaceChildren(...sentence);
  said.classList.remove("failed");
  said.hidden = false;
  said.scrollIntoView({ block: "nearest" });
}

/** Shows the message beside the refused form, and keeps the text that the user typed. */
function refuse(form, button, sentence) {
  const note = document.createElement("p");
  note.className = "errand failed refused";
  note.setAttribute("role", "alert");
  note.append(...sentence);
  form.append(note);
  note.scrollIntoView({ block: "nearest" });
  button?.focus({ preventScroll: true });
}

/** Shows owners the link to the status page. Without people, every reader is an owner. */
async function showHostAdvice() {
  const advice = document.querySelector(".for-host");
  if (!advice) return;
  const session = await whoIsAsking();
  advice.hidden = !session || (session.people && session.plan !== "owner");
}

// The HTML accepts only JPEG, so that Safari converts HEIC. With script, picture.js converts other kinds.
function offerConversion() {
  for (const input of document.querySelectorAll(".correct input[type=file]")) {
    input.accept = "image/jpeg,image/png,image/webp,image/avif,image/heic,image/gif,image/bmp";
  }
}
