// "Not this one?", the picture and the review: sends the sections' forms by script, says what is being
// done, and shows the new page when it is done. Without script the same forms answer with the page itself.

import { asJPEG } from "./picture.js";
import { pause, postForm, program } from "./server.js";
import { words } from "./words.js";

const sections = document.querySelectorAll(".correct");
const said = document.querySelector(".errand");
const isFollowed = !document.querySelector(".loading");

/** Whoever follows what is under way stops when somebody else begins. */
let follower = 0;

for (const section of sections) section.addEventListener("submit", send);
if (history.state?.corrected) arrive();
if (said?.dataset.busy) follow({ isOld: true });
offerConversion();

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
    refuse(form, event.submitter, error.message);
  }
}

function keepBusy(isBusy) {
  for (const section of sections) {
    for (const button of section.querySelectorAll("button")) button.disabled = isBusy;
    section.ariaBusy = String(isBusy);
  }
}

function doing(form) {
  if (form.action.endsWith("/artwork")) return words("job.artwork");
  return words(form.action.endsWith("/review") ? "job.review" : "job.album");
}

/** What the form holds; a picture of a kind we do not read becomes one of ours. */
async function parts(form) {
  const data = new FormData(form);
  const picture = data.get("picture");
  if (!(picture instanceof File)) return new URLSearchParams(data);
  data.set("picture", await asJPEG(picture), "picture.jpg");
  return data;
}

/**
 * Asks until nothing is under way, or until it has to wait, or until the find is another `album`, whose
 * picture may still be looked for; then the page says what became of it. What was under way before (`isOld`)
 * takes nothing away from somebody who is typing or reading.
 */
async function follow({ isOld, album }) {
  const mine = (follower += 1);
  for (let wait = 300; ; wait = Math.min(wait * 1.2, 8000)) {
    await pause(wait);
    const answer = await fetch(`${program}/${sections[0].dataset.route}`, {
      headers: { Accept: "application/json" }, cache: "no-store",
    }).catch(() => null);
    const state = answer?.ok ? await answer.json().catch(() => null) : null;
    if (mine !== follower) return;
    if (!state || (isOld && isTyping())) continue;
    const isWaiting = state.errand && state.failure && !(isOld && said.dataset.waits);
    const isAnother = album && state.published && JSON.stringify(state.album) !== JSON.stringify(album);
    if (!state.busy || isWaiting || isAnother) return leave(state, isOld);
  }
}

function isTyping() {
  return [...document.querySelectorAll(".correct input:not([type=hidden]), .correct textarea")].some((box) => box.value);
}

/** To the find's page where a scan has become one; else the same page, as it is now. */
function leave(state, isOld) {
  const page = typeof state.page === "string" ? new URL(state.page, location.href) : null;
  if (page?.origin === location.origin && page.pathname !== location.pathname) return location.replace(page);
  history.replaceState({ corrected: true }, "");
  if (!isOld) scrollTo(0, 0);
  location.reload();
}

/** What became of it is read first: the reason it failed, or the album's names. */
function arrive() {
  history.replaceState(null, "");
  if (said && !said.hidden) return said.focus();
  const names = document.querySelector("h1");
  names.tabIndex = -1;
  names.focus({ preventScroll: true });
}

function tell(sentence) {
  if (!said) return;
  said.textContent = sentence;
  said.classList.remove("failed");
  said.hidden = false;
  said.scrollIntoView({ block: "nearest" });
}

/** Beside the form that was refused; what was typed stays. */
function refuse(form, button, sentence) {
  const note = document.createElement("p");
  note.className = "errand failed refused";
  note.setAttribute("role", "alert");
  note.textContent = sentence;
  form.append(note);
  note.scrollIntoView({ block: "nearest" });
  button?.focus({ preventScroll: true });
}

// Safari turns HEIC into JPEG only while nothing else is asked for; the others we convert ourselves.
function offerConversion() {
  for (const input of document.querySelectorAll(".correct input[type=file]")) {
    input.accept = "image/jpeg,image/png,image/webp,image/avif,image/gif,image/bmp";
  }
}
