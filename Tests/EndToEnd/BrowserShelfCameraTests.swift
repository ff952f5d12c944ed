// The camera page for a shelf: the first visit, the guide and its level, the photo and its quality, and
// photos that wait.

import Albums
import Host
import Support
import Testing

@Suite(.serialized) struct BrowserShelfCameraTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    try installation.copySample()
    server = try WebServer(installation)
  }

  /// Stores that the user has read the introduction.
  private static let welcomed = "localStorage.setItem('albumscan.shelf-welcomed', 'on');"

  /// `window.sent` has the fields of the latest upload. No upload reaches the server.
  private static let keepingUploads = """
    XMLHttpRequest.prototype.send = async function (body) {
      if (!(body instanceof FormData)) return;
      const photo = body.get("photo");
      const { width, height } = await createImageBitmap(photo);
      const start = new Uint8Array(await photo.slice(0, 2).arrayBuffer());
      const format = start[0] === 0xFF && start[1] === 0xD8 ? "jpeg" : "other";
      const [kind, guide] = [body.get("kind"), body.get("guide")];
      window.sent = { kind, guide, type: photo.type, format, bytes: photo.size, width, height };
    };
    """

  /// A browser on the shelf page, with a camera that shows the JPEG `picture`.
  private func shelf(
    showing picture: String = Sample.cover, permission: Permission = .granted,
    isWelcomed: Bool = true, hasServiceWorker: Bool = false, scripts: [String] = []
  ) throws -> Browser {
    let video = try FakeVideo.file(showing: picture)
    let browser = try Browser(
      hasServiceWorker: hasServiceWorker, camera: .playing(video), cameraPermission: permission)
    if isWelcomed { try browser.beforeEachPage(Self.welcomed) }
    for script in scripts { try browser.beforeEachPage(script) }
    try browser.open("\(installation.origin)/shelf/")
    return browser
  }

  private func isLive(_ browser: Browser) throws -> Bool {
    try eventually {
      try browser.run(
        """
        const [main, video] = [document.querySelector("main"), document.querySelector(".live")];
        return main.dataset.view === "live" && video.videoWidth > 0 && video.ariaHidden === "false";
        """
      ).isTrue
    }
  }

  private func isOpen(_ dialog: String, in browser: Browser) throws -> Bool {
    try eventually { try browser.run("return document.querySelector('\(dialog)').open").isTrue }
  }

  private func isClosed(_ dialog: String, in browser: Browser) throws -> Bool {
    try eventually { try browser.run("return !document.querySelector('\(dialog)').open").isTrue }
  }

  private func sent(_ browser: Browser) throws -> WebDriverValue {
    let isSent = try eventually(within: 20_000) {
      try browser.run("return Boolean(window.sent)").isTrue
    }
    #expect(isSent)
    return try browser.run("return window.sent ?? {}")
  }

  @Test func `the first visit explains the guide once, and the text in it leaves after 3 seconds`()
    throws
  {
    let browser = try shelf(isWelcomed: false)
    #expect(try isOpen(".intro", in: browser))
    #expect(try browser.text(".intro .frame") == "Align your bookshelf here")
    #expect(try browser.text(".intro .straight") == "Keep phone straight for best results")
    try expectNoProblems(in: browser)
    try browser.press(.enter)
    #expect(try isClosed(".intro", in: browser))
    let isShutterFocused = "return document.activeElement.classList.contains('shutter')"
    #expect(try eventually { try browser.run(isShutterFocused).isTrue })
    #expect(try eventually { try browser.text(".align") == "Align bookshelf within frame" })
    try expectNoProblems(in: browser)
    let outside = try Axe.contentOutsideLandmarks(in: browser)
    #expect(outside.isEmpty, "\(outside)")
    #expect(
      try eventually(within: 6000) {
        try !browser.run(
          """
          return document.querySelector(".align")
            .checkVisibility({ visibilityProperty: true });
          """
        ).isTrue
      })
    try browser.reload()
    #expect(try isLive(browser))
    #expect(try browser.run("return document.querySelector('.intro').open") == false)
  }

  @Test func `the guide is 4 by 3, and every control fits in every window`() throws {
    let browser = try shelf()
    #expect(try isLive(browser))
    try browser.run(
      """
      dispatchEvent(new DeviceOrientationEvent("deviceorientation", { beta: 80, gamma: 89.9 }));
      """)
    for (width, height) in [(390, 844), (844, 390), (768, 1024), (1440, 900), (320, 568)] {
      try browser.size(width, height)
      let shape = try browser.run(
        """
        const guide = document.querySelector(".guide").getBoundingClientRect();
        const shutter = document.querySelector(".shutter").getBoundingClientRect();
        return [guide.width / guide.height, shutter.width, shutter.height];
        """
      ).items.map(\.number)
      #expect(abs(shape[0] - 4.0 / 3) < 0.02, "\(shape) at \(width)")
      #expect(shape[1...] == [80, 80], "\(width)")
      let problems = try PageAudit.problems(in: browser)
      #expect(problems.isEmpty, "\(width): \(problems)")
    }
    try browser.run("document.documentElement.style.fontSize = '200%'")
    let problems = try PageAudit.ownProblems(in: browser)
    #expect(problems.isEmpty, "200 %: \(problems)")
  }

  @Test func `the check of contrast does not judge a text that is half faded`() throws {
    let browser = try shelf()
    #expect(try isLive(browser))
    try browser.run(
      """
      const align = document.querySelector(".align");
      align.hidden = false;
      align.style.transition = "opacity 600s linear -540s, visibility 600s";
      align.getBoundingClientRect();
      align.classList.add("leaving");
      """)
    let problems = try PageAudit.problems(in: browser)
    #expect(problems.isEmpty, "\(problems)")
  }

  @Test func `the button sends the camera's whole photo as a shelf, with all its pixels`() throws {
    let browser = try shelf(showing: Sample.wholePhoto, scripts: [Self.keepingUploads])
    #expect(try isLive(browser))
    #expect(
      try browser.accessibleName(
        browser.run("return document.querySelector('.shutter')")) == "Capture bookshelf photo")
    try browser.tap(".shutter")
    // The test also sends a photo that the advice calls too dark or blurred.
    _ = try eventually(within: 20_000) {
      try browser.run(
        """
        const dialog = document.querySelector(".quality");
        if (dialog.open) dialog.querySelector("[data-answer=use]").click();
        return Boolean(window.sent);
        """
      ).isTrue
    }
    let upload = try sent(browser)
    #expect(upload["kind"]?.text == "shelf")
    #expect(upload["guide"] == .null)
    #expect(upload["type"]?.text == "image/jpeg")
    let sides = [upload["width"]?.number ?? 0, upload["height"]?.number ?? 0]
    #expect((sides.max() ?? 0) >= 3000, "\(sides)")
  }

  @Test func `a camera without photos gives its video, or opens the camera app for more pixels`()
    throws
  {
    let withoutPhotos = """
      delete window.ImageCapture;
      window.opened = 0;
      HTMLInputElement.prototype.click = function () { window.opened += this.id === "take-photo"; };
      """
    let browser = try shelf(scripts: [withoutPhotos, Self.keepingUploads])
    #expect(try isLive(browser))
    try browser.tap(".shutter")
    #expect(try eventually { try browser.run("return window.opened") == 1 })
    #expect(try browser.run("return window.sent ?? null") == .null)

    // A computer has no camera app.
    let computer = """
      const ask = window.matchMedia.bind(window);
      window.matchMedia = (query) => query.includes("pointer: fine") ? { matches: true } : ask(query);
      """
    let desk = try shelf(scripts: [withoutPhotos, computer, Self.keepingUploads])
    #expect(try isLive(desk))
    try desk.tap(".shutter")
    #expect(try sent(desk)["width"]?.number == 1000)
    #expect(try desk.run("return window.opened") == 0)
  }

  @Test func `the level turns with the device, and says a state that lasts`() throws {
    let browser = try shelf(
      scripts: ["window.vibrations = []; navigator.vibrate = (one) => window.vibrations.push(one);"]
    )
    #expect(try isLive(browser))
    let level = "return document.querySelector('.level')"
    #expect(try browser.run("\(level).hidden").isTrue)
    try Viewfinder(browser: browser, page: "").listen()
    try browser.tap(".grid-switch")
    let turn = """
      dispatchEvent(new DeviceOrientationEvent("deviceorientation", { beta: arguments[0], gamma: arguments[1] }));
      const level = document.querySelector(".level");
      return level.hidden ? "hidden" : `${level.dataset.level} ${level.querySelector(".state").textContent}`;
      """
    // The angles of a device that is held upright and turned by 0, 30, 10 and 4 degrees clockwise
    // and by 10 degrees counter-clockwise, of one that lies flat, and again of an upright one.
    let cases: [(beta: Double, gamma: Double, shown: String)] = [
      (90, 0, "level Device is level"), (60, 89.9, "far Tilt left"), (80, 89.9, "near Tilt left"),
      (86, 89.9, "level Device is level"), (80, -89.9, "near Tilt right"), (5, 3, "hidden"),
      (90, 0, "level Device is level"),
    ]
    for (beta, gamma, shown) in cases {
      let state = try browser.run(turn, [.number(beta), .number(gamma)]).text
      #expect(state == shown, "\(beta), \(gamma)")
    }
    #expect(try browser.run("return window.vibrations.filter((one) => one === 10).length") == 3)
    let said = try eventually {
      try Viewfinder(browser: browser, page: "").said().contains("Device is level")
    }
    #expect(said)
    #expect(try !Viewfinder(browser: browser, page: "").said().contains { $0.hasPrefix("Tilt") })
  }

  @Test func `a device that tells its orientation only after a question gets one after a tap`()
    throws
  {
    let browser = try shelf(
      scripts: [
        """
        window.questions = 0;
        DeviceOrientationEvent.requestPermission = async () => { window.questions += 1; return "granted"; };
        // The browser reports no orientation before the question.
        const listen = window.addEventListener.bind(window);
        window.addEventListener = (type, ...rest) => type !== "deviceorientation" && listen(type, ...rest);
        """
      ])
    #expect(try isLive(browser))
    let isOffered = try eventually {
      try browser.run("return !document.querySelector('.level-use').hidden").isTrue
    }
    #expect(isOffered)
    #expect(try browser.run("return window.questions") == 0)
    try browser.tap(".level-use")
    #expect(try browser.run("return window.questions") == 1)
    #expect(try browser.run("return document.querySelector('.level-use').hidden").isTrue)
  }

  @Test func `the grid is remembered, and the help closes with Esc and gives the focus back`()
    throws
  {
    let browser = try shelf()
    #expect(try isLive(browser))
    let grid = """
      return [document.querySelector(".grid-switch").ariaChecked, String(!document.querySelector(".grid").hidden)];
      """
    #expect(try browser.run(grid).items.map(\.text) == ["false", "false"])
    try browser.tap(".grid-switch")
    #expect(try browser.run(grid).items.map(\.text) == ["true", "true"])
    try browser.reload()
    #expect(try eventually { try browser.run(grid).items.map(\.text) == ["true", "true"] })

    try browser.run("document.querySelector('.help-button').focus()")
    try browser.press(.enter)
    #expect(try isOpen(".help", in: browser))
    try expectNoProblems(in: browser)
    #expect(try browser.text(".help").contains("at most 7 days"))
    try browser.press(.escape)
    #expect(try isClosed(".help", in: browser))
    let focused = "return document.activeElement.classList.contains('help-button')"
    #expect(try browser.run(focused).isTrue)
  }

  @Test func `a tap focuses a camera that can focus`() throws {
    let browser = try shelf(
      scripts: [
        """
        MediaStreamTrack.prototype.getCapabilities = () => ({ focusMode: ["continuous", "single-shot"] });
        window.applied = [];
        MediaStreamTrack.prototype.applyConstraints = async (one) => { window.applied.push(one.advanced[0]); };
        """
      ])
    #expect(try isLive(browser))
    try browser.tap(".guide")
    #expect(
      try eventually {
        try browser.run("return document.querySelector('.focus.done') !== null").isTrue
      })
    let focus = try browser.run("return window.applied[0]")
    #expect(focus["focusMode"]?.text == "single-shot")
    let place = focus["pointsOfInterest"]?.items.first
    #expect(abs((place?["x"]?.number ?? 0) - 0.5) < 0.05)
  }

  @Test func `after a refusal the page says what it needs, and takes chosen photos`() throws {
    let browser = try shelf(permission: .denied, scripts: [Self.keepingUploads])
    #expect(try eventually { try browser.text(".access") == "Camera Access Required" })
    #expect(
      try browser.text(".needs") == "AlbumScan needs camera access to scan your bookshelf.")
    #expect(try browser.text(".where").contains("Permissions"))
    #expect(try browser.text(".take label") == "Take photo")
    try expectNoProblems(in: browser)
    try browser.type(Sample.wholePhoto, into: "#choose-photo")
    let upload = try sent(browser)
    #expect(upload["kind"]?.text == "shelf")
    #expect((upload["width"]?.number ?? 0) >= 3000 || (upload["height"]?.number ?? 0) >= 3000)
  }

  /// Chooses a photo of 3,200 × 2,400 pixels that a script draws with the context `x`.
  /// The name of the file ends in `.jpg`; `filling` bytes follow the picture.
  private static func choose(
    _ drawing: String, type: String = "image/jpeg", filling: Int = 0, in browser: Browser
  ) throws {
    try browser.runAsync(
      """
      const canvas = new OffscreenCanvas(3200, 2400);
      const x = canvas.getContext("2d");
      \(drawing)
      const picture = await canvas.convertToBlob({ type: "\(type)" });
      const photo = new File([picture, new Uint8Array(\(filling))], "a.jpg", { type: "image/jpeg" });
      const files = new DataTransfer();
      files.items.add(photo);
      const input = document.querySelector("#choose-photo");
      input.files = files.files;
      input.dispatchEvent(new Event("change"));
      """)
  }

  private static let books = """
    for (let book = 0; book < 40; book += 1) {
      x.fillStyle = `hsl(${book * 47} 60% 40%)`;
      x.fillRect(book * 80, 100, 74, 2200);
      x.fillStyle = "#fff";
      for (let line = 0; line < 30; line += 1) x.fillRect(book * 80 + 20, 200 + line * 60, 30, 24);
    }
    """

  private static let blur = """
    const small = new OffscreenCanvas(80, 60);
    small.getContext("2d").drawImage(canvas, 0, 0, 80, 60);
    x.imageSmoothingQuality = "high";
    x.drawImage(small, 0, 0, 3200, 2400);
    """

  @Test func `a dark or blurred photo is sent only after a question, a sharp one at once`() throws {
    let browser = try shelf(permission: .denied, scripts: [Self.keepingUploads])
    for (drawing, word) in [
      ("x.fillRect(0, 0, 3200, 2400);", "dark"), (Self.books + Self.blur, "blurry"),
    ] {
      try Self.choose(drawing, in: browser)
      #expect(try isOpen(".quality", in: browser), "\(word)")
      #expect(try browser.text(".quality h2") == "Photo Quality Issue")
      #expect(
        try browser.text(".quality .reason")
          == "This photo is too \(word) for good results. Retake in better lighting?")
      #expect(try browser.run("return document.activeElement.textContent").text == "Retake")
      try expectNoProblems(in: browser)
      try browser.press(.escape)
      #expect(try isClosed(".quality", in: browser))
      pause(milliseconds: 300)
      #expect(try browser.run("return window.sent ?? null") == .null)
    }
    try Self.choose(Self.books, in: browser)
    #expect(try sent(browser)["width"]?.number == 3200)
    #expect(try browser.run("return document.querySelector('.quality').open") == false)

    try browser.reload()
    try Self.choose("x.fillRect(0, 0, 3200, 2400);", in: browser)
    #expect(try isOpen(".quality", in: browser))
    try browser.tap(".quality [data-answer=use]")
    #expect(try sent(browser)["kind"]?.text == "shelf")
  }

  @Test(arguments: [("image/webp", 0), ("image/png", 0), ("image/jpeg", 33 << 20)])
  func `a photo of another format, or above 32 MB, is sent as a JPEG with all its pixels`(
    type: String, filling: Int
  ) throws {
    let browser = try shelf(permission: .denied, scripts: [Self.keepingUploads])
    try Self.choose(Self.books, type: type, filling: filling, in: browser)
    let photo = try sent(browser)
    #expect(photo["format"]?.text == "jpeg" && photo["width"]?.number == 3200)
    #expect((photo["bytes"]?.number ?? 1e9) < 32_000_000)
  }

  @Test func `a file above 32 MB that is no picture is not stored, and the page says what helps`()
    throws
  {
    let browser = try shelf(permission: .denied)
    try browser.run(
      """
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(33 << 20)], "a.jpg", { type: "image/jpeg" }));
      const input = document.querySelector("#choose-photo");
      input.files = files.files;
      input.dispatchEvent(new Event("change"));
      """)
    #expect(try eventually { try browser.text(".banner").hasPrefix("Upload Failed") })
    #expect(try browser.text(".banner").contains("The photo has 33 MB, and at most 32 MB"))
    #expect(try browser.runAsync("return (await (await module('queue')).photos()).length") == 0)
  }

  @Test func `without a connection a photo waits as a shelf, and a line leads to it later`() throws
  {
    let browser = try shelf(permission: .denied)
    try browser.network(.offline)
    try Self.choose(Self.books, in: browser)
    #expect(try eventually { try browser.text(".unsent").hasPrefix("1 not yet sent") })
    #expect(try browser.text(".sending").isEmpty, "the next photo can be taken")
    let kinds = "return (await (await module('queue')).photos()).map((one) => one.kind)"
    #expect(try browser.runAsync(kinds).items.map(\.text) == ["shelf"])
    try expectNoProblems(in: browser)
    try browser.network(.online)
    #expect(
      try eventually(within: 15_000) { try browser.text(".arrived a") == "Reading the shelf" })
    let address = try browser.run("return document.querySelector('.arrived a').pathname").text
    #expect(address.wholeMatch(of: #//shelf/[0-9a-z]{26}//#) != nil, "\(address)")
  }

  @Test func `a sent photo leads to its shelf, and the tray names it`() throws {
    let browser = try shelf(permission: .denied)
    try Self.choose(Self.books, in: browser)
    #expect(
      try eventually(within: 15_000) {
        try browser.address.wholeMatch(of: #/.*/scans/[0-9a-z]{26}/items/#) != nil
      })
    try browser.open("\(installation.origin)/")
    let lines = try browser.runAsync(
      """
      const { addressOf, linesOf } = await module("tiles");
      const shelf = { key: "k", id: "0".repeat(26), kind: "shelf", stage: "working" };
      return [addressOf(shelf), ...linesOf(shelf).map((one) => one.textContent.trim()),
        addressOf({ ...shelf, id: null, stage: "unsent" })];
      """
    ).items.map(\.text)
    let page = "/shelf/\(String(repeating: "0", count: 26))/"
    #expect(lines == [page, "Bookshelf", "Reading the shelf", "#unsent"])
  }

  @Test func `the page opens without a connection after a visit`() throws {
    let browser = try shelf(permission: .denied, hasServiceWorker: true)
    try browser.waitForWorker()
    try browser.waitUntilStored("/shelf/")
    server.stop()
    try browser.open("\(installation.origin)/shelf/")
    #expect(try eventually { try browser.text(".access") == "Camera Access Required" })
    #expect(try browser.text(".offline-note").isEmpty)
  }

  @Test func `camera page and settings lead to the shelf`() throws {
    let browser = try Browser()
    for page in ["/", "/cgi-bin/albumscan/settings"] {
      try browser.open("\(installation.origin)\(page)")
      let link = try browser.run("return document.querySelector('a[href=\"/shelf/\"]')")
      #expect(try browser.accessibleName(link) == "Scan a shelf", "\(page)")
    }
  }
}
