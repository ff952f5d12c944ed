// The photos of the queue, as records of the database. Uses no document: the service worker imports it.

import { publish } from "./changes.js";
import { all, update, write } from "./database.js";

/** Reduces a photo: `reduced` of picture.js, here or in a worker. */
let reduced = async (photo) => ({ photo, picture: null });

export function reduceWith(reduce) {
  reduced = reduce;
}

/** The photos that are being reduced, by key. */
const preparing = new Map();

/** Photos that are reduced before they are stored, by key. */
const begun = new Map();

/**
 * Stores a photo and returns its record. `person` and `who` are the id and the name of its person, `guide` is "x,y,w,h"
 * or null, `codes` are the product codes in it (codes.js), `picture` is a small picture of it for the tray, and `kind` is
 * `shelf` for a photo of a shelf. A photo of the back has the key of its front in `front`; it is sent after its front,
 * and whole. A photo with `isRaw` is the file that the user chose; it is reduced before it is sent. Until the time
 * `heldUntil`, a better photo may replace this photo. The record's `signIn` becomes true when the server refuses the
 * photo because its person is not signed in.
 */
export async function addPhoto({
  photo, guide = null, person = null, who = null, picture = null, key = uuid(), kind = null, codes = "",
  front = null, isRaw = false, heldUntil = 0, taken = Date.now(),
}) {
  const record = {
    key, kind, front, photo, guide, codes, person, who, picture, isRaw, heldUntil, taken, attempts: 0, notBefore: 0,
    pausedUntil: 0, state: "waiting", reason: null, signIn: false,
  };
  await write({ store: "photos", put: record });
  publish({ kind: "photos", key });
  return record;
}

/** All unsent photos, oldest first. */
export async function photos() {
  return (await all("photos")).sort((one, other) => one.taken - other.taken);
}

/** Whether a photo waits for its next attempt: after a failure, or because the server has asked for a pause. */
export const isPaused = (photo) => photo.attempts > 0 || Math.max(photo.notBefore, photo.pausedUntil) > Date.now();

/**
 * Changes a photo: `values` gives the new members of its record. All pages get `news`, too. Returns the record, or null
 * if the photo no longer exists.
 */
export async function changePhoto(key, values, news = {}) {
  const record = await update("photos", key, values);
  if (record) publish({ kind: "photos", key, ...news });
  return record;
}

/** Removes a photo and its backs, and ends their uploads. */
export async function removePhoto(key) {
  const backs = (await all("photos")).filter((one) => one.front === key);
  for (const gone of [key, ...backs.map((one) => one.key)]) {
    await write({ store: "photos", remove: gone });
    publish({ kind: "photos", key: gone, isRemoved: true });
  }
}

/** Reduces the photos that are not reduced yet, so that each has a small picture before its upload. */
export async function preparePhotos() {
  for (const photo of await photos()) if (photo.isRaw) await prepared(photo);
}

/** Begins to reduce a photo that will be added to the queue. Returns a promise of `{ photo, picture }`. */
export function beginPreparing({ key, photo }) {
  if (!begun.has(key)) begun.set(key, reduced(photo));
  return begun.get(key);
}

/** Reduces a photo. Returns its new record; null if the photo was removed meanwhile. */
export function prepared({ key, photo }) {
  if (!preparing.has(key)) {
    const made = (begun.get(key) ?? reduced(photo))
      .then((values) => changePhoto(key, () => ({ ...values, isRaw: false })));
    preparing.set(key, made.finally(() => {
      preparing.delete(key);
      begun.delete(key);
    }));
  }
  return preparing.get(key);
}

/** A UUID of RFC 9562, version 4. `crypto.randomUUID` is missing without HTTPS. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
