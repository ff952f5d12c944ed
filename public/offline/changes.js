// Tells this page and all other pages of this browser what has changed in the queue and in the tray. Uses no document:
// the service worker imports it.

const listeners = new Set();
const channel = opened();

if (channel) channel.onmessage = (message) => tell(message.data ?? {});

/**
 * Calls `callback` after each change, here or in another page, and returns a function that stops the calls. The
 * argument is one of these objects. Photos: `{ kind: "photos", key }`, perhaps with `isRemoved` or `isFailed`. Changes
 * of finds: `{ kind: "edits", find }`, perhaps with `sent`, the fields that have reached the server. Scans: `{ kind:
 * "scans", id, key }`. Progress of an upload: `{ kind: "progress", key, share }`, where `share` is 0 to 1.
 */
export function onChange(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

export function publish(change) {
  channel?.postMessage(change);
  tell(change);
}

function tell(change) {
  for (const listener of [...listeners]) listener(change);
}

/** A browser that stores nothing for a site may also refuse a channel. Then only this page learns of its changes. */
function opened() {
  try {
    return new BroadcastChannel("albumscan");
  } catch {
    return null;
  }
}
