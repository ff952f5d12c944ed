// The surroundings of the page that a test chooses: the camera and its permission, the network, the
// size of the screen, and settings of the device.

import Support

/// The camera of the browser.
enum Camera {
  case none

  /// A camera that shows a file of `FakeVideo`.
  case playing(String)

  var needsDevices: Bool {
    switch self {
    case .none: false
    case .playing: true
    }
  }

  /// Source: chromium/media/capture/video/fake_video_capture_device_factory.cc.
  var arguments: [String] {
    switch self {
    case .none: []
    case .playing(let file):
      ["--use-fake-device-for-media-stream", "--use-file-for-fake-video-capture=\(file)"]
    }
  }
}

/// The answer of the user to the request for a permission.
///
/// A headless browser shows no question. With `prompt`, the user has not answered, and a request
/// fails at once, as when the user closes the question. `Browser.unansweredQuestion` plays a
/// question that stays open.
enum Permission: String {
  case granted, denied, prompt
}

enum NetworkState {
  case online, offline

  /// Bits per second in both directions, and the milliseconds of a round trip.
  case slow(bitsPerSecond: Int, roundTrip: Int)
}

enum Appearance: String, CaseIterable {
  case light, dark
}

extension Browser {
  /// Sets the permission for the camera, also while a page uses it.
  func allowCamera(_ permission: Permission) throws {
    try chromium(
      "Browser.setPermission",
      ["permission": ["name": "camera"], "setting": .text(permission.rawValue)])
  }

  /// For `beforeEachPage`: requests for the camera wait until the test calls
  /// `window.answerQuestion(isGranted)`.
  static let unansweredQuestion = """
    {
      const devices = navigator.mediaDevices;
      const ask = devices.getUserMedia.bind(devices);
      let answer;
      const answered = new Promise((done) => { answer = done; });
      window.answerQuestion = answer;
      devices.getUserMedia = async (wanted) => {
        if (!await answered) throw new DOMException("refused", "NotAllowedError");
        return ask(wanted);
      };
    }
    """

  /// Runs a script in every later page before the scripts of the page.
  func beforeEachPage(_ script: String) throws {
    try chromium("Page.addScriptToEvaluateOnNewDocument", ["source": .text(script)])
  }

  /// Gives the page the focus of a window for the rest of the test. A window that another browser has taken it from gets
  /// no event when an element is focused.
  func holdFocus() throws {
    try chromium("Emulation.setFocusEmulationEnabled", ["enabled": .bool(true)])
  }

  /// Changes the network of the page. Requests of a service worker still reach the network; a test
  /// that must prevent this stops the `WebServer`.
  func network(_ state: NetworkState) throws {
    let bytes: Double
    let latency: Int
    switch state {
    case .online, .offline: (bytes, latency) = (-1, 0)
    case .slow(let bits, let roundTrip): (bytes, latency) = (Double(bits) / 8, roundTrip)
    }
    var isOffline = false
    if case .offline = state { isOffline = true }
    try chromium(
      "Network.emulateNetworkConditions",
      [
        "offline": .bool(isOffline), "latency": .number(Double(latency)),
        "downloadThroughput": .number(bytes), "uploadThroughput": .number(bytes),
      ])
  }

  /// Changes the size of the screen, in CSS pixels. A screen up to 900 pixels wide counts as a phone
  /// or a tablet, with touch; a wider screen counts as a desktop. `scale` is the number of device
  /// pixels in a CSS pixel.
  func size(_ width: Int, _ height: Int, scale: Int = 2) throws {
    let isMobile = width <= 900
    try chromium(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(Double(width)), "height": .number(Double(height)),
        "deviceScaleFactor": .number(Double(scale)), "mobile": .bool(isMobile),
      ])
    try chromium("Emulation.setTouchEmulationEnabled", ["enabled": .bool(isMobile)])
  }

  func appearance(_ appearance: Appearance) throws {
    try feature("prefers-color-scheme", appearance.rawValue)
  }

  func reducedMotion(_ isOn: Bool = true) throws {
    try feature("prefers-reduced-motion", isOn ? "reduce" : "")
  }

  /// Forced colours: the page has only a few colours that the user chose, as in the contrast themes
  /// of Windows.
  func forcedColours(_ isOn: Bool = true) throws {
    try feature("forced-colors", isOn ? "active" : "")
  }

  /// The factor by which the processor seems slower to the page.
  func slowProcessor(_ times: Int) throws {
    try chromium("Emulation.setCPUThrottlingRate", ["rate": .number(Double(times))])
  }

  /// Each command replaces all earlier features, so `mediaFeatures` keeps them.
  private func feature(_ name: String, _ value: String) throws {
    let all = mediaFeatures.withLock { features in
      features[name] = value
      return features
    }
    try chromium(
      "Emulation.setEmulatedMedia",
      [
        "features": .list(
          all.sorted { $0.key < $1.key }.map {
            ["name": .text($0.key), "value": .text($0.value)]
          })
      ])
  }
}
