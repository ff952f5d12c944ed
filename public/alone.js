// One sender at a time in all pages of this browser. Uses no document: the service worker imports it.

/**
 * Runs `body` while no other page holds the lock `name`; with `ifFree`, only if none holds it. Without locks, or where
 * the browser forbids them together with all storage, two pages may send the same thing, which is harmless: a photo has
 * a key, and a change gives a find the same values again.
 */
export async function alone(name, ifFree, body) {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return body();
  };
  const options = ifFree ? { ifAvailable: true } : {};
  try {
    const locks = globalThis.navigator?.locks;
    if (locks) return await locks.request(name, options, (lock) => lock && begin());
  } catch (error) {
    if (isBegun) throw error;
  }
  return body();
}
