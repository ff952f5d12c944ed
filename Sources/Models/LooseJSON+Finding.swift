// The JSON object in what a model wrote: in a Markdown fence, after a sentence, before another one.

extension LooseJSON {
  /// The first object in `answer` that has the member `key`. Source: CONTRACTS §3; PRODUCT "Robust to
  /// model drift".
  package static func object(with key: String, in answer: String) -> LooseJSON? {
    objects(in: answer).first { $0[key] != .null }
  }

  /// Past the brace that closes the one at `open`; nil when none does, or it is nested too deep.
  static func end(ofObjectAt open: Int, in bytes: [UInt8]) -> Int? {
    var (depth, isInString, isEscaped) = (0, false, false)
    for index in open..<bytes.count {
      switch bytes[index] {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInString: isEscaped = true
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      if depth == 0 { return index + 1 }
      if depth > depthLimit { return nil }
    }
    return nil
  }

  /// A string without the white space around it; nil when nothing is left.
  package var trimmed: String? {
    guard let text else { return nil }
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}
