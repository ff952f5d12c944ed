// Scans in the browser: the time from the tap to the first visible name, on the first visit of a new
// browser and on a later one; and several scans in the tray.

import Services

/// The way in which a person sends a photo, and the way in which the model answers.
struct ScanKind {
  let name: String
  let pace: DemoPace
  /// The maximum time from the tap to the name.
  let most: Double
  /// The photos of the first and the later visit, as indices of `BenchPhotos`.
  let photos: [Int]
  let isCamera: Bool

  /// The model's identification takes 3.0 s. Streamed, its first candidate is complete after 1.2 s.
  static let all = [
    ScanKind(name: "chosen photo", pace: .phone, most: 5500, photos: [0, 1], isCamera: false),
    ScanKind(name: "camera", pace: .phone, most: 5500, photos: [0, 1], isCamera: true),
    ScanKind(
      name: "camera, streamed", pace: .streamed, most: 4000, photos: [3, 4], isCamera: true),
  ]
}

struct ScanRound {
  private let house: BrowserHouse
  private let photos: BenchPhotos

  init(_ house: BrowserHouse, _ photos: BenchPhotos) {
    self.house = house
    self.photos = photos
  }

  func measure(into seen: inout BrowserResults) throws {
    for (place, kind) in ScanKind.all.enumerated() where seen.hasCamera || !kind.isCamera {
      house.setPace(kind.pace)
      seen.names[place].append(try twoScans(place, &seen))
    }
    if seen.hasCamera { try scanInSeries(&seen) }
  }

  /// The milliseconds from the tap to the name, for the first scan of a new browser and the next.
  private func twoScans(_ place: Int, _ seen: inout BrowserResults) throws -> [Double] {
    let kind = ScanKind.all[place]
    let browser = try newBrowser()
    return try kind.photos.map { number in
      try photos.show(number)
      try openCamera(browser)
      if kind.isCamera {
        try browser.tap(".bar .pill")
      } else {
        try browser.choose(photos.files[number], in: "#choose-photo")
      }
      let hasName = try browser.wait(for: Self.names(1), limit: 40_000)
      seen.scanRequests[place].append(RequestLog(browser.events))
      _ = try browser.wait(for: "location.pathname.startsWith('/album/')", limit: 12_000)
      note(try browser.list("pages"), &seen)
      let (taps, names) = try (browser.list("taps"), browser.list("names"))
      guard hasName, let tap = taps.last?.decimal, let name = names.first?["at"]?.decimal else {
        return .infinity
      }
      return name - tap
    }
  }

  /// Three scans one after another, while the tray shows them.
  private func scanInSeries(_ seen: inout BrowserResults) throws {
    let browser = try newBrowser()
    try photos.show(2)
    try openCamera(browser)
    _ = try browser.value("localStorage.setItem('albumscan.after-scan', 'camera')")
    try openCamera(browser)
    let start = try browser.value("performance.now()").decimal ?? 0
    for _ in 0..<3 {
      try browser.tap(".bar .pill")
      browser.wait(milliseconds: 1500)
    }
    _ = try browser.wait(for: Self.names(1), limit: 20_000)
    browser.wait(milliseconds: 6000)
    let visit = try browser.look()
    seen.tray.append(visit.tasks(after: start))
    seen.series.append(visit)
  }

  private func newBrowser() throws -> Chromium {
    let browser = try Chromium(
      trusting: house.certificate, camera: photos.camera, slowDown: BrowserBench.slowDown)
    try browser.allowCamera(of: house)
    return browser
  }

  /// Opens the camera page on a new connection, waits for the live camera if there is one, and
  /// forgets taps and names.
  private func openCamera(_ browser: Chromium) throws {
    try browser.leave(house)
    _ = try browser.visit("\(house.origin)/", until: "benchNotes.scan && benchNotes.picture")
    _ = try browser.wait(
      for: "benchNotes.video || !document.querySelector('video')", limit: 10_000)
    _ = try browser.value("sessionStorage.clear()")
    browser.forgetEvents()
  }

  /// The condition that at least `count` names were visible.
  private static func names(_ count: Int) -> String {
    "JSON.parse(sessionStorage.getItem('bench.names') ?? '[]').length >= \(count)"
  }

  /// Notes the visits of scan pages, and their long tasks after 1.5 s, while sentences slide.
  private func note(_ pages: [JSON], _ seen: inout BrowserResults) {
    for page in pages where page["path"]?.text?.hasPrefix("/scan/") == true {
      let visit = PageVisit(events: [], notes: page)
      seen.slides.append(visit.tasks(after: 1500))
      seen.scanPage.append(visit)
    }
  }
}

extension Chromium {
  /// A list that watch.js keeps in the session storage.
  func list(_ name: String) throws -> [JSON] {
    let text = try value("sessionStorage.getItem('bench.\(name)') ?? '[]'").text ?? "[]"
    return JSON(text)?.items ?? []
  }
}
