// Gives photos to the queue, and has the queues of photos and of changes sent again when it may succeed: when the
// connection returns, when the user comes back to a page, and through Background Sync after the last page is closed.

import { reducedBeside } from "./beside.js";
import { keepStorage, setSetting, setting } from "../shared/device.js";
import { edits, sendEdits } from "../offline/edits.js";
import {
  addPhoto, beginPreparing, changePhoto, onChange, photos, preparePhotos, reduceWith, sendPhotos, SYNC_TAG,
} from "../offline/queue.js";
import { forgetPages, onReturn, pause, program, whoIsAsking } from "../shared/server.js";

/** A session that is not known after this time, in milliseconds, delays no photo. */
const PATIENCE = 400;

/** Seconds before each retry of the question who is signed in, while changes wait for the answer. */
const PAUSES = [1, 2, 5, 10, 30];

/** The time in which the camera's photo may replace the picture of the video, in milliseconds. */
const HOLD = 600;

let isKept = false;
reduceWith(reducedBeside);

/** The id and the name of the person who takes photos now: `{ person, who }`. Null if nobody was ever known here. */
async function photographer() {
  const known = { person: setting("person"), who: setting("who") };
  const session = await Promise.race([whoIsAsking(), pause(known.person ? 0 : PATIENCE)]);
  return session?.id ? identity(session) : known;
}

/** Without people, the server names the owner by a word, which is no name. */
const identity = ({ id, who, people }) => ({ person: id, who: people ? who : null });

/** Remembers the person for times without a connection. Returns true if another person was here before. */
export async function rememberPerson() {
  const session = await whoIsAsking();
  if (!session?.id) return false;
  const before = setting("person");
  for (const [name, value] of Object.entries(identity(session))) setSetting(name, value);
  return before !== null && before !== session.id;
}

/** Stores photos `{ photo, guide, picture, key, isRaw }` and begins to send them. Ends once they are stored. */
export async function upload(...taken) {
  // Each page sends photos while there are any (offline.js).
  setSetting("unsent", "on");
  // Several photos at once would need much memory.
  if (taken[0]?.isRaw) beginPreparing(taken[0]);
  const [who, now] = [await photographer(), Date.now()];
  const records = await Promise.all(taken.map((one, place) => addPhoto({ ...one, ...who, taken: now + place })));
  begin(records);
  return records;
}

async function begin(records) {
  // The session says who takes photos now; the setting may be of the person before.
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
 * Sends what waits. `restart` ends the pauses between retries, `isUrged` also those that the server has asked for. Ends
 * when the photos are sent or wait; the changes may have to wait for the session.
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

/** The browser may close the page now and send the photos later, if it can. */
async function sendLater() {
  const worker = await navigator.serviceWorker?.getRegistration?.().catch(() => null);
  await worker?.sync?.register(SYNC_TAG).catch(() => null);
}

/** Sends what waits, now and whenever this page returns. */
export function keepSending() {
  if (isKept) return void send();
  isKept = true;
  onReturn(() => send({ restart: true }));
  // What is not sent soon must not be thrown away.
  onChange((change) => change.isFailed && keepStorage());
  send({ restart: true });
}
