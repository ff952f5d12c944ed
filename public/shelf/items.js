// The page of a shelf: follows the scan, shows each box when it is found, and sends the forms of the page without a new
// document. Leaving the page never stops the scan.

import { placeBox } from "./draw-box.js";
import { closeSheet, isSheetOpen, openSheet, prepareSheet, renewSheet, sayInSheet } from "./item-sheet.js";
import { isStatus } from "../offline/answer.js";
import { boxAt, cornersOf } from "./nearest-box.js";
import { isConfirmed } from "./question.js";
import { takeOver } from "./shelf-page.js";
import { showCount } from "./shelf-count.js";
import { turnTips } from "./shelf-tips.js";
import { ask, onReturn, pause, postForm, program, signedOut, vibrate } from "../shared/server.js";
import { words } from "../shared/words.js";

const main = document.querySelector("main[data-scan]");
const id = main.dataset.scan;
const address = `${program}/scans/${id}/items`;

/** Milliseconds between two requests while the scan runs; while the page is hidden or has no connection. */
const [PACE, SLOW] = [700, 4000];

/** An item must appear within this time after the reading has begun, in milliseconds. */
const PATIENCE = 60_000;

/** More items than this are added only after a question. The server has the same rule. */
const ASKS_ABOVE = 20;

const VIEW = "albumscan.shelf-view";
const WORKING = ["waiting", "finding", "reading"];

let isFollowing = false;
/** The time for which the scan has been reading, and this time when the reader last asked again, in milliseconds. */
let [hasRead, forgiven] = [0, 0];

main.dataset.view = keptView() ?? "photo";
prepareSheet(moveBox);
const failure = liveParagraph("errand failed", "alert");
const spoken = liveParagraph("unseen", "status");
arrive([...main.querySelectorAll(".box")]);
prepare();
follow();
onReturn(follow);

// The state of the scan.

/** Requests the state until the scan has ended. */
async function follow() {
  if (isFollowing) return;
  isFollowing = true;
  try {
    while (await isGoingOn()) await pause(document.hidden || !navigator.onLine ? SLOW : PACE);
  } finally {
    isFollowing = false;
  }
}

/** Shows the server's new page if the scan has a new state. Returns whether the scan goes on. */
async function isGoingOn() {
  const answer = await ask(address, isStatus);
  if (answer?.status === 401) return fail(signedOut());
  if (answer?.status === 404) return fail([words("shelf.items.gone")]);
  const status = answer?.document;
  if (!status) return WORKING.includes(main.dataset.state);
  if (String(status.revision) !== main.dataset.revision || status.state !== main.dataset.state) await renew();
  const isWorking = WORKING.includes(status.state);
  const text = main.querySelector(".progress .count")?.textContent ?? "";
  showCount({ isWorking, found: status.found, about: status.about, say: () => { spoken.textContent = text; } });
  watchTheTime(status);
  return isWorking;
}

/** Shows the server's new page. `at` is its address, perhaps that of the page that answers a form. */
async function renew(at = address, isSaved = false) {
  const was = main.dataset.state;
  const added = await takeOver(at);
  if (!added) return;
  // The first boxes come with the photo.
  arrive(added.flatMap((one) => (one.matches(".box") ? one : [...one.querySelectorAll(".box")])));
  prepare();
  renewSheet(isSaved);
  const hasEnded = WORKING.includes(was) && !WORKING.includes(main.dataset.state);
  if (!hasEnded) return;
  closeOverlays();
  spoken.textContent = main.querySelector(".summary")?.textContent ?? "";
  if (document.activeElement === document.body) main.querySelector("h1")?.focus({ preventScroll: true });
}

function closeOverlays() {
  for (const dialog of document.querySelectorAll("dialog[open]:not(.sheet)")) dialog.close();
}

/** The new boxes appear one after another. */
function arrive(boxes) {
  if (!WORKING.includes(main.dataset.state)) return;
  boxes.forEach((box, index) => {
    box.style.setProperty("--order", index);
    box.classList.add("new");
  });
  if (boxes.length) vibrate(Array.from({ length: Math.min(boxes.length, 10) * 2 - 1 }, (_, at) => (at % 2 ? 52 : 8)));
}

/** Shows an error if the reading has given no item for a minute. *Retry* asks for the state again and changes nothing. */
function watchTheTime({ state, found, readingFor }) {
  hasRead = (readingFor ?? 0) * 1000;
  const isLate = state === "reading" && found === 0 && hasRead - forgiven > PATIENCE;
  const note = failure.querySelector(".again-now");
  if (!isLate && note) fail([]);
  if (!isLate || note) return;
  const retry = Object.assign(document.createElement("button"), {
    type: "button", className: "button again-now", textContent: words("shelf.items.retry"),
  });
  retry.addEventListener("click", () => {
    forgiven = hasRead;
    fail([]);
    renew();
    follow();
  });
  fail([words("shelf.items.slow"), " ", retry]);
}

// The elements of the page.

/** Prepares elements that may be new. */
function prepare() {
  const tips = main.querySelector(".tips:not(.turns)");
  if (tips) {
    tips.classList.add("turns");
    turnTips(tips);
  }
  showView(main.dataset.view);
}

function showView(view) {
  main.dataset.view = view;
  for (const button of main.querySelectorAll(".view-choice button")) {
    button.setAttribute("aria-pressed", String(button.dataset.view === view));
  }
}

