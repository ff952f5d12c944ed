// The settings page: the card "This phone", and a sign-out that first names the photos that are not sent yet.

import { publish } from "./changes.js";
import "./choices.js";
import { clearDevice, keepStorage, setSetting, setting } from "./device.js";
import { photos, sendPhotos } from "./queue.js";
import { pause, post, program } from "./server.js";
import { countFinds, removePages } from "./stored-pages.js";
import { words } from "./words.js";

const worker = navigator.serviceWorker;

/** After this time, in milliseconds, the sign-in page no longer waits for a browser that removes its stored data. */
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

// Signing out. Without script the server does the same, except for the question about photos.

async function leave(event) {
  event.preventDefault();
  const form = event.target;
  const waiting = await photos().catch(() => []);
  if (waiting.length && !(await ask(waiting.length))) return;
  try {
    await post(form.action.slice(form.action.indexOf(program) + program.length + 1), form);
  } catch (error) {
    return refuse(form, error.content ?? [error.message]);
  }
  await Promise.race([clearDevice(), pause(PATIENCE)]);
  // Other pages of this browser show the photos and the scans no longer.
  publish({ kind: "photos", isRemoved: true });
  location.replace("/sign-in/");
}

/** Names the photos that are not sent yet. Returns whether to sign out. */
function ask(count) {
  const dialog = document.createElement("dialog");
  const heading = element("h2", "", words(count === 1 ? "unsent.photo" : "unsent.photos", { count }));
  heading.id = "unsent";
  dialog.setAttribute("aria-labelledby", heading.id);
  const [send, leaving, stay] = ["unsent.send", "unsent.leave", "unsent.stay"]
    .map((key) => button(key === "unsent.send" ? "pill" : "button", words(key)));
  const said = element("p", "quiet");
  said.setAttribute("role", "status");
  dialog.append(heading, element("p", "", words("unsent.text")), said, send, leaving, stay);
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
      await sendPhotos({ restart: true, isUrged: true, once: true }).catch(() => null);
      const left = (await photos()).length;
      if (!left) return end(true);
      said.textContent = words(left === 1 ? "unsent.photo.left" : "unsent.photos.left", { count: left });
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
