// The line about unsent photos: their number, the people who have to sign in for them, and a button that restores a
// removed photo.

import { setSetting } from "../shared/device.js";
import { addPhoto, isPaused, onChange, photos } from "../offline/queue.js";
import { onReturn, whoIsAsking } from "../shared/server.js";
import { speak } from "./speech.js";
import { send } from "./upload.js";
import { parts, words } from "../shared/words.js";

/** The time in which a removed photo can be brought back, in milliseconds. */
const STAY = 10000;

const line = document.querySelector(".unsent");
let [removed, said, me, isBusy, changed] = [null, "", null, () => false, () => {}];

/**
 * Draws the line, and draws it again after each change. `busy(key)` returns whether the guide shows the photo `key`.
 * `told` is called when the line has changed, or when the person is known.
 */
export function tellOfUnsent(busy, told) {
  [isBusy, changed] = [busy, told];
  onChange((change) => change.kind !== "progress" && draw());
  onReturn(learnPerson);
  draw();
  learnPerson();
  return draw;
}

async function learnPerson() {
  const session = await whoIsAsking();
  if (!session) return;
  me = session.id;
  changed();
  draw();
}

/** Offers to bring back a photo that was removed before it was sent. */
export function offerReturn(photo) {
  removed = photo;
  speak(words("tray.removed"));
  setTimeout(() => {
    if (removed === photo) removed = null;
    draw();
  }, STAY);
}

async function draw() {
  const all = await photos();
  const waits = (one) => isStuck(one) || all.some(({ key }) => key === one.front);
  const stuck = all.filter((one) => one.state !== "refused" && !isBusy(one.key) && waits(one));
  const barred = stuck.filter((one) => one.signIn || isOthers(one));
  const free = stuck.filter((one) => !barred.includes(one));
  const lines = [...signInLines(barred), ...freeLine(free)];
  const content = [...returnLine(), ...lines];
  const shownText = content.map((one) => one.textContent ?? one).join(" ");
  if (shownText === line.textContent) return;
  const isHeld = line.contains(document.activeElement);
  line.replaceChildren(...content.flatMap((one) => [one, " "]).slice(0, -1));
  line.hidden = !content.length;
  changed();
  if (isHeld) (line.hidden ? document.querySelector(".bar .pill") : line).focus();
  tell(lines.filter((one) => one.tagName !== "BUTTON").map((one) => one.textContent).join(" "));
}

/**
 * Tells a screen reader about waiting photos. The removal of a photo is not repeated, because `offerReturn` has
 * announced it.
 */
function tell(sentence) {
  if (sentence && sentence !== said) speak(sentence);
  said = sentence;
}

const isStuck = (photo) => isPaused(photo) || photo.signIn || isOthers(photo);

/** Whether the photo belongs to another person than the one who is signed in. */
export const isOthers = (photo) => Boolean(me && photo.person && photo.person !== me);

/** One link for each person who has to sign in. */
function signInLines(barred) {
  return [...new Set(barred.map((one) => one.person))].map((person) => {
    const photos = barred.filter((one) => one.person === person);
    const [count, { who }] = [photos.length, photos[0]];
    const key = me && person && person !== me && who
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
  return [count, button(words("queue.send"), () => send({ restart: true, isUrged: true })), ...backButton(free)];
}

/** Takes a photo of the back for the newest front that waits, unless it has the most that the server takes. */
function backButton(free) {
  if (!line.dataset.mostBacks) return [];
  const front = free.findLast((one) => !one.front && one.kind !== "shelf");
  const backs = free.filter((one) => front && one.front === front.key);
  if (!front || backs.length >= Number(line.dataset.mostBacks)) return [];
  return [button(words("queue.back"), () => {
    const file = Object.assign(document.createElement("input"), { type: "file", accept: "image/jpeg", hidden: true });
    file.setAttribute("capture", "environment");
    for (const end of ["change", "cancel"]) {
      file.addEventListener(end, () => {
        file.remove();
        keepBack(front, file.files[0]);
      });
    }
    document.body.append(file);
    file.click();
  })];
}

/** Stores the photo behind its front. The front may have been sent meanwhile; the back then follows at once. */
async function keepBack({ key, person, who }, photo) {
  if (!photo) return;
  await addPhoto({ photo, person, who, front: key });
  speak(words("queue.back.kept"));
  send({ restart: true });
}

function returnLine() {
  if (!removed) return [];
  const sentence = Object.assign(document.createElement("span"), { textContent: words("tray.removed") });
  const undo = button(words("tray.undo"), async () => {
    const photo = removed;
    removed = null;
    setSetting("unsent", "on");
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
