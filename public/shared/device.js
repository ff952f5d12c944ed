// The settings of this browser. No function throws: a browser may forbid storage, and then a setting lasts as long as its
// page.
//
// The names: after-scan (camera, album), appearance (light, dark), history-view (wall, list), history-sort (rating,
// own, artist, year), search-key (off), camera (granted, refused), welcomed (on: the camera page was used),
// shelf-welcomed (on: the introduction of the shelf camera was read), shelf-grid (on), unsent (on: photos or changes
// may wait to be sent), keep-finds (on), kept-at (when the kept finds were last updated), person and who (id and name
// of the person who last used the camera page), visitor (id of the person of the last page), came-from (camera,
// history). `came-from` belongs to one tab and is stored in its session.

const PREFIX = "albumscan.";

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

/** Removes all settings. */
export function clearSettings() {
  memory.clear();
  for (const area of ["localStorage", "sessionStorage"]) clearArea(area);
}

function clearArea(area) {
  try {
    const stored = globalThis[area];
    for (const name of Object.keys(stored)) if (name.startsWith(PREFIX)) stored.removeItem(name);
  } catch {
    // A forbidden storage has nothing to remove.
  }
}

// The addresses of the workers that a page may start. Each Content-Security-Policy names the policy `albumscan-worker`.

const ADDRESSES = { worker: "/sw.js", encoder: "/encoder.js" };
let policy;

/** The address of `worker` or `encoder`, as a trusted type if the browser has them. A page makes its policy once. */
export function trustedAddress(name) {
  policy ??= globalThis.trustedTypes?.createPolicy("albumscan-worker", { createScriptURL: (name) => ADDRESSES[name] });
  return policy?.createScriptURL(name) ?? ADDRESSES[name];
}
