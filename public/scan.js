// A scan's page while the scan goes on: reads status.json beside it, says where the scan stands,
// and wakes a worker when nothing moves. Leaving the page never stops a scan.

import "./correct.js";
import { pause, postForm, program, vibrate } from "./server.js";
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
    if (status === "gone" && ++missing > 4) return say(words("scan.gone"), false);
    if (status?.state && (await show(status))) return;
    const mark = status?.updated ? status.updated + status.state + (status.review?.text ?? "") : last;
    unchanged = mark === last ? unchanged + 1 : 0;
    last = mark;
    // A review's sentences come up to four times a second; waking a worker is a process each time.
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
  return answer?.ok ? answer.json().catch(() => null) : null;
}

function wake() {
  fetch(`${program}/scans/${id}`, { headers: { Accept: "application/json" }, cache: "no-store" }).catch(() => null);
}

/** Shows a state; true when it was the last one. */
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
      // Once it was held for two seconds, what stands there now is shown at once.
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
        // What is over says nothing of its review: it was read here, or nobody knows of one.
        await say(parts(written ? "scan.written" : "scan.done", { link: pageLink(status) }), false);
        return false;
      }
      location.replace(local(status.page) ?? `/scan/${id}/`);
      return true;
    default:
      // Its own page still offers what it may be; the camera's banner could not.
      location.replace(status.candidates?.length ? `/scan/${id}/` : `/?failed=${id}`);
      return true;
  }
}

/**
 * "We found *Album* by *Artist*", names in green, for two seconds at least; the artwork when it is there.
 * Gives the newest status the first time.
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

/** The sentences that may be read already, then what is being done. */
async function showReview(status) {
  soFar.parentElement.classList.add("reviewing");
  soFar.hidden = false;
  addSentences(status.review?.text ?? "");
  which.replaceChildren(...parts("common.album-by", namesOf(status.album)));
  which.hidden = !correct.isConnected;
  await say(words("scan.stage.reviewing"), true);
}

/** Adds only what is new, as elements of its own: what was read aloud is not read again, and nothing jumps. */
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

/** "Scanned once before, {when}.", where `when` links to the newest of the earlier finds. */
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

/** What it may be, each with its button; drawn anew only when it is something else. */
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

/** Somebody is putting it right: the page stays, and what was typed with it. */
const isCorrecting = () => correct.isConnected && correct.querySelector("details").open;

function pageLink(status) {
  const anchor = document.createElement("a");
  anchor.href = local(status.page) ?? "/history/";
  anchor.textContent = words("scan.done.link");
  return anchor;
}

/** "Not this one?", from the moment there is an album, with what else was named. */
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

/** "Yes, this is it": the scan ends with it; what became of it is told as always. */
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
    await say(error.message, false);
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

/** A review's Markdown has emphasis and lists; while it is still being written only its words count. */
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
