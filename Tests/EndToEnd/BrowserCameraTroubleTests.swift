// The live camera in trouble: a page that is hidden at a bad moment, a camera that another app has, and
// the memory of large photos.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserCameraTroubleTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    try installation.copySample()
    server = try WebServer(installation)
  }

  /// `window.hide(isHidden)` plays a page in the background.
  private static let hiding = """
    window.hide = (isHidden) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    };

    """

  @Test func `a page that is hidden before the first picture starts its camera when it returns`()
    throws
  {
    let finder = try Viewfinder(
      installation,
      scripts: [
        Self.hiding + """
          {
            const devices = navigator.mediaDevices;
            const ask = devices.getUserMedia.bind(devices);
            let count = 0;
            devices.getUserMedia = async (wishes) => {
              const stream = await ask(wishes);
              count += 1;
              // The page has given the stream to its video element, but the element has no picture
              // yet.
              if (count === 1) setTimeout(() => { window.hide(true); window.wasHidden = true; });
              return stream;
            };
            window.opened = 0;
            HTMLInputElement.prototype.click = () => { window.opened += 1; };
          }
          """
      ])
    let browser = finder.browser
    #expect(try eventually { try browser.run("return window.wasHidden ?? false").isTrue })
    try browser.run("window.hide(false)")
    let width = "return document.querySelector('.live').videoWidth"
    #expect(try eventually { try browser.run(width).number > 0 })

    // If the user taps SCAN while the camera starts again, the page takes the camera's first
    // picture and opens no file input.
    try browser.tap(".after")
    try browser.run(
      "window.hide(true); window.hide(false); document.querySelector('.bar .pill').click()")
    #expect(
      try eventually {
        try installation.store().scans(since: Timestamp(milliseconds: 0)).count == 1
      })
    #expect(try browser.run("return window.opened") == 0)
  }

  @Test func `a paused camera is asked for again by a tap`() throws {
    let finder = try Viewfinder(
      installation,
      scripts: [
        Viewfinder.countingRequests,
        """
        Object.defineProperty(MediaStreamTrack.prototype, "muted", { get() { return this.isMuted ?? false; } });
        """,
      ])
    let browser = finder.browser
    #expect(try finder.aim())
    try browser.run(
      """
      const [track] = document.querySelector(".live").srcObject.getVideoTracks();
      track.isMuted = true;
      track.dispatchEvent(new Event("mute"));
      """)
    #expect(try eventually { try browser.text(".problem").contains("paused") })
    try browser.tap(".bar .pill")
    #expect(try eventually { try browser.run("return window.asked") == 2 })
    #expect(try eventually { try finder.view == "live" })
  }

  @Test
  func `the memory of a photo of the camera is given back`()
    throws
  {
    let finder = try Viewfinder(
      installation,
      scripts: [
        """
        // In a browser without workers, the page decodes the photo.
        window.Worker = undefined;
        const canvas = new OffscreenCanvas(2400, 2400);
        canvas.getContext("2d").fillRect(0, 0, 2400, 2400);
        const photo = canvas.convertToBlob({ type: "image/jpeg" });
        window.ImageCapture = class {
          takePhoto() { return photo; }
        };
        [window.made, window.freed] = [0, 0];
        const [{ close }, make, photos] = [ImageBitmap.prototype, createImageBitmap, new Set()];
        ImageBitmap.prototype.close = function () {
          if (photos.delete(this)) window.freed += 1;
          close.call(this);
        };
        window.createImageBitmap = async (source, ...rest) => {
          const bitmap = await make(source, ...rest);
          if (source instanceof Blob) window.made += photos.add(bitmap) && 1;
          return bitmap;
        };
        """
      ])
    let browser = finder.browser
    #expect(try finder.aim())
    try browser.tap(".after")
    try browser.run("document.querySelector('.bar .pill').click()")
    #expect(
      try eventually {
        try installation.store().scans(since: Timestamp(milliseconds: 0)).count == 1
      })
    #expect(
      try eventually {
        try browser.run("return window.made > 0 && window.made === window.freed").isTrue
      })
  }

  @Test(arguments: [(1.1, false), (2.0, true)])
  func `a photo is taken beside the video only if it is clearly larger`(
    times: Double, isTaken: Bool
  ) throws {
    let finder = try Viewfinder(
      installation,
      scripts: [
        """
        [window.asked, window.taken] = [0, 0];
        window.ImageCapture = class {
          async takePhoto() { window.taken += 1; throw new Error("played"); }
          async getPhotoCapabilities() {
            window.asked += 1;
            const { videoWidth, videoHeight } = document.querySelector("video");
            return {
              imageWidth: { max: Math.round(videoWidth * \(times)) },
              imageHeight: { max: Math.round(videoHeight * \(times)) },
            };
          }
        };
        """
      ])
    let browser = finder.browser
    #expect(try finder.aim())
    #expect(try eventually { try browser.run("return window.asked") == 1 })
    try browser.tap(".after")
    try browser.run("document.querySelector('.bar .pill').click()")
    #expect(
      try eventually {
        try installation.store().scans(since: Timestamp(milliseconds: 0)).count == 1
      })
    #expect(try browser.run("return window.taken > 0").isTrue == isTaken)
  }

  @Test func `an early camera stops with a page that is hidden at once`() throws {
    let finder = try Viewfinder(
      installation,
      scripts: [
        Self.hiding + """
          {
            const devices = navigator.mediaDevices;
            const ask = devices.getUserMedia.bind(devices);
            window.tracks = [];
            devices.getUserMedia = async (wishes) => {
              setTimeout(() => window.hide(true));
              const stream = await ask(wishes);
              window.tracks.push(...stream.getTracks());
              return stream;
            };
          }
          """
      ])
    let browser = finder.browser
    // Without its modules, the page has only the early script to stop the camera.
    try browser.chromium("Network.setBlockedURLs", ["urls": ["*/assets/live-*.js"]])
    try browser.chromium("Network.setCacheDisabled", ["cacheDisabled": true])
    try browser.open("\(finder.page)?again")
    #expect(try eventually { try browser.run("return window.tracks.length") == 1 })
    let isEnded = "return window.tracks.every((track) => track.readyState === 'ended')"
    #expect(try eventually { try browser.run(isEnded).isTrue })
    #expect(try browser.run("return document.querySelector('.live').srcObject === null").isTrue)
  }

  /// Scripts that spoil the message with the frame before the worker gets it.
  @Test(arguments: [
    "message.video.close();",
    "message.frame = { width: NaN, height: NaN }; message.guide = null;",
  ])
  func `a frame that the worker cannot read is cropped by the page, and no frame stays in memory`(
    fault: String
  ) throws {
    let finder = try Viewfinder(
      installation,
      scripts: [
        """
        window.ImageCapture = undefined;
        [window.frames, window.sent] = [new Set(), 0];
        const [Frame, post, { close, clone }] = [VideoFrame, Worker.prototype.postMessage, VideoFrame.prototype];
        window.VideoFrame = class extends Frame {
          constructor(...parts) { super(...parts); window.frames.add(this); }
        };
        Frame.prototype.close = function () { window.frames.delete(this); close.call(this); };
        window.Worker = class extends Worker {
          constructor(...parts) {
            super(...parts);
            this.addEventListener("message", ({ data }) => { if (data.isReady) window.isReady = true; });
          }
        };
        Worker.prototype.postMessage = function (message, moved) {
          if (message.video) {
            window.sent += 1;
            \(fault)
          }
          post.call(this, message, moved);
        };
        """
      ])
    let browser = finder.browser
    #expect(try finder.aim())
    try browser.tap(".after")
    #expect(try eventually { try browser.run("return window.isReady ?? false").isTrue })
    try browser.tap(".bar .pill")
    #expect(
      try eventually {
        try installation.store().scans(since: Timestamp(milliseconds: 0)).count == 1
      })
    #expect(try browser.run("return window.sent") == 1, "the frame was given to the worker")
    #expect(try eventually { try browser.run("return window.frames.size") == 0 })
    #expect(try eventually { try finder.stages == ["found"] })
  }

  @Test func `a tap on SCAN while the camera starts takes its first picture`() throws {
    let finder = try Viewfinder(
      installation,
      scripts: [
        """
        const devices = navigator.mediaDevices;
        const ask = devices.getUserMedia.bind(devices);
        const start = new Promise((done) => { window.startCamera = done; });
        devices.getUserMedia = (wishes) => start.then(() => ask(wishes));
        """
      ])
    #expect(try eventually { try finder.view == "live" })
    #expect(try finder.browser.run("return document.querySelector('.live').videoWidth") == 0)
    try finder.browser.tap(".bar .pill")
    try finder.browser.run("window.startCamera()")
    #expect(
      try eventually {
        try installation.store().scans(since: Timestamp(milliseconds: 0)).count == 1
      })
  }
}
