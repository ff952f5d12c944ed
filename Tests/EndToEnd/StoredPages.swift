// The data that a browser has stored: the caches of the service worker, and the photos of the
// queue.

import Support
import Testing

extension Browser {
  /// Waits until the service worker has stored the page at `path`.
  func waitUntilStored(_ path: String) throws {
    #expect(try eventually { try stored().contains(path) }, "\(path) is not stored")
  }

  /// The paths of everything in the caches whose names begin with `albumscan-` and one of `names`.
  func stored(in names: [String] = ["pages", "pictures", "finds"]) throws -> [String] {
    let script = """
      const [names] = arguments;
      return (async () => {
        const paths = [];
        for (const name of names) {
          if (!(await caches.has(`albumscan-${name}`))) continue;
          const entries = await (await caches.open(`albumscan-${name}`)).keys();
          paths.push(...entries.map((one) => new URL(one.url).pathname));
        }
        return paths;
      })();
      """
    return try run(script, [.list(names.map { .text($0) })]).items.map(\.text)
  }

  /// The person whose pages are stored, as JSON: an id, `null` for a stranger, or empty for none.
  func storedPerson() throws -> String {
    try run(
      """
      return caches.match("/person", { cacheName: "albumscan-person" })
        .then((answer) => answer?.text() ?? "");
      """
    ).text
  }

  /// Waits until a service worker answers the requests of the page.
  func waitForWorker() throws {
    #expect(
      try eventually {
        try run("return navigator.serviceWorker.controller?.state === 'activated'").isTrue
      }, "no service worker")
  }

  /// Puts a photo into the queue of unsent photos, and returns their number.
  func queuePhoto(of person: String? = nil) throws -> Int {
    let script = """
      return (async () => {
        const queue = await import("/queue.js");
        const canvas = new OffscreenCanvas(400, 400);
        canvas.getContext("2d").fillRect(0, 0, 400, 400);
        await queue.addPhoto({ photo: await canvas.convertToBlob({ type: "image/jpeg" }), who: arguments[0] });
        return (await queue.photos()).length;
      })();
      """
    return Int(try run(script, [person.map { .text($0) } ?? .null]).number)
  }

  /// The number of unsent photos.
  func queuedPhotos() throws -> Int {
    Int(
      try run(
        "return import('/queue.js').then((queue) => queue.photos()).then((all) => all.length)"
      )
      .number)
  }
}
