// A finger, the keys and the file picker of the browser.

import FoundationEssentials
import Support

extension Browser {
  /// Waits for the first frame of the page, because Chromium drops earlier touches.
  func waitForFirstFrame() throws {
    let frames = "return performance.getEntriesByName('first-contentful-paint').length"
    guard try eventually({ try run(frames).number > 0 }) else {
      throw WebDriverError.refused(command: "first frame", answer: "the page shows nothing")
    }
  }

  /// Waits until the page has sent two more requests for the state of its jobs. At the second
  /// request, the page has processed the answer to the first.
  func waitForPolls() throws {
    try run("window.pollsBegun = performance.now()")
    let polls = """
      return performance.getEntriesByType("resource").filter((one) =>
        one.initiatorType === "fetch" && one.startTime > window.pollsBegun && /finds|scan/.test(one.name)).length
      """
    guard try eventually({ try run(polls).number >= 2 }) else {
      throw WebDriverError.refused(command: "polls", answer: "the page asks no more")
    }
  }

  /// Taps the middle of the first element that matches a CSS selector. Waits until the page has its
  /// first frame, because Chromium drops earlier touches, and until the element exists, nothing
  /// covers it, and it has stopped moving, because a row may still be sliding.
  ///
  /// The click of WebDriver is not used, because it never ends if scripts are switched off.
  func tap(_ selector: String) throws {
    var place = WebDriverValue.null
    let isUncovered = try eventually(within: 5000) {
      let before = place
      place = try run(
        """
        const element = document.querySelector(arguments[0]);
        if (!element || !performance.getEntriesByName("first-contentful-paint").length) return null;
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const box = element.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const hit = document.elementFromPoint(x, y);
        return element.contains(hit) || hit?.contains(element) ? { x, y } : null;
        """, [.text(selector)])
      return place != .null && place == before
    }
    guard isUncovered else {
      throw WebDriverError.refused(command: "tap", answer: "\(selector) is missing or covered")
    }
    try chromium("Input.dispatchTouchEvent", ["type": "touchStart", "touchPoints": [place]])
    try chromium("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": []])
  }

  /// Types into an element. For a file input, the text is the path of the file.
  func type(_ text: String, into selector: String) throws {
    try webDriver("element/\(try element(selector))/value", ["text": .text(text)])
  }

  /// Presses and releases keys in the focused element, one after another. `holding` is a key that
  /// stays down meanwhile.
  func press(_ keys: Key..., holding held: Key? = nil) throws {
    func action(_ type: String, _ key: Key) -> WebDriverValue {
      ["type": .text(type), "value": .text(key.rawValue)]
    }
    let strokes = keys.flatMap { [action("keyDown", $0), action("keyUp", $0)] }
    let before = held.map { [action("keyDown", $0)] } ?? []
    let after = held.map { [action("keyUp", $0)] } ?? []
    try perform(
      ["type": "key", "id": "keyboard", "actions": .list(before + strokes + after)])
  }

  /// Swipes from the middle of an element, sideways or down.
  func swipe(_ selector: String, by pixels: Int = 0, down: Int = 0) throws {
    let target = try restingElement(selector)
    try perform([
      "type": "pointer", "id": "finger", "parameters": ["pointerType": "touch"],
      "actions": [
        ["type": "pointerMove", "x": 0, "y": 0, "origin": target],
        ["type": "pointerDown", "button": 0],
        [
          "type": "pointerMove", "x": .number(Double(pixels)), "y": .number(Double(down)),
          "origin": "pointer", "duration": 200,
        ],
        ["type": "pointerUp", "button": 0],
      ],
    ])
  }

  /// Presses the middle of an element with a finger for 700 ms.
  func hold(_ selector: String) throws {
    let target = try restingElement(selector)
    try perform([
      "type": "pointer", "id": "finger", "parameters": ["pointerType": "touch"],
      "actions": [
        ["type": "pointerMove", "x": 0, "y": 0, "origin": target],
        ["type": "pointerDown", "button": 0], ["type": "pause", "duration": 700],
        ["type": "pointerUp", "button": 0],
      ],
    ])
  }

  /// The first element that matches a CSS selector, in view and no longer moving: a page that has just changed may still
  /// scroll.
  private func restingElement(_ selector: String) throws -> WebDriverValue {
    let target = WebDriverValue.object([Self.elementKey: .text(try element(selector))])
    var place = WebDriverValue.null
    _ = try eventually(within: 5000) {
      let before = place
      place = try run(
        """
        const box = arguments[0].getBoundingClientRect();
        if (box.bottom > 0 && box.top < innerHeight) return { x: box.x, y: box.y };
        arguments[0].scrollIntoView({ block: "nearest", behavior: "instant" });
        return null;
        """, [target])
      return place != .null && place == before
    }
    return target
  }

  private func perform(_ actions: WebDriverValue) throws {
    try webDriver("actions", ["actions": [actions]])
  }
}

/// Keys and their code points in WebDriver. Source: WebDriver, "Keyboard actions".
enum Key: String {
  case tab = "\u{E004}"
  case enter = "\u{E007}"
  case shift = "\u{E008}"
  case control = "\u{E009}"
  case escape = "\u{E00C}"
  case space = "\u{E00D}"
  case slash = "/"
  case end = "\u{E010}"
  case home = "\u{E011}"
  case left = "\u{E012}"
  case up = "\u{E013}"
  case right = "\u{E014}"
  case down = "\u{E015}"
  case delete = "\u{E017}"
}
