// The addresses of scripts that this page may start beside itself: the service worker and the encoder. The policy's name
// stands in each Content-Security-Policy (docs/interface.md).

const ADDRESSES = { worker: "/sw.js", encoder: "/encoder.js" };
let policy;

/** The address of `worker` or `encoder`, as the browser wants it. A page may make a policy only once. */
export function trustedAddress(name) {
  policy ??= globalThis.trustedTypes?.createPolicy("albumscan-worker", { createScriptURL: (name) => ADDRESSES[name] });
  return policy?.createScriptURL(name) ?? ADDRESSES[name];
}
