// What all providers' answers have in common: counts, words for the host, and passages.

extension LooseJSON {
  private static let countLimit = 1_000_000_000

  /// How many, as a service tells it: never negative, and no sum of them can overflow.
  var count: Int { min(max(integer ?? 0, 0), Self.countLimit) }

  var isObject: Bool {
    if case .object = self { return true }
    return false
  }

  /// A string or a whole number as text: an error's `code` may be either (CONTRACTS §3).
  var word: String? {
    if let text { return text }
    if case .number = self { return integer.map(String.init) }
    return nil
  }

  /// A service's sentence for the host: one line of at most 200 characters.
  var sentence: String? {
    guard let trimmed else { return nil }
    return String(trimmed.prefix(200).map { $0.isNewline ? " " : $0 })
  }

  /// This object with another member, or another value of it.
  func setting(_ name: String, to value: LooseJSON) -> LooseJSON {
    guard case .object(var members) = self else { return self }
    if let place = members.firstIndex(where: { $0.name == name }) {
      members[place] = Member(name, value)
    } else {
      members.append(Member(name, value))
    }
    return .object(members)
  }

  /// `value`, or null for none.
  static func text(_ value: String?) -> LooseJSON { value.map { .string($0) } ?? .null }

  static func whole(_ value: Int) -> LooseJSON { .number(Double(value)) }
}

extension Range<Int> {
  /// A passage of a text of `count` scalars, as a service tells it: clamped; nil where nothing is left.
  init?(passageFrom start: Int?, to end: Int?, count: Int) {
    guard let start, let end, start >= 0, start < end, start < count else { return nil }
    self = start..<Swift.min(end, count)
  }
}
