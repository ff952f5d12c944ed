// A scan's page while the scan runs: reads status.json beside the page, shows the state of the scan,
// and starts a worker if the state does not change. Leaving the page never stops a scan. At the end the page becomes the
// album's page.

import { keepCost, leaveScan } from "./arrival.js";
import "../album/correct.js";
import { isBegun, showSentences } from "./live-review.js";
import { isAsking, isCorrecting, linkTo, local, showNamed, showOffers } from "./offers.js";
import { showArtwork, showPhoto } from "./picture-of-scan.js";
import { hasScrolled, keepingPosition } from "./place.js";
import { reveal } from "./reveal.js";
import { focusSentence, namesOf, reserveLines, say } from "./saying.js";
import { isStatus } from "../offline/answer.js";
import { ask, pause, program, signedOut, vibrate } from "../shared/server.js";
import { fill, parts, words } from "../shared/words.js";

/** "We found …" stays this long before the next step, in milliseconds, or until the first sentence of the review. */
const HOLD = 1000;

const main = document.querySelector("[data-scan]");
const id = main.dataset.scan;
const [have, done, advice, slow] = [".have", ".done", ".hints", ".slow"].map((name) => main.querySelector(name));
const [title, artist, line] = ["h1 .title", "h1 .artist", ".line"].map((name) => main.querySelector(name));
const correct = main.querySelector(".correct");
const patience = setTimeout(() => say(words("scan.stage.flipping"), true), 3500);
const openings = { found: "scan.found", recognised: "scan.recognised", before: "scan.before" };

/** The provisional album that the page shows; null without one. */
let guess = null;
let foundAt = 0;
let wasReviewing = false;
let isGone = false;

setTimeout(() => slow.classList.remove("later"), 10000);
reserveLines(["scan.stage.examining", "scan.stage.flipping", "scan.stage.reviewing"].map((key) => words(key)));
correct.addEventListener("sent", () => {
  correct.remove();
  showNames(null);
  focusSentence();
  tell(words("scan.correcting"), true);
});
showPhoto(id);
follow();

async function follow() {
  let [last, missing] = ["", 0];
  let changed = performance.now();
  let woken = changed;
  while (!isGone) {
    const asked = performance.now();
    const status = await read();
    if (status === "signedOut") return tell(signedOut(), false);
    if (status === "gone" && ++missing > 16) return tell(words("scan.gone"), false);
    if (status?.state && (await show(status))) return;
    const latest = status?.updated ? JSON.stringify(status) : last;
    const now = performance.now();
    if (latest !== last) [last, changed, woken] = [latest, now, now];
    // The page may read the status four times a second, but each start of a worker is a new process.
    if (now - woken > 4000 && status?.state !== "complete") {
      woken = now;
      wake();
    }
    const pace = now - changed < 15000 ? 250 : Math.min(8000, (now - changed) / 15);
    // On a slow connection, the request takes most of a short pause.
    const spent = status && pace === 250 ? performance.now() - asked : 0;
    await pause(Math.max(50, pace - spent));
  }
}

async function read() {
  const answer = await ask(`/scan/${id}/status.json`, isStatus);
  if (answer?.status === 404) return "gone";
  return answer?.status === 401 ? "signedOut" : answer?.document;
}

const wake = () => ask(`${program}/scans/${id}`);

/** Says a sentence about the scan, and cancels the sentence about waiting (`patience`). */
function tell(content, goesOn, isUrgent) {
  clearTimeout(patience);
  return say(content, goesOn, isUrgent);
}

/** Shows a status. Returns true if the browser leaves the page. */
async function show(status) {
  main.querySelector(".retry").hidden = status.state !== "waiting";
  showAdvice(status.hints ?? []);
  showOffers(status);
  switch (status.state) {
    case "queued":
    case "identifying":
      await showGuess(status);
      return false;
    case "identified":
    case "reviewing":
      await showFound(status);
      if (status.state === "reviewing") await showReview(status);
      return false;
    case "waiting":
      showNamed(status);
      await tell(status.message, false);
      return false;
    case "complete":
      return end(status);
    default:
      leaveScan();
      // If there are possible albums, the scan's page opens, because the camera's banner cannot show them.
      return leave(status.candidates?.length ? `/scan/${id}/` : `/?failed=${id}`);
  }
}

/** Shows a provisional album at once. Announces each change of the album once, and its withdrawal once. */
async function showGuess(status) {
  const album = status.provisional ? status.album : null;
  if (!album) {
    if (!guess) return;
    guess = null;
    showNames(null);
    showPhoto(id);
    return tell(words("scan.withdrawn"), true);
  }
  showArtwork(local(status.artwork), album.title);
  if (isSameAlbum(guess, album)) return;
  const key = guess ? "scan.revised" : "scan.provisional";
  guess = album;
  showNames(album, true);
  vibrate(20);
  await tell(parts(key, namesOf(album)), true, true);
}

