// Visits to pages: the first visit of a new browser, and a later visit on a new connection.

import Services

struct PageRound {
  private let house: BrowserHouse
  private let browser: Chromium

  init(_ house: BrowserHouse, _ photos: BenchPhotos) throws {
    self.house = house
    browser = try Chromium(
      trusting: house.certificate, camera: photos.camera, slowDown: BrowserBench.slowDown)
  }

  func measure(into seen: inout BrowserResults) throws {
    let album = try house.addFind()
    try visitCamera(&seen)
    try visitAlbum(album, &seen)
    try visitHistory(&seen)
  }

  private func visitCamera(_ seen: inout BrowserResults) throws {
    let isReady = "benchNotes.scan && benchNotes.picture"
    let before = house.proxy.counts.down
    var first = try browser.visit("\(house.origin)/", until: isReady)
    browser.wait(milliseconds: 4000)
    first.lineBytes = house.proxy.counts.down - before
    seen.first.append(first)
    try browser.allowCamera(of: house)
    for _ in 0..<2 {
      try browser.leave(house)
      let later = try browser.visit(
        "\(house.origin)/",
        until: "\(isReady) && (benchNotes.video || !document.querySelector('video'))")
      seen.later.append(later)
    }
    seen.hasCamera = try browser.value("!!document.querySelector('video')").flag == true
  }

  private func visitAlbum(_ path: String, _ seen: inout BrowserResults) throws {
    try browser.leave(house)
    try browser.command("Network.clearBrowserCache")
    try browser.command(
      "Storage.clearDataForOrigin", ["origin": .string(house.origin), "storageTypes": "all"])
    seen.album.append(try browser.visit("\(house.origin)\(path)", until: "benchNotes.text"))
    try browser.leave(house)
    seen.albumLater.append(try browser.visit("\(house.origin)\(path)", until: "benchNotes.text"))
  }

  /// Swipes a row of the history open, and closes it again; then selects one find, all, and none.
  private func visitHistory(_ seen: inout BrowserResults) throws {
    try house.fillHistory()
    seen.history.append(try browser.visit("\(house.origin)/history/", until: "document.body"))
    let start = try browser.value("performance.now()").decimal ?? 0
    for _ in 0..<3 {
      try browser.swipe(".finds .slide", by: 120)
      browser.wait(milliseconds: 500)
      try browser.swipe(".finds .slide", by: -120)
      browser.wait(milliseconds: 500)
    }
    let after = try browser.look()
    seen.swipe.append(after.tasks(after: start))
    try select(&seen)
  }

  private func select(_ seen: inout BrowserResults) throws {
    let start = try browser.value("benchNotes.frames = [], performance.now()").decimal ?? 0
    let steps = [(".tools .select", 0), (".finds .find", 1), (".selection-head .button", 100)]
    for (button, count) in steps + [(".close-selection", 0)] {
      try browser.tap(button)
      browser.wait(milliseconds: 800)
      let chosen = try browser.value("document.querySelectorAll('.pick:checked').length")
      guard chosen.whole == count else { throw BenchError.otherSelection(count, chosen.whole) }
    }
    let after = try browser.look()
    seen.selection.append(after.tasks(after: start))
    seen.selectionFrames += after.longFrames
  }
}

extension Chromium {
  /// Gives the site the permission for the camera, as the user's answer to the browser's question.
  func allowCamera(of house: BrowserHouse) throws {
    try command(
      "Browser.grantPermissions",
      ["origin": .string(house.origin), "permissions": ["videoCapture"]])
  }
}