function keptView() {
  try {
    return ["photo", "list"].find((one) => one === sessionStorage.getItem(VIEW));
  } catch {
    return null;
  }
}

function liveParagraph(className, role) {
  const paragraph = Object.assign(document.createElement("div"), { className, hidden: className !== "unseen" });
  paragraph.setAttribute("role", role);
  main.querySelector(".notices").after(paragraph);
  return paragraph;
}

/** Shows a failure, or none for an empty list. */
function fail(content) {
  failure.replaceChildren(...content);
  failure.hidden = !content.length;
  if (isSheetOpen()) sayInSheet(content.map((one) => one.cloneNode?.(true) ?? one), true);
  return false;
}

main.addEventListener("click", (event) => {
  const { target } = event;
  const view = target.closest(".view-choice button")?.dataset.view;
  if (view) {
    showView(view);
    try { sessionStorage.setItem(VIEW, view); } catch { /* The view then lasts as long as the page. */ }
  } else if (target.closest(".draw")) drawBox();
  else openItem(event);
});

/** Opens the half-sheet of the item that a tap, or Enter, means. */
function openItem(event) {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.shiftKey || target.closest(".draft-area")) return;
  const frame = target.closest(".frame");
  const owner = target.closest(".open, .review")?.closest(".item")
    ?? (event.detail === 0 ? target.closest(".box") : frame && boxAt(frame, event.clientX, event.clientY));
  // A link of the photo never scrolls the page.
  if (owner || frame) event.preventDefault();
  if (!owner) return;
  // A tap may hit a neighbour, so the focus moves to the box that is meant (nearest-box.js).
  if (frame) owner.focus({ preventScroll: true });
  vibrate(15);
  openSheet(owner.dataset.number, Boolean(target.closest(".review")));
}

// Boxes that the reader draws or moves.

/** A box is drawn with the pointer, or from the middle of the photo with the keyboard. */
function drawBox() {
  const start = { x: 0.45, y: 0.3, w: 0.1, h: 0.4 };
  place(start, `${address}`, () => main.querySelector(".draw"));
}

function moveBox(number) {
  const frame = main.querySelector(".frame");
  const box = frame.querySelector(`#box-${number}`);
  const image = frame.querySelector("img");
  const sides = [Number(image.getAttribute("width")), Number(image.getAttribute("height"))];
  const [xs, ys] = [0, 1].map((axis) => cornersOf(box).map((corner) => corner[axis] / sides[axis]));
  const [x, y] = [Math.max(0, Math.min(...xs)), Math.max(0, Math.min(...ys))];
  showView("photo");
  const [w, h] = [Math.min(1, Math.max(...xs)) - x, Math.min(1, Math.max(...ys)) - y];
  place({ x, y, w, h }, `${address}/${number}/box`, () => main.querySelector(`#box-${number}`));
}

function place(start, action, back) {
  const save = async (box) => {
    const body = new URLSearchParams(Object.entries(box).map(([name, share]) => [name, share.toFixed(4)]));
    return send({ action }, body);
  };
  placeBox(main.querySelector(".frame"), start, save, back);
}

// Forms. Without script, the same forms lead to the page again.

document.addEventListener("submit", async (event) => {
  const form = event.target;
  // *Finish* leads to another page.
  if (!form.action.includes(`/scans/${id}/`) || form.action.endsWith("/finish")) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  const body = new URLSearchParams(new FormData(form));
  const { submitter } = event;
  if (submitter?.name) body.set(submitter.name, submitter.value);
  const isBulk = form.matches(".add-all");
  if (isBulk && Number(form.dataset.count) > ASKS_ABOVE) body.set("sure", "1");
  const asks = form.dataset.question && (!isBulk || body.has("sure"));
  if (asks && !(await isConfirmed(form.dataset))) return;
  if (!isBulk) setStatus(form, body);
  form.ariaBusy = "true";
  await send(form, body);
  form.ariaBusy = null;
});

/** An added item gets the status that the switch *These are mine* says. */
function setStatus(form, body) {
  const mine = main.querySelector(".mine input");
  const isAdding = form.action.endsWith("/add") || body.has("add");
  if (isAdding) body.set("status", !mine || mine.checked ? "have" : "");
}

/** Sends a form, and takes over the page that answers it. Returns whether the server has accepted the form. */
async function send(form, body) {
  try {
    const answer = await postForm(form, body);
    fail([]);
    // *Clear all* leads back to the camera, which offers *Undo*.
    if (form.action.endsWith("/clear")) return location.assign(`/shelf/#cleared=${id}`);
    await renew(pageOf(answer), true);
    const notice = main.querySelector(".notice p")?.textContent;
    if (isSheetOpen()) sayInSheet(notice ? [notice] : [], false);
    if (form.action.endsWith("/dismiss")) closeSheet();
    follow();
    return true;
  } catch (error) {
    if (!error.content) throw error;
    fail(error.content);
    return false;
  }
}

/** The address of the answer, which has the notice and *Undo*; only an address of this shelf. */
function pageOf(answer) {
  const url = typeof answer?.page === "string" ? new URL(answer.page, location.href) : null;
  return url?.origin === location.origin && url.pathname === address ? url.href : address;
}
