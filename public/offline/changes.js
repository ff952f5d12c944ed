// Tells this page and all other pages of this browser what has changed in the queue and in the tray. Uses no document:
// the service worker imports it.

const listeners = new Set();
const channel = opened();

if (channel) channel.onmessage = (message) => tell(message.data ?? {});

/**
 * Calls `callback` after each change, here or in another page: `{ kind: "photos", key }`, also with `isRemoved` or
 * `isFailed`; `{ kind: "edits", find }`, also with `sent`, the fields that have reached the server;
 * `{ kind: "scans", id, key }`; or `{ kind: "progress", key, share }`, where `share` is 0 to 1. Returns a function that
 * stops the calls.
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
