// The database `albumscan` of this browser: photos that are not sent yet (`photos`), and the scans of the tray
// (`scans`). Uses no document, because the service worker imports it. If the browser refuses to store a record,
// the record stays in memory as long as its page.

const KEYS = { photos: "key", scans: "id" };
const memory = { photos: new Map(), scans: new Map() };
let opening = null;

/** All records of a store. */
export async function all(store) {
  const stored = await work([store], "readonly", (one) => one(store).getAll()).catch(() => null);
  return [...(stored ?? []), ...memory[store].values()];
}

/**
 * Makes all changes in one transaction. A change is `{ store, put: record }` or `{ store, remove: key }`.
 */
export async function write(...changes) {
  for (const { store, remove } of changes) if (remove !== undefined) memory[store].delete(remove);
  try {
    await work([...new Set(changes.map((one) => one.store))], "readwrite", (store) => apply(changes, store));
    for (const { store, put } of changes) if (put) memory[store].delete(put[KEYS[store]]);
  } catch {
    for (const { store, put } of changes) if (put) memory[store].set(put[KEYS[store]], put);
  }
}

function apply(changes, store) {
  for (const change of changes) {
    if (change.put) store(change.store).put(change.put);
    else store(change.store).delete(change.remove);
  }
}

/** Runs `body` in one transaction, and returns the result of the request that `body` returns. */
async function work(stores, mode, body) {
  const database = await open();
  return new Promise((done, fail) => {
    const transaction = database.transaction(stores, mode);
    transaction.onabort = () => fail(transaction.error);
    const request = body((name) => transaction.objectStore(name));
    transaction.oncomplete = () => done(request?.result);
  });
}

function open() {
  opening ??= new Promise((done, fail) => {
    const request = indexedDB.open("albumscan", 1);
    request.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(KEYS)) request.result.createObjectStore(store, { keyPath });
    };
    request.onsuccess = () => done(kept(request.result));
    request.onerror = request.onblocked = () => fail(request.error);
  }).catch((error) => {
    opening = null;
    throw error;
  });
  return opening;
}

/** Another page may delete the database, and a browser may close it. The next use opens it again. */
function kept(database) {
  database.onversionchange = () => {
    database.close();
    opening = null;
  };
  database.onclose = () => { opening = null; };
  return database;
}
