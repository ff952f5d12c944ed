// The test browser itself: its camera, network and screen behave as the tests of the pages assume.

import Support
import Testing

@Suite(.serialized) struct BrowserCameraTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    server = try WebServer(installation)
  }

  @Test func `a page sees the picture of the fake camera only with the permission`() throws {
    let video = try FakeVideo.file(showing: Sample.cover)
    for (permission, expected) in [
      (Permission.granted, "1000 × 1000"), (.denied, "NotAllowedError"),
    ] {
      let browser = try Browser(camera: .playing(video), cameraPermission: permission)
      try browser.open("\(installation.origin)/privacy/")
      try browser.run(Self.openCamera)
      let seen = try eventually { try browser.run("return window.seen ?? ''").text == expected }
      #expect(seen, "\(permission)")
      #expect(try browser.run("return document.visibilityState").text == "visible")
    }
  }

  @Test func `a question that is answered late still opens the camera`() throws {
    let video = try FakeVideo.file(showing: Sample.cover)
    let browser = try Browser(camera: .playing(video), cameraPermission: .granted)
    try browser.beforeEachPage(Browser.unansweredQuestion)
    try browser.open("\(installation.origin)/privacy/")
    try browser.run(Self.openCamera)
    pause(milliseconds: 200)
    #expect(try browser.run("return window.seen ?? ''").text == "")
    try browser.run("window.answerQuestion(true)")
    #expect(try eventually { try browser.run("return window.seen ?? ''").text == "1000 × 1000" })
  }

  @Test func `a browser without a camera says so`() throws {
    let browser = try Browser(cameraPermission: .granted)
    try browser.open("\(installation.origin)/privacy/")
    try browser.run(Self.openCamera)
    #expect(try eventually { try browser.run("return window.seen ?? ''").text == "NotFoundError" })
  }

  /// `window.seen` becomes the size of the camera's picture or the name of the failure.
  private static let openCamera = """
    (async () => {
      const video = document.createElement("video");
      video.muted = video.playsInline = true;
      try {
        video.srcObject = await navigator.mediaDevices.getUserMedia(
          { video: { width: { ideal: 3840 }, height: { ideal: 2160 } } });
        await video.play();
        window.seen = `${video.videoWidth} × ${video.videoHeight}`;
      } catch (failure) {
        window.seen = failure.name;
      }
    })();
    """

  @Test func `network, size and settings of the device change on an open page`() throws {
    let browser = try Browser()
    try browser.open("\(installation.origin)/privacy/")
    #expect(try browser.run("return innerWidth") == 390)
    try browser.network(.offline)
    #expect(try browser.run("return navigator.onLine") == false)
    try browser.network(.online)
    #expect(try eventually { try browser.run("return navigator.onLine").isTrue })
    try browser.appearance(.dark)
    try browser.forcedColours()
    try browser.reducedMotion()
    let matches = """
      return ["(prefers-color-scheme: dark)", "(forced-colors: active)",
        "(prefers-reduced-motion: reduce)"].every((query) => matchMedia(query).matches)
      """
    #expect(try browser.run(matches).isTrue)
    for (width, height) in [(1440, 900), (320, 568), (844, 390)] {
      try browser.size(width, height)
      try browser.open("\(installation.origin)/history/")
      let size = try browser.run("return `${innerWidth} × ${innerHeight}`").text
      #expect(size == "\(width) × \(height)")
    }
  }
}
