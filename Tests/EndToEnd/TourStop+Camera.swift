// The states of the camera page.

import Albums
import Store
import Support

extension TourHouse {
  func cameraStops() throws -> [TourStop] {
    let failed = try endedScans().first { $0.isFailed }?.id
    let isLive = "document.querySelector('video').videoWidth > 0"
    return [
      TourStop(name: "camera-first-visit", path: "/", device: .question),
      TourStop(
        name: "camera-asking", path: "/", device: .question,
        act: { try $0.run("document.querySelector('.use').click()") }),
      TourStop(name: "camera-live", path: "/", device: .camera, until: isLive),
      TourStop(
        name: "camera-live-tray", path: "/", device: .camera,
        stored:
          "\(try Self.tray(of: self)); localStorage.setItem('albumscan.after-scan', 'camera')",
        until: "\(isLive) && !document.querySelector('.tray').hidden"),
      TourStop(name: "camera-refused", path: "/", device: .refused),
      TourStop(
        name: "camera-missing", path: "/",
        act: { try $0.run("document.querySelector('.use').click()") },
        until: "!document.querySelector('.problem').hidden"),
      TourStop(
        name: "camera-tray", path: "/", stored: try Self.tray(of: self),
        until: "!document.querySelector('.tray').hidden"),
      TourStop(name: "camera-shared", path: "/?shared=1", stored: Self.shared),
      TourStop(
        name: "camera-failed-scan", path: "/?failed=\(failed.map(\.text) ?? "")",
        until: "!!document.querySelector('.thin')"),
      TourStop(
        name: "camera-not-sent", path: "/",
        act: { browser in
          try browser.network(.offline)
          try browser.type(Sample.cover, into: "#choose-photo")
          pause(milliseconds: 800)
        }),
    ] + shelfStops(isLive)
  }

  /// The states of the camera page for a shelf. `isLive` is the condition of a live picture.
  private func shelfStops(_ isLive: String) -> [TourStop] {
    let welcomed = "localStorage.setItem('albumscan.shelf-welcomed', 'on')"
    let opening = "document.querySelector('dialog.NAME').showModal()"
    return [
      TourStop(
        name: "shelf-first-visit", path: "/shelf/", device: .camera,
        until: "document.querySelector('.intro').open"),
      TourStop(
        name: "shelf-live", path: "/shelf/", device: .camera,
        stored: "\(welcomed); localStorage.setItem('albumscan.shelf-grid', 'on')",
        act: { browser in
          pause(milliseconds: 500)
          try browser.run(
            """
            dispatchEvent(new DeviceOrientationEvent("deviceorientation", { beta: 80, gamma: 89.9 }));
            """)
        },
        until: isLive),
      TourStop(
        name: "shelf-help", path: "/shelf/", device: .refused, stored: welcomed,
        act: { try $0.run(opening.replacing("NAME", with: "help")) }),
      TourStop(
        name: "shelf-quality", path: "/shelf/", device: .refused, stored: welcomed,
        act: { browser in
          try browser.run(
            "document.querySelector('.quality .reason').textContent = 'A question '.repeat(6)")
          try browser.run(opening.replacing("NAME", with: "quality"))
        }),
      TourStop(name: "shelf-refused", path: "/shelf/", device: .refused),
    ]
  }

  /// Fills the tray with the scans of this house, a photo that the server has refused, and a photo of
  /// a person who is not signed in.
  static func tray(of house: TourHouse) throws -> String {
    let scans = try house.installation.store().scans(since: Timestamp(milliseconds: 0)).suffix(9)
    let ids = scans.map { "\"\($0.id)\"" }.joined(separator: ",")
    return """
      const { write } = await import("/database.js");
      const taken = Date.now();
      const photo = await (await fetch("/icons/icon.svg")).blob();
      const common = { photo, guide: null, picture: photo, notBefore: 0, attempts: 9 };
      await write(
        ...[\(ids)].map((id, place) => ({ store: "scans", put: {
          id, key: crypto.randomUUID(), started: taken - 1000 * place, seen: place % 2 === 0,
          picture: photo, status: null, verdict: null } })),
        { store: "photos", put: { ...common, key: crypto.randomUUID(), who: null, taken: taken - 500,
          state: "refused", reason: "We can't open this file. It isn't a JPEG.", signIn: false } },
        { store: "photos", put: { ...common, key: crypto.randomUUID(), who: "Ben", taken: taken - 700,
          state: "waiting", reason: null, signIn: true } });
      """
  }

  /// Three photos that another app has shared.
  private static let shared = """
    const { keepShared } = await import("/shared.js");
    const photo = await (await fetch("/icons/icon.svg")).blob();
    await keepShared([photo, photo, photo]);
    """
}
