// A scan's page while the scan runs: reads status.json beside the page, shows the state of the scan,
// and starts a worker if the state does not change. Leaving the page never stops a scan.

import "./correct.js";
import { pause, postForm, program, signedOut, vibrate } from "./server.js";
import { fill, parts, recently, words } from "./words.js";

const main = document.querySelector("[data-scan]");
const id = main.dataset.scan;
const saying = main.querySelector(".saying");
const [text, dots] = [saying.querySelector(".words"), saying.querySelector(".dots")];
const [picture, soFar] = [main.querySelector(".found"), main.querySelector(".so-far")];
const have = main.querySelector(".have");
const [offers, hints] = [main.querySelector(".offers"), main.querySelector(".hints")];
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
const [correct, which] = [main.querySelector(".correct"), main.querySelector(".which")];
let sentence = text.textContent;
let foundAt = 0;
let offered = "";
let written = "";
let named = "";
let patience = setTimeout(() => say(words("scan.stage.flipping"), true), 3500);

setTimeout(() => { main.querySelector(".slow").hidden = false; }, 10000);
offers.addEventListener("submit", choose);
correct.addEventListener("sent", () => {
  correct.remove();
  which.hidden = true;
  saying.focus();
  say(words("scan.correcting"), true);
});
follow();

async function follow() {
  let [wait, unchanged, missing, last] = [1000, 0, 0, ""];
  for (;;) {
    const status = await read();
    if (status === "signedOut") return say(signedOut(), false);
    if (status === "gone" && ++missing > 4) return say(words("scan.gone"), false);
    if (status?.state && (await show(status))) return;
    const mark = status?.updated ? status.updated + status.state + (status.review?.text ?? "") : last;
    unchanged = mark === last ? unchanged + 1 : 0;
    last = mark;
    // A status may change four times a second, but each start of a worker is a new process.
    const isWriting = status?.state === "reviewing";
    const pace = isWriting ? 400 : 1000;
    wait = unchanged > 10 ? Math.min(Math.max(wait, pace) * 1.2, 8000) : pace;
    if (unchanged % (isWriting ? 10 : 4) === 3) wake();
    await pause(wait);
  }
}

