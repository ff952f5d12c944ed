// The live camera on the camera page: the first visit, SCAN, the abilities of a camera, and the
// page without a camera.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserLiveCameraTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    try installation.copySample()
    server = try WebServer(installation)
  }

  @Test func `SCAN is in the middle of the window, with and without finds`() throws {
    for hasFind in [false, true] {
      if hasFind { try installation.copySampleFind() }
      // Each case has a new browser, because a browser first shows its stored copy of the page.
      let browser = try Browser()
      for width in [320, 390] {
        try browser.size(width, 844)
        try browser.open("\(installation.origin)/")
        #expect(
          try browser.run("return Boolean(document.querySelector('.bar a ~ a:not([hidden])'))")
            .isTrue == hasFind)
        let shift = """
          const box = document.querySelector(".bar .pill").getBoundingClientRect();
          return Math.abs((box.left + box.right - innerWidth) / 2);
          """
        #expect(try browser.run(shift).number <= 1, "\(width) px, a find: \(hasFind)")
      }
    }
  }

  @Test
  func `the first visit asks once, a late answer starts the camera, and SCAN leads to the album`()
    throws
  {
    let finder = try Viewfinder(
      installation,
      scripts: [
        Viewfinder.withoutPermissionsAPI, Browser.unansweredQuestion, Viewfinder.countingRequests,
      ])
    let browser = finder.browser
    #expect(try eventually { try finder.view == "welcome" })
    #expect(try browser.text(".welcome h2") == "Discover music that matters")
    #expect(try browser.run("return window.asked") == 0, "no request before a tap")
    try expectNoProblems(in: browser)
    try browser.tap(".start")
    #expect(try eventually { try browser.text(".caption").contains("Your browser asks") })
    pause(milliseconds: 300)
    #expect(try finder.view == "welcome", "an unanswered question is no failure")
    try browser.run("window.answerQuestion(true)")
    #expect(try finder.aim())
    #expect(try browser.text(".caption") == "Fill the square with the cover")
    try expectNoProblems(in: browser)
    let outside = try Axe.contentOutsideLandmarks(in: browser)
    #expect(outside.isEmpty, "\(outside)")

    // This browser would ask for the camera again on each page, so *One after another* is on by
    // default.
    #expect(try browser.run("return document.querySelector('.after').ariaChecked").text == "true")
    try browser.tap(".after")
    try browser.tap(".bar .pill")
    #expect(try eventually { try browser.address.contains("/album/") })
    #expect(try browser.text("h1") == "Kind of Blue\nMiles Davis")
    let scan = try #require(try installation.store().scans(since: Timestamp(milliseconds: 0)).last)
    let record = try installation.store().record(of: scan.id)
    let guide = try #require(record.first { $0.column == "guide" }).value
    #expect(guide.split(separator: ",").count == 4, "\(guide)")

    // The next visit does not begin with the welcome, and requests the camera only after a tap.
    try browser.open(finder.page)
    #expect(try eventually { try finder.view == "invitation" })
    #expect(try browser.run("return window.asked") == 0)
    #expect(try eventually { try finder.stages == ["found"] }, "the tray shows the scan")
  }

  @Test func `a stored permission starts the camera, and a hidden page stops it`() throws {
    let finder = try Viewfinder(installation, scripts: [Viewfinder.countingRequests])
    let browser = finder.browser
    #expect(try finder.aim())
    let isShown =
      "return document.querySelector('.live').srcObject?.getVideoTracks()[0].readyState ?? 'none'"
    #expect(try eventually { try browser.run(isShown).text == "live" })
    let hide = """
      Object.defineProperty(document, "hidden", { value: arguments[0], configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      """
    try browser.run(hide, [.bool(true)])
    #expect(try browser.run(isShown).text == "none")
    try browser.run(hide, [.bool(false)])
    #expect(try eventually { try browser.run(isShown).text == "live" })
    #expect(try browser.run("return document.querySelectorAll('.lens button').length") == 0)
  }

  @Test func `the guide stays where it is when the sentence above it takes a second line`() throws {
    let finder = try Viewfinder(installation)
    #expect(try finder.aim())
    for width in [320, 390] {
      try finder.browser.size(width, 844)
      // One script makes both measurements, so the page itself cannot change the sentence between
      // them.
      let places = try finder.browser.run(
        """
        const [caption, guide] = [".caption", ".guide"].map((one) => document.querySelector(one));
        const before = caption.textContent;
        const places = ["Hold still", "Hold still ".repeat(5)].map((sentence) => {
          caption.textContent = sentence;
          const lines = document.createRange();
          lines.selectNodeContents(caption);
          return [lines.getBoundingClientRect().height, guide.getBoundingClientRect().top];
        });
        caption.textContent = before;
        return places.flat();
        """
      ).items.map(\.number)
      #expect(places[2] > places[0] * 1.5, "the second sentence takes two lines at \(width)")
      #expect(places[1] == places[3], "\(width)")
    }
  }

  @Test func `zoom and light have buttons where the camera has them`() throws {
    let finder = try Viewfinder(
      installation,
      scripts: [
        """
        MediaStreamTrack.prototype.getCapabilities = () => ({ zoom: { min: 0.5, max: 4, step: 0.1 }, torch: true });
        MediaStreamTrack.prototype.getSettings = () => ({ zoom: 0.5 });
        window.applied = [];
        MediaStreamTrack.prototype.applyConstraints = async (one) => { window.applied.push(one.advanced[0]); };
        """
      ])
    let browser = finder.browser
    #expect(try finder.aim())
    let names = "return [...document.querySelectorAll('.lens button')].map((one) => one.ariaLabel)"
    #expect(
      try eventually {
        try browser.run(names).items.map(\.text) == ["Zoom 1×", "Zoom 2×", "Zoom 3×", "Light"]
      })
    try browser.tap(".lens button:nth-child(2)")
    try browser.tap(".lens button:last-child")
    let applied = "return JSON.stringify(window.applied)"
    #expect(
      try eventually {
        try browser.run(applied).text == #"[{"zoom":1},{"zoom":2},{"torch":true}]"#
      }, "the wide lens is left at once")
    let pressed = """
      return [...document.querySelectorAll(".lens button")].map((one) => one.ariaPressed)
      """
    #expect(
      try eventually {
        try browser.run(pressed).items.map(\.text) == ["false", "true", "false", "true"]
      })
    try expectNoProblems(in: browser)
    // The buttons must not cover the file inputs of a camera that is paused.
    try browser.run(
      """
      document.querySelector(".live").srcObject.getVideoTracks()[0].dispatchEvent(new Event("mute"))
      """)
    #expect(try eventually { try browser.text(".problem").contains("paused") })
    #expect(
      try eventually { try browser.run("return document.querySelector('.lens').hidden").isTrue })
  }

  /// Checks which sentence each browser gets. A browser is given by its User-Agent and its number
  /// of touch points, a sentence by the end of its key.
  private func expectAdviceOfBrowsers(in browser: Browser) throws {
    for (agent, touches, key) in [
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1", 5,
        "iphone"
      ),
      ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15", 5, "iphone"),
      ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) CriOS/140.0 Safari/604.1", 5, "app"),
      ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15", 0, "safari"),
      ("Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36", 5, "chrome"),
      ("Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", 5, "firefox"),
      ("Other/1.0", 0, "refused"),
    ] as [(String, Double, String)] {
      let found = try browser.run(
        """
        return import("/allowing.js")
          .then((module) => module.sentenceOfBrowser(arguments[0], arguments[1]).split(".").at(-1))
        """, [.text(agent), .number(touches)])
      #expect(found.text == key, "\(agent)")
    }
    #expect(try browser.text(".problem").contains("before the address"))
  }

  @Test
  func `after a refusal nothing asks again, and each trouble has its sentence and the file inputs`()
    throws
  {
    let finder = try Viewfinder(
      installation, permission: .denied, scripts: [Viewfinder.countingRequests])
    let browser = finder.browser
    #expect(try eventually { try browser.text(".problem").contains("camera is blocked") })
    #expect(try browser.run("return window.asked") == 0)
    #expect(try browser.text(".take label") == "Take photo")
    #expect(try browser.text(".choose label") == "Choose photo")
    try expectAdviceOfBrowsers(in: browser)
    try expectNoProblems(in: browser)
    try browser.tap(".invitation .use")
    #expect(try eventually { try browser.run("return window.asked") == 1 })
    try browser.type(Sample.photo, into: "#take-photo")
    #expect(try eventually { try browser.address.contains("/album/") })

    // The user later allows the camera in the browser's settings.
    try browser.open(finder.page)
    #expect(try eventually { try browser.text(".problem").contains("camera is blocked") })
    try browser.allowCamera(.granted)
    #expect(try finder.aim())

    let event = """
      document.querySelector(".live").srcObject.getVideoTracks()[0].dispatchEvent(new Event(arguments[0]))
      """
    try browser.run(event, ["mute"])
    #expect(try eventually { try browser.text(".problem").contains("paused") })
    try browser.run(
      "document.querySelector('.live').srcObject.getVideoTracks()[0].dispatchEvent(new Event('unmute'))"
    )
    #expect(try eventually { try finder.view == "live" })
    try browser.run(event, ["ended"])
    #expect(try eventually { try browser.text(".problem").contains("The camera stopped") })
    #expect(try browser.text(".take label") == "Take photo")
    try browser.tap(".invitation .use")
    #expect(try eventually { try finder.view == "live" })
  }

  @Test(arguments: [
    ("NotFoundError", "This device has no camera."), ("NotReadableError", "Another app is using"),
    ("TypeError", "The camera did not start."),
  ])
  func `a camera that does not start is explained`(error: String, sentence: String) throws {
    let finder = try Viewfinder(
      installation,
      scripts: [
        "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', '\(error)'); };"
      ])
    #expect(try eventually { try finder.browser.text(".problem").hasPrefix(sentence) })
    #expect(try finder.browser.text(".take label") == "Take photo")
  }

  @Test func `without HTTPS the page says so and takes photos as before`() throws {
    let finder = try Viewfinder(
      installation,
      scripts: ["Object.defineProperty(window, 'isSecureContext', { value: false });"])
    #expect(
      try eventually { try finder.browser.text(".problem") == "The live camera needs HTTPS." })
    #expect(try finder.view == "file")
    try finder.browser.type(Sample.photo, into: "#choose-photo")
    #expect(try eventually { try finder.browser.address.contains("/album/") })
  }

  @Test func `sent photos are small, never enlarged, and keep 1,400 pixels on the cover's side`()
    throws
  {
    let browser = try Browser()
    try browser.open("\(installation.origin)/")
    let sizes = try browser.runAsync(
      """
      const { guideInFrame } = await module("capture");
      const { withMargin, guideInPhoto, newCanvas, context } = await module("crop");
      const { reduced, finishedCrop } = await module("picture");
      const noise = (width, height) => {
        const canvas = newCanvas(width, height);
        const drawing = context(canvas);
        for (let at = 0; at < 6000; at += 1) {
          drawing.fillStyle = `hsl(${(at * 37) % 360} 80% ${(at * 13) % 100}%)`;
          drawing.fillRect((at * 7919) % width, (at * 104729) % height, 40, 40);
        }
        return canvas;
      };
      const sizeOf = async (blob) => { const one = await createImageBitmap(blob); return [one.width, one.height]; };
      const file = new File([await noise(4032, 3024).convertToBlob({ type: "image/png" })], "a.png", { type: "image/png" });
      const { photo, picture } = await reduced(file);
      const small = await noise(700, 500).convertToBlob({ type: "image/jpeg", quality: 0.5 });
      // An upright phone: a frame of 2160 × 3840 that fills 390 × 844, with a guide of 350.
      const frame = { width: 2160, height: 3840 };
      const guide = guideInFrame(frame, { x: 0, y: 0, width: 390, height: 844 }, { x: 20, y: 160, width: 350, height: 350 });
      const crop = withMargin(guide, frame);
      const edge = withMargin({ x: 0, y: 10, width: 1000, height: 1000 }, { width: 1000, height: 1100 });
      const turned = guideInPhoto({ width: 4000, height: 3000 }, frame, guide);
      const made = await finishedCrop({ canvas: noise(1736, 1736) });
      return {
        photo: await sizeOf(photo), type: photo.type, bytes: made.photo.size,
        picture: await sizeOf(picture), same: (await reduced(small)).photo === small,
        guide: Math.round(guide.width), crop: Math.round(crop.width), edge: [edge.x, edge.y, edge.width, edge.height],
        turned: turned === null,
      };
      """)
    #expect(sizes["photo"]?.items.map(\.number) == [2048, 1536])
    #expect(sizes["type"]?.text == "image/jpeg")
    #expect(sizes["picture"]?.items.map(\.number) == [300, 300])
    #expect(sizes["same"]?.isTrue == true)
    #expect(sizes["guide"]?.number == 1592)
    #expect(sizes["crop"]?.number == 1975)
    #expect(sizes["edge"]?.items.map(\.number) == [0, 0, 1000, 1100])
    #expect(sizes["turned"]?.isTrue == true)
    #expect((sizes["bytes"]?.number ?? 1e9) < 1_000_000)
  }

  @Test func `advice names darkness, blur and glare, and says nothing about a good picture`() throws
  {
    let browser = try Browser()
    try browser.open("\(installation.origin)/")
    let advice = try browser.runAsync(
      """
      const { advice } = await module("aim");
      const grid = (value) => Array.from({ length: 1024 }, (_, at) => value(at % 32, Math.floor(at / 32)));
      const detail = (value) => Array.from({ length: 4096 }, (_, at) => value(at % 64));
      const stripes = detail((x) => (x % 16 < 8 ? 40 : 210));
      const soft = detail((x) => 40 + 2.6 * x);
      const plain = grid((x) => 60 + x * 4);
      return [
        advice(plain, plain, stripes), advice(grid(() => 12), null, stripes), advice(plain, plain, soft),
        advice(plain, plain.map((value) => value + 40), stripes),
        advice(grid((x, y) => (x < 8 && y < 8 ? 255 : 90)), null, stripes),
        advice(grid(() => 252), null, detail(() => 252)),
      ];
      """)
    #expect(
      advice.items.map { $0 == .null ? "" : $0.text } == [
        "", "dark", "blurred", "blurred", "glare", "",
      ])
  }
}
