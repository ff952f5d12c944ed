// White space at the ends of texts and between their words.

extension ArraySlice<UInt8> {
  /// The slice without the bytes at both ends for which `isDropped` is true.
  package func trimming(_ isDropped: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    guard let first = firstIndex(where: { !isDropped($0) }),
      let last = lastIndex(where: { !isDropped($0) })
    else { return self[endIndex...] }
    return self[first...last]
  }
}

extension StringProtocol {
  /// The text without Unicode white space at both ends; empty if it has no other characters.
  package var trimmed: String {
    // Most texts begin and end with visible ASCII. A check for visible ASCII is much faster than a search
    // for white space.
    let visible: ClosedRange<Unicode.Scalar> = "!"..."~"
    if let first = unicodeScalars.first, let last = unicodeScalars.last, visible.contains(first),
      visible.contains(last)
    {
      return String(self)
    }
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }

  /// The words of the text, separated by one space each.
  package var singleSpaced: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
