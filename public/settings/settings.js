// The settings page: the card "This phone", settings of this browser, and a sign-out that names unsent data first.

import { publish } from "../offline/changes.js";
import { person as personHere } from "../shared/changing.js";
import { keepStorage, setSetting, setting } from "../shared/device.js";
import { edits, sendEdits } from "../offline/edits.js";
import { photos, sendPhotos } from "../offline/queue.js";
import { pause, post, program, whoIsAsking } from "../shared/server.js";
import { countFinds, removePages } from "../offline/stored-pages.js";
import { words } from "../shared/words.js";
import { clearDevice } from "./clear-device.js";
import "./imported.js";

const worker = navigator.serviceWorker;

/** The longest wait for the removal of stored data before the sign-in page opens, in milliseconds. */
const PATIENCE = 5000;

if (worker) showCard().catch(() => null);
for (const form of document.querySelectorAll("form")) {
  const isSignOut = form.action.endsWith("/session/delete") || form.elements["sign-out-all"];
  if (isSignOut) form.addEventListener("submit", leave);
}

// "This phone": the switch, and the number of finds that are stored here.

async function showCard() {
  // Without a service worker nothing is stored, so there is nothing to choose.
  await worker.ready;
  const card = element("section", "card phone");
  const heading = element("h2", "", words("phone.title"));
  heading.id = "phone";
  card.setAttribute("aria-labelledby", heading.id);
  const choice = button("switch", words("phone.keep"));
  choice.setAttribute("role", "switch");
  choice.setAttribute("aria-checked", String(setting("keep-finds") === "on"));
  const count = element("p", "kept");
  const said = element("span");
  said.setAttribute("role", "status");
  const clear = button("button", words("phone.clear"));
  count.append(said, " ", clear);
  card.append(heading, choice, element("p", "quiet", words("phone.text")), count);
  const show = (number) => {
    said.textContent = words(number === 1 ? "phone.find" : "phone.finds", { count: number });
    clear.hidden = !number;
  };
  show(await countFinds());
  choice.addEventListener("click", () => change(choice));
  clear.addEventListener("click", async () => {
    await removePages();
    turn(choice, false);
    show(0);
    choice.focus();
  });
  addEventListener("kept", ({ detail }) => show(detail));
  document.querySelector(".cards > [aria-labelledby=site]").before(card);
}

function turn(choice, isOn) {
  setSetting("keep-finds", isOn ? "on" : null);
  choice.setAttribute("aria-checked", String(isOn));
}

async function change(choice) {
  const isOn = choice.getAttribute("aria-checked") !== "true";
  turn(choice, isOn);
  if (!isOn) return;
  keepStorage();
  (await worker.ready).active.postMessage({ type: "keep-finds" });
}

// Signing out. Without script the server does the same, except for the question about photos and changes.

async function leave(event) {
  event.preventDefault();
  const form = event.target;
  const waiting = await unsent();
  if (!isEmpty(waiting) && !(await ask(waiting))) return;
  try {
    await post(form.action.slice(form.action.indexOf(program) + program.length + 1), form);
  } catch (error) {
    return refuse(form, error.content ?? [error.message]);
  }
  await Promise.race([clearDevice(), pause(PATIENCE)]);
  // Other pages of this browser then no longer show photos, scans and changes.
  publish({ kind: "photos", isRemoved: true });
  publish({ kind: "edits" });
  location.replace("/sign-in/");
}

/** The photos and the changes of finds that are not sent yet. */
async function unsent() {
  const [waiting, changes] = await Promise.all([photos().catch(() => []), edits().catch(() => [])]);
  return { photos: waiting.length, changes };
}

const isEmpty = ({ photos, changes }) => !photos && !changes.length;

/** The number of photos, and the albums whose changes wait, without the titles of another person's finds. */
function namesOf({ photos: count, changes }, one, many) {
  return [
    ...(count ? [words(count === 1 ? one : many, { count })] : []),
    ...changes.map(({ title, person }) =>
      (person === personHere() ? words("unsent.change", { title }) : words("unsent.change.other"))),
  ];
}

/** Asks about unsent photos and changes. Returns whether the user still wants to sign out. */
function ask(waiting) {
  const dialog = document.createElement("dialog");
  const [first, ...others] = namesOf(waiting, "unsent.photo", "unsent.photos");
  const heading = element("h2", "", first);
  heading.id = "unsent";
  dialog.setAttribute("aria-labelledby", heading.id);
  const [send, leaving, stay] = ["unsent.send", "unsent.leave", "unsent.stay"]
    .map((key) => button(key === "unsent.send" ? "pill" : "button", words(key)));
  const said = element("p", "quiet");
  said.setAttribute("role", "status");
  const list = others.map((one) => element("p", "", one));
  dialog.append(heading, ...list, element("p", "", words("unsent.text")), said, send, leaving, stay);
  document.body.append(dialog);
  return new Promise((done) => {
    const end = (isLeaving) => {
      dialog.remove();
      done(isLeaving);
    };
    dialog.addEventListener("cancel", () => end(false));
    stay.addEventListener("click", () => end(false));
    leaving.addEventListener("click", () => end(true));
    send.addEventListener("click", async () => {
      send.disabled = true;
      said.textContent = words("unsent.sending");
      const person = (await whoIsAsking())?.id ?? null;
      const order = { restart: true, isUrged: true, once: true };
      await sendPhotos(order).catch(() => null);
      await sendEdits({ ...order, person, program }).catch(() => null);
      const left = await unsent();
      if (isEmpty(left)) return end(true);
      said.textContent = namesOf(left, "unsent.photo.left", "unsent.photos.left").join(" ");
      send.disabled = false;
    });
    dialog.showModal();
  });
}

function refuse(form, sentence) {
  form.querySelector(".refused")?.remove();
  const note = element("p", "errand failed refused");
  note.setAttribute("role", "alert");
  note.append(...sentence);
  form.append(note);
}

function element(name, className = "", text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function button(className, text) {
  const made = element("button", className, text);
  made.type = "button";
  return made;
}

// The page after a scan, the colours of album pages and the search key are settings of this browser. The other settings
// belong to the account: they are forms of the server and need no script.

/** The values until the user chooses. The camera page may use another value (`isSeries`). */
const defaults = { "after-scan": "album", appearance: "system", "search-key": "on" };

for (const card of document.querySelectorAll("[data-setting]")) {
  const name = card.dataset.setting;
  const chosen = setting(name) ?? defaults[name];
  for (const input of card.querySelectorAll("input")) {
    input.checked = input.value === chosen;
    input.addEventListener("click", () => setSetting(name, input.value === "system" ? null : input.value));
  }
  card.hidden = false;
}