/** "We found *Album* by *Artist*", with the names in green, and the artwork as soon as it exists. */
async function showFound(status) {
  if (!status.album) return;
  showArtwork(local(status.artwork), status.album.title);
  keepingPosition(() => {
    showNames(status.album);
    showEarlier(status.earlier ?? [], status.earlierMessage);
    showNamed(status);
  });
  if (foundAt) return;
  vibrate([20, 60, 20]);
  const isRevised = guess && !isSameAlbum(guess, status.album);
  const key = isRevised ? "scan.revised" : openings[status.opening] ?? "scan.found";
  await tell([...wantOf(status), ...parts(key, namesOf(status.album))], false, !guess);
  foundAt = performance.now();
}

/** The checked sentences of the review so far, then the present step. */
async function showReview(status) {
  wasReviewing = true;
  if (!status.review?.text && foundAt && performance.now() - foundAt < HOLD) return;
  main.classList.add("reviewing");
  showSentences(status.review?.text ?? "");
  await tell(words("scan.stage.reviewing"), true);
}

/** Whether the reader would lose nothing: no typed text, no open question, and no position in the page. */
const mayLeave = () => !isCorrecting() && !isAsking() && !(hasScrolled() && isBegun());

/** Shows the album's page, unless the reader would lose typed text, an open question, or the position in the page. */
async function end(status) {
  const page = local(status.page);
  if (page && typeof status.cost === "number") keepCost(new URL(page).pathname, costInWords(status.cost));
  clearTimeout(patience);
  if (!mayLeave()) {
    done.querySelector("a").href = page ?? "/history/";
    done.hidden = false;
    // A final status has no text of the review, so `isBegun` tells whether the page has shown sentences.
    await tell(parts(isBegun() ? "scan.written" : "scan.done", { link: pageLink(page) }), false);
    return false;
  }
  // A recognised or cached album opens at once. A review without sentences was too quick for the name to be read.
  if (wasReviewing && !isBegun()) await pause(Math.max(0, foundAt + HOLD - performance.now()));
  leaveScan();
  // After a failure, also of a script, the browser opens the page itself.
  const isShown = page && (await reveal(page, mayLeave).catch(() => false));
  if (isShown) return true;
  if (main.dataset.scan && !mayLeave()) return end(status);
  return leave(page ?? `/scan/${id}/`);
}

/** Shows names and facts at the positions that they have on the album's page; null for none. A provisional name is green. */
function showNames(album, isProvisional = false) {
  title.textContent = album?.title ?? "";
  artist.textContent = album?.artist ?? "";
  title.parentElement.classList.toggle("provisional", isProvisional);
  const facts = album && !isProvisional ? [album.year, album.genres?.[0], album.recordLabel, today()] : [];
  line.replaceChildren(...facts.filter(Boolean).flatMap((fact) => {
    const element = document.createElement("bdi");
    element.textContent = fact;
    return [element, " "];
  }));
}

/** The cost, rounded to a cent. An amount below a cent is not shown as zero. */
function costInWords(dollars) {
  if (dollars === 0) return words("scan.free");
  const amount = Math.max(0.01, dollars).toFixed(2).replace(".", words("number.point"));
  const cost = words("number.money", { amount });
  return dollars < 0.01 ? words("scan.cost-less", { cost }) : words("scan.cost", { cost });
}

function leave(address) {
  isGone = true;
  location.replace(address);
  return true;
}

const today = () =>
  new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "long", year: "numeric" }).format();

/** Names in another spelling are the same album: MusicBrainz often spells them in its own way. */
function isSameAlbum(one, other) {
  const plain = (album) => `${album?.title} ${album?.artist}`.normalize("NFD").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  return plain(one) === plain(other);
}

/** "You want this. ", which comes before the names; nothing for an album on no want list. */
function wantOf({ wanted }) {
  return wanted ? [Object.assign(document.createElement("strong"), { className: "want", textContent: wanted }), " "] : [];
}

/** "You scanned this before, {when}.", with `when` as a link to the newest earlier find. */
function showEarlier(finds, sentence) {
  if (have.hidden && finds.length && sentence) have.replaceChildren(...fill(sentence, { when: linkTo(finds[0]) }));
  have.hidden = !finds.length;
}

function pageLink(page) {
  const anchor = document.createElement("a");
  anchor.href = page ?? "/history/";
  anchor.textContent = words("scan.done.link");
  return anchor;
}

function showAdvice(sentences) {
  if (sentences.join() === [...advice.children].map((item) => item.textContent).join()) return;
  keepingPosition(() => {
    advice.replaceChildren(...sentences.map((sentence) => {
      const item = document.createElement("li");
      item.textContent = sentence;
      return item;
    }));
    advice.hidden = !sentences.length;
  });
}
