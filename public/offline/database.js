// The database `albumscan` of this browser: photos and changes of finds that are not sent yet (`photos`, `edits`), and
// the scans of the tray (`scans`). Uses no document, because the service worker imports it. If the browser refuses to
// store a record, the record stays in memory as long as its page is open. Readers then get this record, not an older
// stored one.

/** Version 2 added `edits`. */
const VERSION = 2;
const KEYS = { photos: "key", scans: "id", edits: "key" };

/** The records that the browser did not store, and the keys of those that it did not remove. */
const memory = { photos: new Map(), scans: new Map(), edits: new Map() };
const removed = { photos: new Set(), scans: new Set(), edits: new Set() };

/** iOS closes the database while its page is in the background; its use then fails with one of these errors. */
const LOST = ["InvalidStateError", "UnknownError"];
let opening = null;

export async function all(store) {
  const stored = await work([store], "readonly", (one) => one(store).getAll()).catch(() => []);
  const records = new Map(stored.map((one) => [one[KEYS[store]], one]));
  for (const key of removed[store]) records.delete(key);
  for (const [key, record] of memory[store]) records.set(key, record);
  return [...records.values()];
}

/**
 * Makes all changes in one transaction. A change is `{ store, put: record }` or `{ store, remove: key }`.
 */
export async function write(...changes) {
  if (await isMade(changes)) return changes.forEach((one) => note(one, true));
  const [puts, removals] = [changes.filter((one) => one.put), changes.filter((one) => !one.put)];
  // The removals are tried without the new records, because a browser with a full storage can still remove records.
  const isRemoved = puts.length > 0 && removals.length > 0 && (await isMade(removals));
  for (const one of puts) note(one, false);
  for (const one of removals) note(one, isRemoved);
}

/**
 * Changes a record in one transaction: `values` gives the new members of the record, or null to remove it. Returns the
 * changed record, or null if there is none: another page may have removed it.
 */
export async function update(store, key, values) {
  const changed = (record) => {
    const made = values(record);
    return made && { ...record, ...made };
  };
  if (!isOnlyHere(store, key)) {
    let result = null;
    try {
      await work([store], "readwrite", (one) => {
        result = null;
        const request = one(store).get(key);
        request.onsuccess = () => {
          if (!request.result) return;
          result = changed(request.result);
          if (result) one(store).put(result);
          else one(store).delete(key);
        };
      });
      return result;
    } catch { /* The browser stores nothing at the moment. */ }
  }
  const record = (await all(store)).find((one) => one[KEYS[store]] === key);
  if (!record) return null;
  const result = changed(record);
  await write(result ? { store, put: result } : { store, remove: key });
  return result;
}

/** Removes a record, and puts `made(record)` into the store `target`. Returns false if there is no such record. */
export async function replace(store, key, target, made) {
  if (!isOnlyHere(store, key)) {
    let isFound = false;
    try {
      await work([store, target], "readwrite", (one) => {
        const request = one(store).get(key);
        request.onsuccess = () => {
          isFound = Boolean(request.result);
          if (isFound) one(target).put(made(request.result)).onsuccess = () => one(store).delete(key);
        };
      });
      return isFound;
    } catch { /* The browser stores nothing at the moment. */ }
  }
  const record = (await all(store)).find((one) => one[KEYS[store]] === key);
  if (record) await write({ store: target, put: made(record) }, { store, remove: key });
  return Boolean(record);
}

const isOnlyHere = (store, key) => memory[store].has(key) || removed[store].has(key);

/**
 * Makes the changes one after another. WebKit stores no Blob in a private window. After this error, it ends the
 * transaction only if no other request is waiting.
 */
function isMade(changes) {
  const stores = [...new Set(changes.map((one) => one.store))];
  const apply = (store, [first, ...others] = changes) => {
    const request = first.put ? store(first.store).put(first.put) : store(first.store).delete(first.remove);
    if (others.length > 0) request.onsuccess = () => apply(store, others);
  };
  return work(stores, "readwrite", apply).then(() => true, () => false);
}

function note({ store, put, remove }, isStored) {
  const key = put ? put[KEYS[store]] : remove;
  memory[store].delete(key);
  removed[store].delete(key);
  if (isStored) return;
  if (put) memory[store].set(key, put);
  else removed[store].add(key);
}

/** Runs `body` in one transaction, and returns the result of the request that `body` returns. */
async function work(stores, mode, body) {
  const used = open();
  try {
    return await transact(await used, stores, mode, body);
  } catch (error) {
    if (!LOST.includes(error?.name)) throw error;
    if (opening === used) opening = null;
    return transact(await open(), stores, mode, body);
  }
}

function transact(database, stores, mode, body) {
  return new Promise((done, fail) => {
    const transaction = database.transaction(stores, mode);
    transaction.onabort = () => fail(transaction.error);
    const request = body((name) => transaction.objectStore(name));
    transaction.oncomplete = () => done(request?.result);
  });
}

function open() {
  opening ??= new Promise((done, fail) => {
    const request = indexedDB.open("albumscan", VERSION);
    request.onupgradeneeded = () => {
      const present = request.result.objectStoreNames;
      for (const [store, keyPath] of Object.entries(KEYS)) {
        if (!present.contains(store)) request.result.createObjectStore(store, { keyPath });
      }
    };
    request.onsuccess = () => done(kept(request.result));
    request.onerror = request.onblocked = () => fail(request.error);
  }).catch((error) => {
    opening = null;
    throw error;
  });
  return opening;
}

/** Another page may delete the database, and a browser may close it. The next use then opens it again. */
function kept(database) {
  database.onversionchange = () => {
    database.close();
    opening = null;
  };
  database.onclose = () => { opening = null; };
  return database;
}
