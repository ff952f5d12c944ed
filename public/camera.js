// The camera page: sends a photo as soon as it is taken and shows the progress. Pictures may also be pasted
// or dropped. A failed scan leads back here and appears as a red banner.

import { asJPEG } from "./picture.js";
import { headers, pause, program, reason, vibrate, whoIsAsking } from "./server.js";
import { words } from "./words.js";

const [take, choose] = [document.querySelector("#take-photo"), document.querySelector("#choose-photo")];
const sending = document.querySelector(".sending");
const saying = sending.querySelector(".progress-words");
const [progress, retry] = [sending.querySelector("progress"), sending.querySelector(".retry")];
const banner = document.querySelector(".banner");
const preview = document.createElement("img");
let current = null;
let told = "";

preview.className = "preview";
preview.alt = words("camera.preview");

// Safari converts HEIC to JPEG only if the input accepts nothing else. For other browsers picture.js converts it.
choose.accept = "image/jpeg,image/png,image/webp,image/avif,image/gif,image/bmp";

for (const input of [take, choose]) {
  input.addEventListener("change", () => input.files[0] && start(input.files[0]));
}
document.querySelector(".bar .pill").addEventListener("click", (event) => {
  event.preventDefault();
  if (!current) take.click();
  else if (!retry.hidden) send(current);
});
retry.querySelector(".again").addEventListener("click", () => current && send(current));
retry.querySelector(".other").addEventListener("click", reset);

addEventListener("paste", (event) => startFirst(event.clipboardData?.files));
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.documentElement.classList.add("dropping");
});
addEventListener("dragleave", () => document.documentElement.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.documentElement.classList.remove("dropping");
  startFirst(event.dataTransfer?.files);
});
// No upload is running on a page that the browser restores from its memory.
addEventListener("pageshow", (event) => event.persisted && reset());

function startFirst(files) {
  if (files?.[0] && !current) start(files[0]);
}

async function start(file) {
  vibrate(30);
  banner.hidden = true;
  const scan = (current = { key: uuid(), photo: file });
  preview.src = URL.createObjectURL(file);
  sending.prepend(preview);
  sending.hidden = false;
  tell(words("camera.preparing"), 0);
  scan.photo = await asJPEG(file);
  if (current === scan) send(scan);
}

async function send(scan) {
  retry.hidden = true;
  banner.hidden = true;
  const body = new FormData();
  body.append("key", scan.key);
  body.append("photo", scan.photo, "photo.jpg");
  const request = new XMLHttpRequest();
  request.open("POST", `${program}/scans`);
  request.upload.onprogress = (event) => {
    const share = event.lengthComputable ? Math.floor((100 * event.loaded) / event.total) : 0;
    tell(share < 100 ? words("camera.sending", { share }) : words("camera.sent"), share);
  };
  request.onload = () => arrived(request);
  request.onerror = request.ontimeout = () =>
    refused(words("camera.not-through"), [words("camera.not-through.why")], true);
  for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
  request.send(body);
}

function arrived(request) {
  const answer = parsed(request.responseText);
  if (request.status >= 200 && request.status < 300) {
    const page = typeof answer?.page === "string" ? new URL(answer.page, location.href) : null;
    return location.assign(page?.origin === location.origin ? page : "/history/");
  }
  const mayHelp = request.status >= 500 || request.status === 429;
  refused(words("camera.not-started"), reason(request.status, answer), mayHelp);
}

function refused(headline, why, mayHelp) {
  if (!mayHelp) reset();
  else tell(words("camera.not-sent"), 0);
  retry.hidden = !mayHelp;
  show(headline, why);
}

function reset() {
  URL.revokeObjectURL(preview.src);
  preview.remove();
  sending.hidden = retry.hidden = true;
  current = null;
  for (const input of [take, choose]) input.form.reset();
}

function tell(sentence, share) {
  // The live region announces each quarter, not each packet.
  const step = sentence.replace(/\d+/, Math.floor(share / 25));
  if (step !== told) saying.textContent = sentence;
  told = step;
  progress.value = share;
}

/** `why` is a list of texts and elements. */
function show(headline, why, page) {
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

/** A UUID of RFC 9562, version 4. `crypto.randomUUID` is missing without HTTPS. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function parsed(text) {
  try { return JSON.parse(text); } catch { return null; }
}

/** `/?failed=<scan id>`: shows the failure in large type for three seconds, then as a thin line. */
async function tellOfFailure(id) {
  history.replaceState(null, "", "/");
  const answer = await fetch(`/scan/${id}/status.json`, { cache: "no-store" }).catch(() => null);
  const status = answer?.ok ? await answer.json().catch(() => null) : null;
  const headline = words(status?.state === "failed" ? "camera.failed" : "camera.not-identified");
  show(headline, [brief(status?.message ?? words("camera.see-page"))], `/scan/${id}/`);
  await pause(3000);
  banner.classList.add("thin");
}

/** A thin line about the spending for the owner, from 80 % of the monthly limit on, unless a failure is shown. */
async function tellOfSpending() {
  const note = (await whoIsAsking())?.spendingNote;
  if (!note || !banner.hidden || !sending.hidden) return;
  show(note, [], `${program}/settings`);
  banner.classList.add("thin");
}

/** The first two sentences, reason and advice: a reader has three seconds. The scan's page has the whole text. */
function brief(text) {
  return text.match(/^.+?[.!?](?= |$)(?: .+?[.!?](?= |$))?/)?.[0] ?? text;
}

const failed = new URLSearchParams(location.search).get("failed");
if (/^[0-9a-z]{26}$/.test(failed ?? "")) tellOfFailure(failed);
else tellOfSpending();
