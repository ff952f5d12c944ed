// The settings of this browser, and the way to forget everything that this browser stores. No function throws:
// a browser may forbid storage, and then a setting lasts as long as its page.
//
// The names: after-scan (camera, album), appearance (light, dark), history-view (wall, list), search-key (off),
// camera (granted, refused), welcomed (on: the camera page was used), unsent (on: photos may wait to be sent),
// keep-finds (on), kept-at (when the kept finds were brought up to date), person and who (id and name of the person who
// took the last photo), visitor (id of the person of the last page), came-from (camera, history). `came-from` belongs to
// one tab and is stored in its session.

const PREFIX = "albumscan.";

/** Databases of the scripts, for browsers that cannot list them. */
const DATABASES = ["albumscan", "albumscan-shared"];

/** Values that the storage did not take. */
const memory = new Map();

/** The value of a setting as a text, or null. */
export function setting(name) {
  if (memory.has(name)) return memory.get(name);
  try {
    return storage(name).getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Stores a setting; null removes it. */
export function setSetting(name, value) {
  memory.delete(name);
  try {
    if (value === null) storage(name).removeItem(PREFIX + name);
    else storage(name).setItem(PREFIX + name, value);
  } catch {
    memory.set(name, value === null ? null : String(value));
  }
}

function storage(name) {
  return name === "came-from" ? sessionStorage : localStorage;
}

/** Asks the browser not to throw away what is stored here. Browsers decide by themselves, some after a question. */
export async function keepStorage() {
  try {
    return (await navigator.storage?.persist?.()) ?? false;
  } catch {
    return false;
  }
}

/**
 * Removes everything that the scripts have stored in this browser: settings, unsent photos, the tray, stored pages
 * and pictures. Ends when nothing is left, or when the browser refuses.
 */
export async function clearDevice() {
  memory.clear();
  for (const area of ["localStorage", "sessionStorage"]) clearArea(area);
  await Promise.all([clearCaches(), clearDatabases()]);
}

function clearArea(area) {
  try {
    const stored = globalThis[area];
    for (const name of Object.keys(stored)) if (name.startsWith(PREFIX)) stored.removeItem(name);
  } catch {
    // A forbidden storage has nothing to remove.
  }
}

async function clearCaches() {
  try {
    const names = await globalThis.caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("albumscan")).map((name) => caches.delete(name)));
  } catch {
    // Without HTTPS there are no caches.
  }
}

async function clearDatabases() {
  try {
    const listed = (await indexedDB.databases?.()) ?? [];
    const names = new Set([...DATABASES, ...listed.map((one) => one.name)]);
    await Promise.all([...names].filter((name) => name.startsWith("albumscan")).map(clearDatabase));
  } catch {
    // A forbidden storage has nothing to remove.
  }
}

/** Empties each store of a database. Another tab may have the database open, which delays its deletion. */
function clearDatabase(name) {
  return new Promise((done) => {
    const opening = indexedDB.open(name);
    // The database does not exist, and must not begin to exist.
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = opening.onblocked = () => done();
    opening.onsuccess = () => {
      const database = opening.result;
      const stores = [...database.objectStoreNames];
      if (!stores.length) return finish();
      try {
        const change = database.transaction(stores, "readwrite");
        change.oncomplete = change.onabort = finish;
        for (const store of stores) change.objectStore(store).clear();
      } catch {
        // The browser has closed the database.
        finish();
      }
      function finish() {
        database.close();
        done();
      }
    };
  });
}

// The addresses of the workers that a page may start. Each Content-Security-Policy contains the name of this policy.

const ADDRESSES = { worker: "/sw.js", encoder: "/encoder.js" };
let policy;

/** The address of `worker` or `encoder`, as the browser wants it. A page may make a policy only once. */
export function trustedAddress(name) {
  policy ??= globalThis.trustedTypes?.createPolicy("albumscan-worker", { createScriptURL: (name) => ADDRESSES[name] });
  return policy?.createScriptURL(name) ?? ADDRESSES[name];
}
