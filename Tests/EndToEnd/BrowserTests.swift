// All ways through the program in a real browser: real pages, real scripts, and the real CGI behind
// a real web server. Then the same ways without scripts.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    try installation.copySample()
    server = try WebServer(installation)
  }

  // MARK: A photo becomes a find

  @Test func `a chosen photo leads to the album's page`() throws {
    let browser = try Browser(hasServiceWorker: true)
    try browser.open("\(installation.origin)/")
    try browser.type(Sample.wholePhoto, into: "#choose-photo")
    #expect(try eventually { try browser.address.contains("/album/") })
    #expect(try browser.text("h1") == "Kind of Blue\nMiles Davis")
    // The page of the scan becomes the page of the album in place, and the verdict arrives last.
    #expect(try eventually { try browser.text(".badge").hasPrefix("ESSENTIAL CLASSIC") })
    let hasArtwork = "return document.querySelector('.artwork').naturalWidth > 0"
    #expect(try eventually { try browser.run(hasArtwork).isTrue })
    try browser.tap(".close")
    #expect(try eventually { try browser.address == "\(installation.origin)/" })
    try browser.open("\(installation.origin)/history/")
    #expect(try browser.text(".finds").contains("Kind of Blue"))
    try expectSilence(browser)
  }

  @Test func `without script the SCAN button sends and the page leads on by itself`() throws {
    let browser = try Browser(hasScript: false)
    try browser.open("\(installation.origin)/")
    try browser.type(Sample.photo, into: "#take-photo")
    #expect(try browser.text(".take label") == "Photo ready: press SCAN")
    try browser.tap(".bar .pill")
    #expect(try eventually { try browser.address.contains("/scan/") })
    #expect(try eventually { try browser.address.contains("/album/") })
    #expect(try browser.text("h1") == "Kind of Blue\nMiles Davis")
  }

  @Test func `without script a chosen photo has its own button, and SCAN sends it, too`() throws {
    let browser = try Browser(hasScript: false)
    try browser.open("\(installation.origin)/")
    #expect(try browser.text(".send").isEmpty)
    try browser.type(Sample.photo, into: "#choose-photo")
    try browser.tap(".send")
    #expect(try eventually { try browser.address.contains("/album/") })
    try browser.open("\(installation.origin)/")
    try browser.type(Sample.photo, into: "#choose-photo")
    try browser.tap(".bar .chosen")
    #expect(try eventually { try browser.address.contains("/album/") }, "SCAN sends it, too")
  }

  // MARK: Failures

  @Test func `an unknown cover returns to the camera, with a banner that shrinks`() throws {
    let browser = try Browser()
    try browser.open("\(installation.origin)/")
    try browser.type(Sample.other, into: "#choose-photo")
    #expect(
      try eventually {
        try browser.text(".banner").hasPrefix("Unable to identify this cover art")
      })
    #expect(try browser.address == "\(installation.origin)/")
    #expect(try browser.text(".banner").contains("no model is configured"))
    #expect(try eventually { try browser.run("return !!document.querySelector('.thin')").isTrue })
    #expect(try browser.text(".banner") == "Unable to identify this cover art")
    let height = "return document.querySelector('.banner').offsetHeight"
    #expect(try browser.run(height) == 44)
    try browser.tap(".banner a")
    #expect(try eventually { try browser.address.contains("/scan/") })
    #expect(try browser.text("h1") == "Unable to identify this cover art")
    #expect(try browser.text("main").contains("Fill the guide with the whole cover"))
    try expectSilence(browser)
  }

  @Test func `without script an unknown cover ends on its own page`() throws {
    let browser = try Browser(hasScript: false)
    try browser.open("\(installation.origin)/")
    try browser.type(Sample.other, into: "#take-photo")
    try browser.tap(".bar .pill")
    let isOver = try eventually {
      try browser.text("h1") == "Unable to identify this cover art"
    }
    #expect(isOver)
    try browser.tap("main .pill")
    #expect(try eventually { try browser.address == "\(installation.origin)/" })
  }

  @Test func `a PNG that no browser can read is refused with advice, with and without script`()
    throws
  {
    let file = installation.folder.file("photo.png")
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
    try Files.replace(file, with: signature + Array(repeating: 0, count: 5000), durably: false)
    let browser = try Browser()
    try browser.open("\(installation.origin)/")
    try browser.type(file, into: "#choose-photo")
    #expect(try eventually { try browser.text(".banner").contains("We can't open this file") })
    let plain = try Browser(hasScript: false)
    try plain.open("\(installation.origin)/")
    try plain.type(file, into: "#take-photo")
    try plain.tap(".bar .pill")
    #expect(try eventually { try plain.text("h1") == "We can't open this file" })
  }

  @Test func `a PNG that the browser can read is sent as a JPEG`() throws {
    try scan("Nick Drake - Pink Moon")
    let browser = try Browser()
    try browser.open("\(installation.origin)/history/")
    let picture = try browser.run("return document.querySelector('.thumbnail').src").text
    try browser.open("\(installation.origin)/")
    try browser.run(
      """
      const image = new Image();
      image.onload = async () => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 800, height: 800 });
        canvas.getContext("2d").drawImage(image, 0, 0, 800, 800);
        const png = await new Promise((done) => canvas.toBlob(done, "image/png"));
        const files = new DataTransfer();
        files.items.add(new File([png], "cover.png", { type: "image/png" }));
        const input = document.querySelector("#choose-photo");
        input.files = files.files;
        input.dispatchEvent(new Event("change"));
      };
      image.src = arguments[0];
      """, [.text(picture)])
    #expect(try eventually { try browser.address.contains("/album/") })
    #expect(try browser.text("h1") == "Pink Moon\nNick Drake")
  }

  @Test func `a photo that could not be sent stays and is sent when the connection returns`() throws
  {
    let browser = try Browser(hasServiceWorker: true)
    try browser.open("\(installation.origin)/")
    try network(of: browser, isThere: false)
    try browser.type(Sample.wholePhoto, into: "#take-photo")
    #expect(
      try eventually { try browser.text(".banner").hasPrefix("Couldn't send the photo") })
    #expect(try browser.text(".progress-words") == "Not sent yet")
    try browser.tap(".again")
    pause(milliseconds: 200)
    #expect(try browser.text(".progress-words") == "Not sent yet")
    try network(of: browser, isThere: true, uploadBytesPerSecond: 100_000)
    #expect(try eventually { try browser.text(".progress-words").hasPrefix("Sending the photo: ") })
    #expect(try eventually { try browser.address.contains("/album/") })
    #expect(try installation.store().countFinds() == 1)
  }

  @Test func `a photo is sent as it is if the script that reduces it cannot be loaded`() throws {
    let browser = try Browser()
    try browser.beforeEachPage("delete globalThis.Worker;")
    try browser.chromium("Network.setBlockedURLs", ["urls": ["*/picture-*.js", "*/picture.js"]])
    try browser.open("\(installation.origin)/")
    try browser.type(Sample.cover, into: "#take-photo")
    #expect(try eventually { try installation.store().countFinds() == 1 })
  }

  // MARK: Settings

  @Test func `the settings come from the server, with and without script`() throws {
    for browser in [try Browser(), try Browser(hasScript: false)] {
      try browser.open("\(installation.origin)/settings/")
      #expect(try eventually { try browser.address.hasSuffix("/cgi-bin/albumscan/settings") })
      let text = try browser.text("main")
      #expect(text.contains("No accounts are set up"))
      #expect(text.contains("of $10.00 used this month"))
      try browser.tap(".close")
      #expect(try eventually { try browser.address == "\(installation.origin)/" })
    }
  }
}

extension BrowserTests {
  /// Scans covers of the sample, so that the last one is the newest find.
  func scan(_ sleeves: String...) throws {
    let files = sleeves.map { "\(Checkout.root)/sample/catalogue/\($0).jpg" }
    #expect(try installation.albumscan(["scan"] + files).exitCode == 0)
  }

  /// Checks that the console has no message, not even from the content security policy.
  func expectSilence(_ browser: Browser) throws {
    let lines = try browser.messages()
    #expect(lines.isEmpty, "\(lines)")
  }

  private func network(
    of browser: Browser, isThere: Bool, uploadBytesPerSecond: Int = -1
  ) throws {
    try browser.chromium(
      "Network.emulateNetworkConditions",
      [
        "offline": .bool(!isThere), "latency": 0, "downloadThroughput": -1,
        "uploadThroughput": .number(Double(uploadBytesPerSecond)),
      ])
  }
}
