// A day in a shop, whose network answers every tenth request itself: each photo and each change arrives once.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserShopDayTests {
  private static let photos = 20
  private static let wants = 5

  @Test func `every photo and every Want arrives once through a network that meddles`() throws {
    let installation = try Installation()
    try installation.copySample()
    let sleeves = try Files.entries(of: "\(Checkout.root)/sample/catalogue")
      .filter { $0.hasSuffix(".jpg") }.sorted().prefix(Self.wants)
      .map { "\(Checkout.root)/sample/catalogue/\($0)" }
    #expect(try installation.albumscan(["scan"] + sleeves).exitCode == 0)
    let wanted = try installation.store().newestFinds(Self.wants).map(\.id)
    #expect(wanted.count == Self.wants)
    let server = try MeddledServer(installation)
    let browser = try Browser(hasServiceWorker: true, cameraPermission: .denied)
    let page = "\(installation.origin)/"
    try browser.open(page)
    try browser.waitForWorker()
    for find in wanted {
      try browser.open("\(installation.origin)/album/\(find)/")
      try browser.waitUntilStored("/album/\(find)/")
    }
    try browser.open(page)
    try browser.waitUntilStored("/")
    try browser.run("localStorage['albumscan.after-scan'] = 'camera'")

    server.answerEach(10)
    for number in 0..<Self.wants {
      try browser.open(page)
      let files = Array(repeating: Sample.cover, count: Self.photos / Self.wants)
      try browser.type(files.joined(separator: "\n"), into: "#choose-photo")
      #expect(
        try eventually {
          try browser.run("return document.querySelectorAll('.tile').length").number
            >= Double(min(20, (number + 1) * files.count))
        })
      try browser.open("\(installation.origin)/album/\(wanted[number])/")
      let isTapped = try eventually {
        try browser.tap(".statuses [data-status=want]")
        return try eventually(within: 3000) { try browser.text(".toast").contains("Want") }
      }
      #expect(isTapped, "\(number)")
    }
    try browser.open(page)
    func scans() throws -> Int {
      try installation.store().scans(since: Timestamp(milliseconds: 0)).count
    }
    let everything = Self.photos + Self.wants
    // A photo or a change that has failed several times waits until the reader returns to the page.
    let hasArrived = try eventually(within: 120_000) {
      let isEverywhere =
        try scans() == everything
        && wanted.allSatisfy { try installation.store().details(of: $0)?.status == .want }
      if !isEverywhere {
        pause(milliseconds: 1000)
        try browser.run("dispatchEvent(new Event('online'))")
      }
      return isEverywhere
    }
    let count = try scans()
    #expect(hasArrived, "\(count) scans")
    #expect(try eventually(within: 60_000) { try installation.store().countFinds() == everything })
    let left = """
      return [(await (await module("queue")).photos()).length, (await (await module("edits")).edits()).length];
      """
    #expect(try eventually { try browser.runAsync(left).items.map(\.number) == [0, 0] })
    #expect(try scans() == everything)
    #expect(server.foreignAnswers >= 10, "\(server.foreignAnswers)")
  }
}
