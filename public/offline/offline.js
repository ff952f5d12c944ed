// Loaded by every page: registers the service worker, tells it which page is open, and shows a note on a page that
// comes from this browser's store. Reloads a page if its reader must not see it any more.

import { setSetting, setting, trustedAddress } from "../shared/device.js";
import { isUploading } from "./uploads.js";
import { recently, words } from "../shared/words.js";

const { program } = document.documentElement.dataset;
const worker = navigator.serviceWorker;

/** Pages without a person: they are not stored, and no session is checked. */
const isForEverybody = /^\/(?:sign-in|offline|error)\//.test(location.pathname);

/** The kept finds are brought up to date at most once in this time, in milliseconds. */
const KEEPING = 10 * 60 * 1000;

/** The id of the person for whom this page was loaded. */
let shownTo = null;

// Each page sends photos of earlier pages. With an absolute address, the build adds no texts of upload.js to each page.
if (program && !isForEverybody && setting("unsent")) {
  import("/upload.js").then((sending) => sending.keepSending()).catch(() => null);
}

if (worker && program) {
  worker.addEventListener("message", hear);
  worker.controller?.postMessage({ type: "opened" });
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
}

async function begin() {
  const registration = await register().catch(() => null);
  if (!registration) return;
  offerTakeover(registration);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => offerTakeover(registration));
  });
  if (!isForEverybody) tell((await worker.ready).active);
}

/** Fails in a browser without modules in service workers; the pages then need a connection. */
async function register() {
  return worker.register(trustedAddress("worker"), { type: "module" });
}

/** Tells the service worker that the page is another one now, after `history.replaceState`. */
export function tellPage() {
  if (worker?.controller && program) tell(worker.controller);
}

function tell(active) {
  const isDue = setting("keep-finds") === "on" && Date.now() - Number(setting("kept-at")) > KEEPING;
  if (isDue) setSetting("kept-at", String(Date.now()));
  const pictures = [...document.images].filter((one) => one.complete).map((one) => one.currentSrc || one.src);
  active.postMessage({ type: "visited", program, path: location.pathname, pictures, keepsFinds: isDue });
}

/** Asks a waiting service worker to take over; takeover.js decides whether it does. */
function offerTakeover(registration) {
  if (worker.controller) registration.waiting?.postMessage({ type: "take-over" });
}

function hear({ data, ports }) {
  switch (data?.type) {
    case "uploading": return ports[0]?.postMessage(isUploading());
    case "copy": return note(data.since);
    case "person": return meet(data.id ?? null);
    case "signed-out": return location.reload();
    case "kept": return dispatchEvent(new CustomEvent("kept", { detail: data.count }));
  }
}

/** Stores the person of this page. Another person must choose `keep-finds` again. */
function meet(id) {
  shownTo = id;
  if (id === null) return;
  if (setting("visitor") !== null && setting("visitor") !== id) setSetting("keep-finds", null);
  setSetting("visitor", id);
}

// The browser may show a page again from its memory, after the session has ended or another person has signed in.
addEventListener("pageshow", async (event) => {
  if (!event.persisted || isForEverybody || !program) return;
  if (shownTo !== null && setting("visitor") !== shownTo) return location.reload();
  if (await isSignedOut().catch(() => false)) location.reload();
});

/** Whether the session has ended. Few pages are restored, so answer.js is loaded only now. */
async function isSignedOut() {
  const answer = await fetch(`${program}/session/check`, { cache: "no-store" });
  const { read } = await import("/answer.js");
  return (await read(answer))?.status === 401;
}

/** Says that the page is a copy; `since` is the time of the server's answer. The camera pages are never out of date. */
function note(since) {
  if (["/", "/shelf/"].includes(location.pathname)) return;
  const time = new Date(since);
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "long", year: "numeric" });
  const when = Number.isNaN(time.valueOf()) ? "" : recently(time) ?? date.format(time);
  const line = document.createElement("p");
  const again = document.createElement("a");
  line.className = "offline-note";
  line.setAttribute("role", "status");
  again.href = location.href;
  again.textContent = words("common.try-again");
  // Only a reload shows the answer of a network or a proxy that wants a sign-in of its own (copies.js).
  again.addEventListener("click", (event) => {
    event.preventDefault();
    location.reload();
  });
  document.querySelector(".top").prepend(line);
  line.append(words(when ? "offline.copy" : "offline.copy.undated", { when }), " ", again);
}
