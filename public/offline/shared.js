// Photos that another app shared with this one. The service worker stores them here, and the camera page asks
// whether to scan them. The module uses no document, because the service worker imports it.

const [DATABASE, STORE] = ["albumscan-shared", "photos"];

/** The maximum number of photos in one share; further photos are not stored. */
const LIMIT = 20;

/** The maximum number of photos of all shares. */
const TOTAL = 60;

/**
 * Stores the photos of a share, and keeps those of earlier shares without an answer: another site can send a share,
 * too, and must not remove a photo. Throws if the browser refuses.
 */
export async function keepShared(photos) {
  await change((store) => {
    const counting = store.count();
    counting.onsuccess = () => {
      for (const photo of photos.slice(0, Math.min(LIMIT, TOTAL - counting.result))) store.add(photo);
    };
  });
}

/** The photos of the shares that wait for an answer, a list of Blobs; an empty list without such photos. */
export async function sharedPhotos() {
  try {
    return (await change((store) => store.getAll(), "readonly")) ?? [];
  } catch {
    return [];
  }
}

export async function forgetShared() {
  await change((store) => store.clear()).catch(() => null);
}

/** Runs `body` in one transaction, and returns the result of the request that `body` returns. */
async function change(body, mode = "readwrite") {
  const database = await open();
  try {
    return await new Promise((done, fail) => {
      const transaction = database.transaction(STORE, mode);
      const request = body(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request?.result);
      transaction.onabort = () => fail(transaction.error);
    });
  } finally {
    database.close();
  }
}

function open() {
  return new Promise((done, fail) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { autoIncrement: true });
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => fail(opening.error);
  });
}
