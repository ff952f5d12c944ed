// The line about photos that are not sent: how many wait, who has to sign in for them, and a way back after one was
// removed.

import { addPhoto, onChange, photos } from "./queue.js";
import { whoIsAsking } from "./server.js";
import { speak } from "./speech.js";
import { send } from "./upload.js";
import { parts, words } from "./words.js";

/** The time in which a removed photo can be brought back, in milliseconds. */
const STAY = 10000;

const line = document.querySelector(".unsent");
let [removed, said, me] = [null, "", null];

/** Draws the line, and draws it again after each change. `isBusy` says whether a photo is shown in the guide. */
export function tellOfUnsent(isBusy) {
  const draw = () => drawLine(isBusy);
  onChange((change) => change.kind !== "progress" && draw());
  draw();
  whoIsAsking().then((session) => {
    me = session?.id ?? null;
    draw();
  });
  return draw;
}

/** Offers to bring back a photo that was removed before it was sent. */
export function offerReturn(photo) {
  removed = photo;
  speak(words("tray.removed"));
  setTimeout(() => {
    if (removed === photo) removed = null;
    drawLine(() => false);
  }, STAY);
}

async function drawLine(isBusy) {
  const stuck = (await photos()).filter((one) => one.state !== "refused" && !isBusy(one.key) && isStuck(one));
  const barred = stuck.filter((one) => one.signIn || isOthers(one));
  const free = stuck.filter((one) => !barred.includes(one));
  const content = [...returnLine(), ...signInLines(barred), ...freeLine(free)];
  const mark = content.map((one) => one.textContent ?? one).join(" ");
  if (mark === line.textContent) return;
  const isHeld = line.contains(document.activeElement);
  line.replaceChildren(...content.flatMap((one) => [one, " "]).slice(0, -1));
  line.hidden = !content.length;
  line.closest(".tray").hidden &&= line.hidden;
  if (isHeld) (line.hidden ? document.querySelector(".bar .pill") : line).focus();
  const sentence = stuck.length ? mark : "";
  if (sentence && sentence !== said) speak(line.firstChild.textContent);
  said = sentence;
}

const isStuck = (photo) => photo.attempts > 0 || photo.signIn || photo.notBefore > Date.now() || isOthers(photo);
const isOthers = (photo) => Boolean(me && photo.person && photo.person !== me);

/** One link for each person who has to sign in. */
function signInLines(barred) {
  return [...new Set(barred.map((one) => one.person))].map((person) => {
    const photos = barred.filter((one) => one.person === person);
    const [count, { who }] = [photos.length, photos[0]];
    const key = me && person && person !== me
      ? (count === 1 ? "queue.sign-in-as.one" : "queue.sign-in-as")
      : (count === 1 ? "queue.sign-in.one" : "queue.sign-in");
    const link = document.createElement("a");
    link.href = "/sign-in/";
    link.append(...parts(key, { count: String(count), name: nameOf(who) }));
    return link;
  });
}

function nameOf(who) {
  return Object.assign(document.createElement("bdi"), { textContent: who ?? "" });
}

function freeLine(free) {
  if (!free.length) return [];
  const count = document.createElement("span");
  count.textContent = words(free.length === 1 ? "queue.unsent.one" : "queue.unsent", { count: free.length });
  return [count, button(words("queue.send"), () => send({ restart: true }))];
}

function returnLine() {
  if (!removed) return [];
  const sentence = Object.assign(document.createElement("span"), { textContent: words("tray.removed") });
  const undo = button(words("tray.undo"), async () => {
    const photo = removed;
    removed = null;
    await addPhoto(photo);
    send({ restart: true });
  });
  return [sentence, undo];
}

function button(text, action) {
  const element = document.createElement("button");
  Object.assign(element, { type: "button", className: "small", textContent: text });
  element.addEventListener("click", action);
  return element;
}
