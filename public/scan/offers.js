// The albums that a scan may show. While the model works, the page offers known covers. Once there is a name, it also
// lists the other candidates. Each album has its picture and one button.

import { keepingPosition } from "./place.js";
import { focusSentence, say } from "./saying.js";
import { postForm } from "../shared/server.js";
import { recently, words } from "../shared/words.js";

const main = document.querySelector("[data-scan]");
const [offers, correct] = [main.querySelector(".offers"), main.querySelector(".correct")];
let [offered, named] = ["", ""];
let isAnswered = false;

/** The names of the offered albums. The HTML may already contain offers. */
let names = [...offers.querySelectorAll(".offer")].map((item) => ({
  title: item.querySelector(".title").textContent, artist: item.querySelector(".artist").textContent,
}));

offers.addEventListener("submit", choose);
offers.querySelector(".no-offer").addEventListener("click", () => {
  isAnswered = true;
  focusSentence();
  offers.hidden = true;
});
offers.querySelector(".none").hidden = false;

/** An address of this site, or null. */
export function local(address) {
  const url = typeof address === "string" ? new URL(address, location.href) : null;
  return url?.origin === location.origin ? url.href : null;
}

export function linkTo(find) {
  const anchor = document.createElement("a");
  anchor.href = local(find.page) ?? "/history/";
  anchor.textContent = recently(find.found) ?? find.when;
  return anchor;
}

/** Whether the question about the offered albums is still without an answer. */
export const isAsking = () => !offers.hidden;

/** Shows the offers of a status. They stay until the reader answers, or until the scan identifies one of them. */
export function showOffers(status) {
  if (isAnswered) return;
  const candidates = (status.candidates ?? []).filter((one) => one.kind === "cover");
  const isSame = (one) => one.title === status.album?.title && one.artist === status.album?.artist;
  if (!status.provisional && status.album && names.some(isSame)) return hide();
  const content = JSON.stringify(candidates);
  if (content === offered || !candidates.length) return;
  [offered, names] = [content, candidates];
  const held = offers.querySelector(".offer:focus-within input")?.value;
  keepingPosition(() => {
    offers.querySelector("ul").replaceChildren(...candidates.map(offer));
    offers.querySelector("h2").textContent =
      words(candidates.some((one) => one.earlier?.some((find) => find.scannedByYou)) ? "offer.question.before" : "offer.question.new");
    offers.hidden = false;
  });
  if (held) (offers.querySelector(`[value="${CSS.escape(held)}"] + button`) ?? offers.querySelector("button")).focus();
}

function hide() {
  isAnswered = true;
  if (offers.contains(document.activeElement)) focusSentence();
  keepingPosition(() => { offers.hidden = true; });
}

function offer(candidate) {
  const item = main.querySelector(".offer-pattern").content.firstElementChild.cloneNode(true);
  showPicture(item.querySelector("img"), candidate);
  item.querySelector(".title").textContent = candidate.title;
  item.querySelector(".artist").textContent = candidate.artist;
  item.querySelector("button .unseen").textContent = `: ${candidate.title}`;
  item.querySelector("input").value = candidate.id;
  const when = item.querySelector(".when");
  if (candidate.earlier?.length) when.querySelector("a").replaceWith(linkTo(candidate.earlier[0]));
  else when.remove();
  return item;
}

function showPicture(image, candidate) {
  const artwork = local(candidate.artwork);
  if (artwork) image.src = artwork;
  image.classList.toggle("placeholder", !artwork);
}

/** "Yes, this is it": the scan ends with this album. The result appears as usual. */
async function choose(event) {
  event.preventDefault();
  const buttons = offers.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  try {
    await postForm(event.target);
    isAnswered = true;
    focusSentence();
    offers.hidden = true;
  } catch (error) {
    for (const button of buttons) button.disabled = false;
    await say(error.content, false);
  }
}

/** Whether the reader is correcting the album. The page then stays, with the text that the reader typed. */
export const isCorrecting = () => correct.isConnected && correct.querySelector("details").open;

/** "Not this one?" with the other named albums, as soon as there is an album. */
export function showNamed(status) {
  if (!correct.isConnected) return;
  correct.hidden = !["identified", "reviewing"].includes(status.state) && !isCorrecting();
  const candidates = (status.candidates ?? []).filter((one) => one.kind === "named");
  const content = JSON.stringify(candidates);
  if (content === named || (!named && !candidates.length)) return;
  named = content;
  keepingPosition(() => {
    correct.querySelector(".maybe").hidden = !candidates.length;
    correct.querySelector(".maybe ul").replaceChildren(...candidates.map(nameOf));
    const forms = correct.querySelector(".forms");
    // The forms stay open while the reader uses them.
    forms.open = !candidates.length || forms.contains(document.activeElement);
    forms.classList.toggle("alone", !candidates.length);
  });
}

function nameOf(candidate) {
  const item = correct.querySelector(".candidate-pattern").content.firstElementChild.cloneNode(true);
  item.querySelector("input").value = candidate.id;
  showPicture(item.querySelector("img"), candidate);
  const { title, artist, year, reason } = candidate;
  for (const [part, text] of Object.entries({ title, artist, since: year, because: reason })) {
    const element = item.querySelector(`.${part}`);
    if (text) element.textContent = text;
    else element.remove();
  }
  return item;
}
