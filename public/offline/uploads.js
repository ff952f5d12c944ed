// The uploads that run in this page. A new service worker takes over only when no page uploads.

let running = 0;

export const isUploading = () => running > 0;

/** Runs `body` and counts it as an upload until it ends. */
export async function uploading(body) {
  running += 1;
  try {
    return await body();
  } finally {
    running -= 1;
  }
}
