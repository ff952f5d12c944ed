// "Not this one?": sends the section's forms by script, says what is being done, and shows the new page
// when it is done. Without script the same forms answer with the page itself.

import { asJPEG } from "./picture.js";
import { pause, postForm, program } from "./server.js";

const section = document.querySelector(".correct");
const said = document.querySelector(".errand");
const isFollowed = !document.querySelector(".loading");

section?.addEventListener("submit", send);
if (said?.dataset.busy) follow();
offerConversion();

async function send(event) {
  event.preventDefault();
  const form = event.target;
  const buttons = section.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  section.setAttribute("aria-busy", "true");
  tell(form.action.endsWith("/artwork") ? "Sending the picture…" : "Sending…");
  try {
    await postForm(form, await parts(form));
    section.dispatchEvent(new CustomEvent("sent", { bubbles: true }));
    if (isFollowed) await follow();
  } catch (error) {
    tell(error.message);
  }
  for (const button of buttons) button.disabled = false;
  section.removeAttribute("aria-busy");
}

/** What the form holds; a picture of a kind we do not read becomes one of ours. */
async function parts(form) {
  const data = new FormData(form);
  const picture = data.get("picture");
  if (!(picture instanceof File)) return new URLSearchParams(data);
  data.set("picture", await asJPEG(picture), "picture.jpg");
  return data;
}

/** Asks until nothing is under way; then the page says what became of it. */
async function follow() {
  tell(said.dataset.busy ? said.textContent : "Putting it right…");
  for (let wait = 300; ; wait = Math.min(wait * 1.2, 8000)) {
    await pause(wait);
    const answer = await fetch(`${program}/${section.dataset.route}`, {
      headers: { Accept: "application/json" }, cache: "no-store",
    }).catch(() => null);
    const state = answer?.ok ? await answer.json().catch(() => null) : null;
    if (!state) continue;
    if (state.busy) continue;
    return leave(state);
  }
}

/** To the find's page where a scan has become one; else the same page, as it is now. */
function leave(state) {
  const page = typeof state.page === "string" ? new URL(state.page, location.href) : null;
  if (page?.origin === location.origin && page.pathname !== location.pathname) location.replace(page);
  else location.reload();
}

function tell(sentence) {
  if (!said) return;
  said.textContent = sentence;
  said.hidden = false;
  said.scrollIntoView({ block: "nearest" });
}

// Safari turns HEIC into JPEG only while nothing else is asked for; the others we convert ourselves.
function offerConversion() {
  const input = section?.querySelector("input[type=file]");
  if (input) input.accept = "image/jpeg,image/png,image/webp,image/avif,image/gif,image/bmp";
}
