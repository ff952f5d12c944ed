// Finds the thoughts in the text of a model's answer, by the marks that models and servers put around them.
// Source: docs/services.md §3, "Thoughts".

import Text

enum Thoughts {
  /// The ranges of the thoughts in `bytes`. Marks within `objects`, which are in order, do not count: they
  /// are text of the answer. A mark of an end without a beginning ends a thought that began with the
  /// answer. A thought without an end is no thought, because the answer may follow in it.
  static func ranges(in bytes: [UInt8], outside objects: [Range<Int>]) -> [Range<Int>] {
    var (ranges, objects) = ([Range<Int>](), objects[...])
    var (index, begin) = (0, Int?.none)
    while index < bytes.count {
      if let object = objects.first, object.lowerBound <= index {
        index = max(index, object.upperBound)
        objects = objects.dropFirst()
        continue
      }
      guard mayBeMark(bytes[index]), let mark = ThoughtMark(at: index, in: bytes) else {
        index += 1
        continue
      }
      if mark.isEnd {
        ranges.append((begin ?? 0)..<mark.end)
        begin = nil
      } else {
        begin = begin ?? index
      }
      index = mark.end
    }
    return ranges
  }

  /// Whether bytes have nothing but white space, code fences and marks such as `</s>`.
  static func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let byte = rest.first {
      if byte == UInt8(ascii: "`") || byte.isSpace {
        rest = rest.dropFirst()
      } else if let token = MarkToken(at: rest.startIndex, in: rest) {
        rest = rest[token.end...]
      } else {
        return false
      }
    }
    return true
  }

  private static func mayBeMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: "["), 0xE2, UInt8(ascii: "a"), UInt8(ascii: "H"): true
    default: false
    }
  }
}

/// A mark of the beginning or the end of a thought.
private struct ThoughtMark {
  let isEnd: Bool

  /// The index after the mark.
  let end: Int

  /// Nil if no mark begins at `index`.
  init?(at index: Int, in bytes: [UInt8]) {
    if let token = MarkToken(at: index, in: bytes[index...]) {
      guard let mark = Self.meaning(of: token, in: bytes) else { return nil }
      (isEnd, end) = mark
    } else if let phrase = Self.phrases.first(where: { bytes[index...].starts(with: $0) }) {
      (isEnd, end) = (true, index + phrase.count)
    } else {
      return nil
    }
  }

  /// gpt-oss writes `<|channel|>analysis` and `<|channel|>final`, Gemma `<|channel>thought` and
  /// `<channel|>`.
  private static func meaning(
    of token: MarkToken, in bytes: [UInt8]
  ) -> (isEnd: Bool, end: Int)? {
    let name = token.name
    guard name == channel else { return names[name].map { ($0, token.end) } }
    if token.body.first != UInt8(ascii: "|") { return (true, token.end) }
    let word = bytes[token.end...].prefix(16).prefix {
      $0.isLowerLetter
    }
    return (word.elementsEqual("final".utf8), word.endIndex)
  }

  private static let channel = Array("channel".utf8)

  /// Ends without brackets: gpt-oss without its control tokens, and Granite 3.2.
  private static let phrases = ["assistantfinal", "Here is my response:", "Here's my response:"]
    .map { Array($0.utf8) }

  /// Whether a name ends a thought. Source: docs/services.md §3, "Thoughts".
  private static let names: [[UInt8]: Bool] = {
    let words = [
      "think", "thinking", "thought", "thoughts", "reasoning", "reason", "reflection", "analysis",
      "scratchpad", "longcatthink", "details",
    ]
    var names: [[UInt8]: Bool] = [
      Array("unused94".utf8): false, Array("unused95".utf8): true,
      Array("innerprefix".utf8): false, Array("innersuffix".utf8): true,
      Array("content".utf8): true,
    ]
    for word in words {
      for begin in ["", "begin", "beginof", "start", "startof"] {
        names[Array("\(begin)\(word)".utf8)] = false
      }
      for end in ["/", "end", "endof"] { names[Array("\(end)\(word)".utf8)] = true }
    }
    return names
  }()
}

/// A word between brackets: `<think>`, `[/THINK]`, `◁think▷`, `<|end_of_thought|>`.
private struct MarkToken {
  /// The bytes between the brackets.
  let body: ArraySlice<UInt8>

  /// The index after the closing bracket.
  let end: Int

  private static let longest = 40

  private static let brackets = [("<", ">"), ("[", "]"), ("◁", "▷")].map {
    (open: Array($0.utf8), close: Array($1.utf8))
  }

  /// Nil if no such word begins at `index`.
  init?(at index: Int, in bytes: ArraySlice<UInt8>) {
    for (open, close) in Self.brackets where bytes[index...].starts(with: open) {
      let body = bytes[(index + open.count)...].prefix(Self.longest).prefix { Self.isPart($0) }
      guard !body.isEmpty, bytes[body.endIndex...].starts(with: close) else { return nil }
      (self.body, end) = (body, body.endIndex + close.count)
      return
    }
    return nil
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "|"), UInt8(ascii: "_"), .slash, .dash, .colon: true
    default: byte.isLetterOrDigit
    }
  }

  /// The word in lower case, without signs and without the prefix of a vendor: `/think` for
  /// `</seed:think>`.
  var name: [UInt8] {
    var name: [UInt8] = []
    for byte in body {
      switch byte {
      case .colon: name.removeAll { $0 != .slash }
      case UInt8(ascii: "|"), UInt8(ascii: "_"), .dash: break
      default: name.append(byte.lowercase)
      }
    }
    return name
  }
}
