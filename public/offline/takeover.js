// A new service worker takes over only when no page uploads. Uses no document.

/** Becomes the service worker of all pages, unless one of them uploads or does not answer. */
export async function takeOver() {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  if (held.some((lock) => lock.name === "albumscan-send")) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const answers = await Promise.all(pages.map(isUploading));
  if (!answers.some(Boolean)) skipWaiting();
}

function isUploading(page) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data !== false);
    setTimeout(() => done(true), 1000);
    page.postMessage({ type: "uploading" }, [port2]);
  });
}
