// Adds photos to the queue, and sends the queues of photos and of changes again when this may succeed: when the
// connection returns, when the user comes back to a page, and through Background Sync after the last page is closed.

import { reducedBeside } from "./beside.js";
import { keepStorage, setSetting, setting } from "../shared/device.js";
import { edits, sendEdits } from "../offline/edits.js";
import {
  addPhoto, beginPreparing, changePhoto, onChange, photos, preparePhotos, reduceWith, sendPhotos, SYNC_TAG,
} from "../offline/queue.js";
import { forgetPages, onReturn, pause, program, whoIsAsking } from "../shared/server.js";

/** The longest wait of a photo for the session, in milliseconds. */
const PATIENCE = 400;

/** Seconds before each retry of the request for the session, while changes wait for its answer. */
const PAUSES = [1, 2, 5, 10, 30];

/** The time in which the camera's photo may replace the picture of the video, in milliseconds. */
const HOLD = 600;

let isKept = false;
reduceWith(reducedBeside);

/** The id and the name of the person who takes photos now: `{ person, who }`. Each is null if it is unknown. */
async function photographer() {
  const known = { person: setting("person"), who: setting("who") };
  const session = await Promise.race([whoIsAsking(), pause(known.person ? 0 : PATIENCE)]);
  return session?.id ? identity(session) : known;
}

/** Without people, `who` is a word for the owner and no name. */
const identity = ({ id, who, people }) => ({ person: id, who: people ? who : null });

/** Stores the person for times without a connection. Returns true if the person has changed. */
export async function rememberPerson() {
  const session = await whoIsAsking();
  if (!session?.id) return false;
  const before = setting("person");
  for (const [name, value] of Object.entries(identity(session))) setSetting(name, value);
  return before !== null && before !== session.id;
}

/** Stores photos `{ photo, guide, picture, key, isRaw }` and begins to send them. Ends once they are stored. */
export async function upload(...taken) {
  // While this setting is on, each page sends photos (offline.js).
  setSetting("unsent", "on");
  // Only the first photo is reduced at once, because several photos need much memory.
  if (taken[0]?.isRaw) beginPreparing(taken[0]);
  const [who, now] = [await photographer(), Date.now()];
  const records = await Promise.all(taken.map((one, index) => addPhoto({ ...one, ...who, taken: now + index })));
  begin(records);
  return records;
}

async function begin(records) {
  // The session tells who takes photos now; the setting may name the previous person.
  await Promise.race([correct(records), pause(PATIENCE)]);
  send();
  if (!navigator.onLine) keepStorage();
  preparePhotos();
}

async function correct(records) {
  const session = await whoIsAsking();
  const wrong = session?.id ? records.filter((one) => one.person !== session.id) : [];
  for (const { key } of wrong) await changePhoto(key, () => ({ ...identity(session), signIn: false }));
  if (wrong.length) send();
}

/**
 * Stores what SCAN took, `{ photo, better }` of capture.js. The picture of the video is stored at once; the camera's
 * photo replaces it if it arrives.
 */
export async function uploadTaken({ photo, better }, key) {
  const [record] = await upload({ ...(await photo), key, heldUntil: better ? Date.now() + HOLD : 0 });
  better?.then((values) => changePhoto(key, () => ({ ...values, heldUntil: 0 })));
  return record;
}

/**
 * Sends all photos and changes; `restart` and `isUrged` are those of `sendPhotos`. Ends when the photos are sent or
 * wait; changes may still wait for the session.
 */
export async function send({ restart = false, isUrged = false } = {}) {
  const order = { program, restart, isUrged };
  ended(sendOwnEdits(order));
  const session = await Promise.race([whoIsAsking(), pause(PATIENCE)]);
  const sending = sendPhotos({ ...order, person: session?.id ?? null });
  if (setting("unsent")) sendLater();
  return ended(sending);
}

async function ended(sending) {
  const end = await sending;
  if (end === "waiting") await sendLater();
  if (end === "signIn") forgetPages();
  if (!(await photos()).length && !(await edits()).length) setSetting("unsent", null);
  return end;
}

/** Sends the changes of the person who is signed in, once the server has named this person. */
async function sendOwnEdits(order) {
  if (!(await edits()).some((one) => one.state !== "refused")) return "done";
  const session = await namedSession(order.restart);
  if (!session) return "waiting";
  return session.id ? sendEdits({ ...order, person: session.id }) : "done";
}

let [naming, hurry] = [null, () => {}];

/** The session; null if the server has not named it after the last retry. `restart` begins the retries again. */
function namedSession(restart) {
  if (restart) hurry();
  naming ??= askUntilNamed().finally(() => { naming = null; });
  return naming;
}

async function askUntilNamed() {
  for (let attempt = 0; ; attempt += 1) {
    const session = await whoIsAsking();
    if (session || attempt === PAUSES.length) return session;
    const restarted = new Promise((done) => { hurry = () => done(true); });
    if (await Promise.race([restarted, pause(1000 * PAUSES[attempt])])) attempt = -1;
  }
}

/** With Background Sync, the service worker can send the photos after the page is closed. */
async function sendLater() {
  const worker = await navigator.serviceWorker?.getRegistration?.().catch(() => null);
  await worker?.sync?.register(SYNC_TAG).catch(() => null);
}

/** Sends photos and changes now, and whenever this page returns. */
export function keepSending() {
  if (isKept) return void send();
  isKept = true;
  onReturn(() => send({ restart: true }));
  // If a photo cannot be sent at once, the page asks the browser to keep the stored data.
  onChange((change) => change.isFailed && keepStorage());
  send({ restart: true });
}
