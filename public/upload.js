// Gives photos to the queue, and has the queue sent again when it may succeed: when the connection returns, when the
// user comes back to the page, and through Background Sync after the page is closed.

import { keepStorage, setSetting, setting } from "./device.js";
import { addPhoto, sendPhotos, SYNC_TAG } from "./queue.js";
import { forgetPages, pause, program, whoIsAsking } from "./server.js";

/** A session that is not known after this time, in milliseconds, delays no photo. */
const PATIENCE = 400;

/** The id and the name of the person who takes photos now: `{ person, who }`. Null if nobody was ever known here. */
async function photographer() {
  const session = await Promise.race([whoIsAsking(), pause(PATIENCE)]);
  if (session?.id) return { person: session.id, who: session.who };
  return { person: setting("person"), who: setting("who") };
}

/** Remembers the person for times without a connection. Returns true if another person was here before. */
export async function rememberPerson() {
  const session = await whoIsAsking();
  if (!session?.id) return false;
  const before = setting("person");
  setSetting("person", session.id);
  setSetting("who", session.who);
  return before !== null && before !== session.id;
}

/** Stores a photo `{ photo, guide, picture }` and begins to send it. Returns its record once it is stored. */
export async function upload(taken, key) {
  const record = await addPhoto({ ...taken, key, ...(await photographer()) });
  send();
  return record;
}

/** Sends what waits. `restart` also sends photos whose automatic retries are used up. */
export async function send({ restart = false } = {}) {
  const end = await sendPhotos({ program, restart, person: (await whoIsAsking())?.id ?? null });
  if (end === "waiting") await sendLater();
  if (end === "signIn") forgetPages();
  return end;
}

/** The browser may close the page now and send the photos later, if it can. */
async function sendLater() {
  await keepStorage();
  const worker = await navigator.serviceWorker?.getRegistration?.().catch(() => null);
  await worker?.sync?.register(SYNC_TAG).catch(() => null);
}

export function keepSending() {
  addEventListener("online", () => send({ restart: true }));
  document.addEventListener("visibilitychange", () => document.hidden || send({ restart: true }));
  addEventListener("pageshow", (event) => event.persisted && send({ restart: true }));
  send({ restart: true });
}
