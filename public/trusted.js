// The addresses of the workers that a page may start: the service worker and the encoder. Each Content-Security-Policy
// contains the name of this policy.

const ADDRESSES = { worker: "/sw.js", encoder: "/encoder.js" };
let policy;

/** The address of `worker` or `encoder`, as the browser wants it. A page may make a policy only once. */
export function trustedAddress(name) {
  policy ??= globalThis.trustedTypes?.createPolicy("albumscan-worker", { createScriptURL: (name) => ADDRESSES[name] });
  return policy?.createScriptURL(name) ?? ADDRESSES[name];
}
