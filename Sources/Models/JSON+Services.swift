// Values that the answers of all providers share: counts, error texts and passages.

import Text

extension JSON {
  private static let countLimit = 1_000_000_000

  /// A count of tokens or searches: at least 0, and at most a billion, so that sums cannot overflow.
  var count: Int { min(max(integer ?? 0, 0), Self.countLimit) }

  var isObject: Bool {
    if case .object = self { return true }
    return false
  }

  /// A string, or a whole number as text: the `code` of an error may be either (docs/services.md §3).
  var word: String? {
    if let text { return text }
    if case .number = self { return integer.map(String.init) }
    return nil
  }

  /// A service's error message in one line. `ErrorsWithoutKey` shortens it: a cut here could leave a part of
  /// the key that can no longer be recognised.
  var sentence: String? {
    guard let trimmed else { return nil }
    return String(trimmed.map { $0.isNewline ? " " : $0 })
  }
}

extension Range<Int> {
  /// The passage between two offsets that a service reported, clamped to a text of `count` scalars;
  /// nil if nothing is left.
  init?(passageFrom start: Int?, to end: Int?, count: Int) {
    guard let start, let end, start >= 0, start < end, start < count else { return nil }
    self = start..<Swift.min(end, count)
  }
}
