// Scans in the browser: the time from the tap to the first visible name, on the first visit of a new
// browser and on a later one.

import Services

struct ScanRound {
  private let house: BrowserHouse
  private let photos: BenchPhotos

  init(_ house: BrowserHouse, _ photos: BenchPhotos) throws {
    self.house = house
    self.photos = photos
  }

  func measure(into seen: inout BrowserResults) throws {
    seen.chosen.append(
      try twoScans(&seen) { browser, number in
        try browser.choose(photos.files[number], in: "#choose-photo")
      })
    guard seen.hasCamera else { return }
    seen.taken.append(
      try twoScans(&seen) { browser, _ in
        guard try browser.wait(for: "benchNotes.video", limit: 15_000) else { return }
        try browser.tap(".bar .pill")
      })
  }

  /// The milliseconds from the tap to the name, for the first scan of a new browser and the next.
  private func twoScans(
    _ seen: inout BrowserResults, _ send: (Chromium, Int) throws -> Void
  ) throws -> [Double] {
    let browser = try Chromium(
      trusting: house.certificate, camera: photos.camera, slowDown: BrowserBench.slowDown)
    try browser.allowCamera(of: house)
    return try (0..<2).map { number in
      try photos.show(number)
      try browser.leave(house)
      _ = try browser.visit("\(house.origin)/", until: "benchNotes.scan && benchNotes.picture")
      _ = try browser.value("sessionStorage.clear()")
      browser.forgetEvents()
      try send(browser, number)
      let isNamed = "JSON.parse(sessionStorage.getItem('bench.names') ?? '[]').length"
      let hasName = try browser.wait(for: isNamed)
      seen.scanRequests = RequestLog(browser.events)
      _ = try browser.wait(for: "location.pathname.startsWith('/album/')", limit: 12_000)
      note(try browser.list("pages"), &seen)
      let (taps, names) = try (browser.list("taps"), browser.list("names"))
      guard hasName, let tap = taps.last?.decimal, let name = names.first?["at"]?.decimal else {
        return .infinity
      }
      return name - tap
    }
  }

  /// The scan's page, after its scripts have run: the slides of its sentences.
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
