// The settings of this browser, and the removal of everything that this browser stores. No function throws: a browser
// may forbid storage, and then a setting lasts as long as its page.
//
// The names: after-scan (camera, album), appearance (light, dark), history-view (wall, list), history-sort
// (rating, own, artist, year), search-key (off), camera
// (granted, refused), welcomed (on: the camera page was used), shelf-welcomed (on: the introduction of the shelf camera
// was read), shelf-grid (on), unsent (on: photos or changes may wait to be sent),
// keep-finds (on), kept-at (when the kept finds were last updated), person and who (id and name of the person who last
// used the camera page), visitor (id of the person of the last page), came-from (camera, history). `came-from` belongs
// to one tab and is stored in its session.

const PREFIX = "albumscan.";

/** Databases of the scripts, for browsers that cannot list them. */
const DATABASES = ["albumscan", "albumscan-shared"];

/** Settings that the browser did not store. */
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

/** Asks the browser to keep the stored data. Some browsers ask the user before they decide. */
export async function keepStorage() {
  try {
    return (await navigator.storage?.persist?.()) ?? false;
  } catch {
    return false;
  }
}

/**
 * Removes everything that the scripts have stored in this browser: settings, unsent photos, the tray, stored pages and
 * pictures. Ends when everything is removed, or when the browser refuses.
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

/** Empties each store of a database. A deletion of the database would have to wait for other tabs that use it. */
function clearDatabase(name) {
  return new Promise((done) => {
    const opening = indexedDB.open(name);
    // The database does not exist, so the script must not create it.
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

// The addresses of the workers that a page may start. Each Content-Security-Policy names the policy `albumscan-worker`.

const ADDRESSES = { worker: "/sw.js", encoder: "/encoder.js" };
let policy;

/** The address of `worker` or `encoder`, as a trusted type if the browser has them. A page makes its policy once. */
export function trustedAddress(name) {
  policy ??= globalThis.trustedTypes?.createPolicy("albumscan-worker", { createScriptURL: (name) => ADDRESSES[name] });
  return policy?.createScriptURL(name) ?? ADDRESSES[name];
}
