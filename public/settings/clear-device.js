// The removal of everything that this browser stores. No function throws: a browser may forbid storage.

import { clearSettings } from "../shared/device.js";

/** Databases of the scripts, for browsers that cannot list them. */
const DATABASES = ["albumscan", "albumscan-shared"];

/**
 * Removes everything that the scripts have stored in this browser: settings, unsent photos, the tray, stored pages and
 * pictures. Ends when everything is removed, or when the browser refuses.
 */
export async function clearDevice() {
  clearSettings();
  await Promise.all([clearCaches(), clearDatabases()]);
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
    // If the browser forbids storage, there is nothing to remove.
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
