// The records of one visit to a page in the browser: the notes of watch.js, and the requests.

import Services

struct PageVisit {
  let requests: RequestLog
  private let notes: JSON

  /// The bytes that came through the proxy, with those of the service worker and of TLS.
  var lineBytes = 0

  init(events: [JSON], notes: JSON) {
    requests = RequestLog(events)
    self.notes = notes
  }

  /// The time at which SCAN is visible and answers a tap, in milliseconds since the navigation. With `withCamera`, the
  /// camera's live picture must be visible, too.
  func usable(withCamera: Bool) -> Double {
    let moments = [notes["scan"], notes["picture"]] + (withCamera ? [notes["video"]] : [])
    return moments.map { $0?.decimal ?? .infinity }.max() ?? .infinity
  }

  /// The times at which the page requested the camera, got it, and showed its first picture.
  var cameraStart: String {
    let times = ["asked", "granted", "video"].map { name in
      "\(name) \(notes[name]?.decimal.map { "\(Int($0))" } ?? "never")"
    }
    return "      camera: " + times.joined(separator: ", ") + " ms"
  }

  /// The time at which the album's text is visible.
  var text: Double { notes["text"]?.decimal ?? .infinity }

  /// The sum of the layout shifts, and the elements that moved.
  var shift: Double { notes["shift"]?.decimal ?? .infinity }
  var moved: [String] { notes["shifts"]?.items?.compactMap(\.text) ?? [] }

  /// The frames over 50 ms with their scripts.
  var longFrames: [String] { notes["frames"]?.items?.compactMap(\.text) ?? [] }

  /// The lengths of tasks over 50 ms that began after `start`.
  func tasks(after start: Double = 0) -> [Double] {
    let tasks = notes["tasks"]?.items ?? []
    return tasks.filter { $0["start"]?.decimal ?? 0 >= start }
      .compactMap { $0["length"]?.decimal }.filter { $0 > 50 }
  }
}

extension Chromium {
  /// Opens a page, waits until it is usable and sends no more requests, and returns the records of
  /// the visit.
  func visit(_ address: String, until condition: String) throws -> PageVisit {
    try open(address)
    _ = try wait(for: condition, limit: 15_000)
    wait(milliseconds: 2500)
    return try look()
  }

  /// The records of the present page since its navigation.
  func look() throws -> PageVisit {
    PageVisit(events: events, notes: try value("window.benchNotes"))
  }

  /// Leaves the page for an empty one, and closes the connections to the site.
  func leave(_ house: BrowserHouse) throws {
    try open("about:blank")
    house.proxy.dropConnections()
    wait(milliseconds: 300)
  }

  /// Presses an element with a finger, and lifts the finger.
  func tap(_ selector: String) throws {
    let place = try value(
      """
      (() => { const element = document.querySelector(\(JSON.string(selector)));
        const box = element.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()
      """)
    guard place["x"]?.decimal != nil else {
      throw ChromiumError.refused(command: "tap", answer: selector)
    }
    try command("Input.dispatchTouchEvent", ["type": "touchStart", "touchPoints": [place]])
    try command("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": []])
  }

  /// Swipes an element to the left in 200 ms.
  func swipe(_ selector: String, by pixels: Double) throws {
    let box = try value(
      """
      (() => { const box = document.querySelector(\(JSON.string(selector))).getBoundingClientRect();
        return [box.x + box.width * 0.8, box.y + box.height / 2]; })()
      """
    ).items?.compactMap(\.decimal)
    guard let box, box.count == 2 else {
      throw ChromiumError.refused(command: "swipe", answer: selector)
    }
    for step in 0...12 {
      let x = box[0] - pixels * Double(step) / 12
      try command(
        "Input.dispatchTouchEvent",
        [
          "type": step == 0 ? "touchStart" : "touchMove",
          "touchPoints": [["x": .number("\(x)"), "y": .number("\(box[1])")]],
        ])
      wait(milliseconds: 16)
    }
    try command("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": []])
  }

  /// Chooses a file in a file input, as in the phone's dialog.
  func choose(_ path: String, in selector: String) throws {
    let document = try command("DOM.getDocument")["root"]?["nodeId"] ?? .null
    let input = try command(
      "DOM.querySelector", ["nodeId": document, "selector": .string(selector)])
    try command(
      "DOM.setFileInputFiles", ["nodeId": input["nodeId"] ?? .null, "files": [.string(path)]])
  }
}
