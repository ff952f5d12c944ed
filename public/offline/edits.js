// Changes of the details of finds that wait to be sent. Each find has one record for each person, with the newest value
// of each field. A request names the person, and the server refuses it if another person is signed in. A value that is
// sent twice changes nothing, so a lost response does no harm. Uses no document: the service worker imports this
// module, too.

import { publish } from "./changes.js";
import { all, update, write } from "./database.js";
import { alone, sendEdit, sleeper } from "./send.js";

/** Seconds before each automatic retry. Afterwards a change waits until `sendEdits({ restart: true })`. */
const PAUSES = [1, 2, 5, 10, 30];

let [run, order] = [null, {}];

/** A call of `sendEdits` ends a pause. */
const { sleep, wake } = sleeper();

/** The changes that are not sent, oldest first, also those that the server has refused. */
export async function edits() {
  return (await all("edits")).sort((one, other) => one.taken - other.taken);
}

/**
 * Stores a change. `fields` are fields of `POST …/finds/<id>/edit`, `title` is the album's, `person` and `who` are the
 * id and the name of the person. New values replace the older and the refused values.
 */
export async function addEdit({ find, title, fields, person, who = null }) {
  const key = `${person} ${find}`;
  const fresh = { attempts: 0, notBefore: 0, pausedUntil: 0, state: "waiting", reason: null, signIn: false };
  const changed = (record) =>
    ({ ...fresh, fields: record.state === "refused" ? fields : { ...record.fields, ...fields } });
  if (!(await update("edits", key, changed))) {
    await write({ store: "edits", put: { key, find, title, person, who, taken: Date.now(), fields, ...fresh } });
  }
  await write({ store: "edits", remove: refusedKey(key) });
  publish({ kind: "edits", find });
}

/** The key of a refused change whose find has a newer change that waits. */
const refusedKey = (key) => `${key} refused`;

export async function removeEdit({ key, find }) {
  await write({ store: "edits", remove: key });
  publish({ kind: "edits", find });
}

/**
 * Sends the changes of `person`, who is signed in now, oldest first, one at a time in all pages of this browser. Ends
 * with "done", "waiting" (changes are left after the last retry) or "signIn". Without a person, nothing is sent.
 * `restart` ends the pauses between retries; with `isUrged`, also those of the server. With `once`, there is no retry,
 * and no wait for another sender, as the service worker needs it.
 */
export function sendEdits({ person = null, restart = false, isUrged = false, once = false, program } = {}) {
  if (once) return pass({ person, restart, isUrged, program }, true);
  order = { person: person ?? order.person ?? null, program, restart: restart || order.restart, isUrged: isUrged || order.isUrged };
  wake();
  run ??= passes().finally(() => { run = null; });
  return run;
}

async function passes() {
  for (;;) {
    const asked = order;
    order = { ...order, restart: false, isUrged: false };
    const end = await pass(asked, false);
    const left = (await waiting(asked.person)).filter((one) => one.attempts <= PAUSES.length && !one.signIn);
    if (order.restart) continue;
    if (end !== "waiting" || !left.length) return end;
    await sleep(Math.min(...left.map(dueAt)) - Date.now());
  }
}

async function pass({ person, restart, isUrged, program }, ifFree) {
  if (restart) await endPauses(person, isUrged);
  await alone("albumscan-edits", ifFree, async () => {
    for (const edit of await waiting(person)) {
      if (dueAt(edit) > Date.now()) continue;
      const { outcome, seconds, reason } = await sendEdit(edit, program).catch(() => ({ outcome: "retry", reason: null }));
      if (outcome === "signIn") return barAll(person);
      if (outcome === "wait") return postpone(person, seconds, reason);
      await settle(edit, outcome, reason);
    }
  });
  const left = await waiting(person);
  return left.some((one) => one.signIn) ? "signIn" : left.length ? "waiting" : "done";
}

/** The unsent changes of this person that were not refused. */
async function waiting(person) {
  return (await edits()).filter((one) => one.state !== "refused" && one.person === person);
}

const dueAt = (edit) => Math.max(edit.notBefore, edit.pausedUntil);

async function endPauses(person, isUrged) {
  const values = { attempts: 0, notBefore: 0, signIn: false, ...(isUrged ? { pausedUntil: 0 } : {}) };
  for (const { key } of await waiting(person)) await update("edits", key, () => values);
}

/** Records an outcome. A value that was changed meanwhile stays in the queue, even if the former value was refused. */
async function settle(edit, outcome, reason) {
  const { key, find, fields: sent } = edit;
  const refused = { state: "refused", reason, signIn: false };
  let hasNewer = false;
  await update("edits", key, ({ fields, attempts }) => {
    if (outcome === "retry") {
      return { attempts: attempts + 1, notBefore: Date.now() + 1000 * (PAUSES[attempts] ?? 0), reason, signIn: false };
    }
    const left = Object.entries(fields).filter(([name, value]) => sent[name] !== value);
    hasNewer = left.length > 0;
    if (hasNewer) return { fields: Object.fromEntries(left), attempts: 0, notBefore: 0, reason: null, signIn: false };
    return outcome === "refused" ? refused : null;
  });
  if (outcome === "refused" && hasNewer) await write({ store: "edits", put: { ...edit, ...refused, key: refusedKey(key) } });
  publish({ kind: "edits", find, sent: outcome === "sent" ? sent : null });
}

/** All changes of the person wait for a sign-in. */
async function barAll(person) {
  for (const { key, find } of await waiting(person)) {
    await update("edits", key, () => ({ signIn: true }));
    publish({ kind: "edits", find });
  }
}

async function postpone(person, seconds, reason) {
  const pausedUntil = Date.now() + 1000 * seconds;
  for (const { key } of await waiting(person)) await update("edits", key, () => ({ pausedUntil, reason }));
}