async function read() {
  const answer = await fetch(`/scan/${id}/status.json`, { cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) return "gone";
  if (answer?.status === 401) return "signedOut";
  return answer?.ok ? answer.json().catch(() => null) : null;
}

function wake() {
  fetch(`${program}/scans/${id}`, { headers: { Accept: "application/json" }, cache: "no-store" }).catch(() => null);
}

/** Shows a state; returns true if the scan has ended. */
async function show(status) {
  main.querySelector(".retry").hidden = status.state !== "waiting";
  showHints(status.hints ?? []);
  showOffers((status.candidates ?? []).filter((one) => one.kind !== "named"));
  showNamed(status);
  switch (status.state) {
    case "queued":
    case "identifying":
      return false;
    case "identified":
    case "reviewing": {
      // After these two seconds, the newest state is shown at once.
      const later = await found(status);
      if (later) return show(later);
      if (status.state === "reviewing") await showReview(status);
      return false;
    }
    case "waiting":
      await say(status.message, false);
      return false;
    case "complete":
      await found(status);
      if (isCorrecting()) {
        // A final status has no live text: the reader has read the sentences here, or there were none.
        await say(parts(written ? "scan.written" : "scan.done", { link: pageLink(status) }), false);
        return false;
      }
      location.replace(local(status.page) ?? `/scan/${id}/`);
      return true;
    default:
      // The scan's own page still offers possible albums, which the camera's banner cannot show.
      location.replace(status.candidates?.length ? `/scan/${id}/` : `/?failed=${id}`);
      return true;
  }
}

/**
 * Shows "We found *Album* by *Artist*" for at least two seconds, with the names in green, and the artwork as soon
 * as it exists. Returns the newest status the first time.
 */
async function found(status) {
  if (!status.album) return;
  showArtwork(status);
  picture.hidden = false;
  if (foundAt) return;
  foundAt = performance.now();
  vibrate([20, 60, 20]);
  showEarlier(status.earlier ?? [], status.earlierMessage);
  await say(parts(openings[status.opening] ?? openings.found, namesOf(status.album)), false);
  let newest = status;
  for (let held = 0; held < 4; held += 1) {
    await pause(500);
    const later = await read();
    if (later?.album) showArtwork(later);
    if (later?.state) newest = later;
  }
  return newest;
}

/** The checked sentences of the review so far, then the present step. */
async function showReview(status) {
  soFar.parentElement.classList.add("reviewing");
  soFar.hidden = false;
  addSentences(status.review?.text ?? "");
  which.replaceChildren(...parts("common.album-by", namesOf(status.album)));
  which.hidden = !correct.isConnected;
  await say(words("scan.stage.reviewing"), true);
}

/** Appends only new text, as new elements: a screen reader reads no text twice, and the page does not jump. */
function addSentences(text) {
  if (!text.startsWith(written)) {
    soFar.replaceChildren();
    written = "";
  }
  text.slice(written.length).split("\n").forEach((line, place) => {
    if (!line.trim()) return;
    if (place || !soFar.lastElementChild) soFar.append(document.createElement("p"));
    const sentence = document.createElement("span");
    sentence.textContent = unmarked(line);
    soFar.lastElementChild.append(sentence);
  });
  written = text;
}

const openings = { found: "scan.found", recognised: "scan.recognised", before: "scan.before" };

const namesOf = (album) => ({ title: name(album.title), artist: name(album.artist) });

/** "Scanned once before, {when}.", with `when` as a link to the newest earlier find. */
function showEarlier(finds, sentence) {
  if (finds.length && sentence) have.replaceChildren(...fill(sentence, { when: link(finds[0]) }));
  have.hidden = !finds.length;
}

function link(find) {
  const anchor = document.createElement("a");
  anchor.href = local(find.page) ?? "/history/";
  anchor.textContent = recently(find.found) ?? find.when;
  return anchor;
}

/** The possible albums, each with a button; drawn again only if they have changed. */
function showOffers(candidates) {
  const mark = JSON.stringify(candidates);
  if (mark === offered) return;
  offered = mark;
  const isHeld = offers.contains(document.activeElement);
  offers.querySelector("ul").replaceChildren(...candidates.map(offer));
  offers.querySelector("h2").textContent =
    words(candidates.some((one) => one.earlier?.length) ? "offer.question.before" : "offer.question.new");
  offers.hidden = !candidates.length;
  if (isHeld) saying.focus();
}

/** The user is correcting the album: the page stays, with the text that the user typed. */
const isCorrecting = () => correct.isConnected && correct.querySelector("details").open;

function pageLink(status) {
  const anchor = document.createElement("a");
  anchor.href = local(status.page) ?? "/history/";
  anchor.textContent = words("scan.done.link");
  return anchor;
}

/** "Not this one?" with the other named albums, as soon as there is an album. */
function showNamed(status) {
  if (!correct.isConnected) return;
  correct.hidden = !["identified", "reviewing"].includes(status.state) && !isCorrecting();
  const candidates = (status.candidates ?? []).filter((one) => one.kind === "named");
  const mark = JSON.stringify(candidates);
  if (mark === named) return;
  named = mark;
  correct.querySelector(".maybe").hidden = !candidates.length;
  correct.querySelector(".maybe ul").replaceChildren(...candidates.map(nameOf));
}

function nameOf(candidate) {
  const item = correct.querySelector(".candidate-pattern").content.firstElementChild.cloneNode(true);
  item.querySelector("input").value = candidate.id;
  const { title, artist, year, reason } = candidate;
  for (const [part, text] of Object.entries({ title, artist, since: year, because: reason })) {
    const element = item.querySelector(`.${part}`);
    if (text) element.textContent = text;
    else element.remove();
  }
  return item;
}

function offer(candidate) {
  const item = main.querySelector(".offer-pattern").content.firstElementChild.cloneNode(true);
  item.querySelector("img").src = (candidate.artwork && local(candidate.artwork)) || "/icons/record.svg";
  item.querySelector(".title").textContent = candidate.title;
  item.querySelector(".artist").textContent = candidate.artist;
  item.querySelector("button .unseen").textContent = `: ${candidate.title}`;
  item.querySelector("input").value = candidate.id;
  const when = item.querySelector(".when");
  if (candidate.earlier?.length) when.querySelector("a").replaceWith(link(candidate.earlier[0]));
  else when.remove();
  return item;
}

/** "Yes, this is it": the scan ends with this album. The result appears as usual. */
async function choose(event) {
  event.preventDefault();
  const buttons = offers.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  try {
    await postForm(event.target);
    saying.focus();
    offers.hidden = true;
  } catch (error) {
    for (const button of buttons) button.disabled = false;
    await say(error.content, false);
  }
}

function showHints(sentences) {
  if (sentences.join() === [...hints.children].map((item) => item.textContent).join()) return;
  hints.replaceChildren(...sentences.map((sentence) => {
    const item = document.createElement("li");
    item.textContent = sentence;
    return item;
  }));
  hints.hidden = !sentences.length;
}

function showArtwork(status) {
  const artwork = status.artwork ? local(status.artwork) : null;
  if (!artwork || picture.src === artwork) return;
  picture.src = artwork;
  picture.alt = words("album.cover", { title: status.album.title });
}

/** The words of a review's Markdown, which has emphasis and lists; used while the review is being written. */
const unmarked = (text) => text.replace(/(\*\*?|__?)(?=\S)(.+?)\1/g, "$2").replace(/^[*-] /gm, "");

function name(text) {
  const element = document.createElement("b");
  const isolated = document.createElement("bdi");
  isolated.textContent = text;
  element.append(isolated);
  return element;
}

/** Slides the old sentence out and the new one in. */
async function say(content, goesOn) {
  const said = [content].flat().map((part) => part.textContent ?? part).join("");
  if (said === sentence) return;
  sentence = said;
  clearTimeout(patience);
  if (!isStill) {
    saying.classList.add("out");
    await pause(300);
  }
  text.replaceChildren(...[content].flat());
  dots.hidden = !goesOn;
  saying.classList.remove("out");
}

/** An address of this site, or null. */
function local(address) {
  const url = typeof address === "string" ? new URL(address, location.href) : null;
  return url?.origin === location.origin ? url.href : null;
}
