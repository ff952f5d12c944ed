// The number that the bars of a product code stand for. Source: GS1 General Specifications,
// sections 1.4 (prefixes), 5.2 (UPC-E) and 7.9 (check digit).

/// A product code with a right check digit, in the normal form of 13 digits. Two codes of different
/// kinds that name the same product are equal.
package struct ProductCode: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, CaseIterable, Sendable {
    case ean13 = "EAN-13"
    case upcA = "UPC-A"
    case upcE = "UPC-E"
    case ean8 = "EAN-8"
  }

  /// 13 ASCII digits. UPC-A has a 0 before its 12 digits, EAN-8 has five before its 8.
  package let digits: String

  package var description: String { digits }

  /// Reads the digits that are printed below the bars: 13, 12, 8 or 8. Nil for other numbers of
  /// digits, other signs, and a wrong check digit.
  package init?(_ kind: Kind, _ text: some StringProtocol) {
    let signs = Array(text.utf8)
    guard signs.allSatisfy({ (48...57).contains($0) }) else { return nil }
    let values = signs.map { Int($0) - 48 }
    switch (kind, values.count) {
    case (.ean13, 13): self.init(values)
    case (.upcA, 12): self.init([0] + values)
    case (.ean8, 8): self.init([0, 0, 0, 0, 0] + values)
    case (.upcE, 8):
      guard let long = Self.longForm(values) else { return nil }
      self.init([0] + long)
    default: return nil
    }
  }

  /// Reads what a person types: the digits below the bars, perhaps in groups ("5 099902 894225"), or an
  /// ISBN of 10 or 13 digits. Nil for any other text.
  package init?(typed text: String) {
    let digits = text.filter { $0 != " " && $0 != "-" }
    let code = Kind.allCases.lazy.compactMap { Self($0, digits) }.first
    guard let code = code ?? ISBN(text).flatMap({ Self(.ean13, $0.digits) }) else { return nil }
    self = code
  }

  /// The number of the edition of a book; nil for the code of another product.
  package var isbn: ISBN? { ISBN(digits) }

  private init?(_ thirteen: [Int]) {
    guard thirteen[12] == Self.check(thirteen.prefix(12)) else { return nil }
    digits = thirteen.map(String.init).joined()
  }

  /// Whether a shop made the number for its own use: the prefixes 02, 04 and 20 to 29, which GS1
  /// reserves for restricted circulation. Such a number names no product outside of the shop. A
  /// short code has such a number if it begins with 0 or 2.
  package var isShopNumber: Bool {
    let values = digits.utf8.map { Int($0) - 48 }
    if values.prefix(5).allSatisfy({ $0 == 0 }) { return values[5] == 0 || values[5] == 2 }
    return values[0] == 2 || values[0] == 0 && (values[1] == 2 || values[1] == 4)
  }

  /// The twelve digits of UPC-A that the eight digits of UPC-E stand for.
  private static func longForm(_ eight: [Int]) -> [Int]? {
    guard eight[0] <= 1 else { return nil }
    let six = eight[1...6].map { $0 }
    let middle: [Int] =
      switch six[5] {
      case 0...2: [six[0], six[1], six[5], 0, 0, 0, 0, six[2], six[3], six[4]]
      case 3: [six[0], six[1], six[2], 0, 0, 0, 0, 0, six[3], six[4]]
      case 4: [six[0], six[1], six[2], six[3], 0, 0, 0, 0, 0, six[4]]
      default: [six[0], six[1], six[2], six[3], six[4], 0, 0, 0, 0, six[5]]
      }
    return [eight[0]] + middle + [eight[7]]
  }

  /// The check digit after twelve digits, whose weights are 1 and 3 in turn.
  private static func check(_ twelve: ArraySlice<Int>) -> Int {
    let sum = twelve.enumerated().reduce(0) {
      $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3)
    }
    return (10 - sum % 10) % 10
  }
}

extension [ProductCode] {
  /// The maximum number of codes of an item: a sleeve has one, and rarely a second one of another edition.
  package static var mostOfItem: Int { 2 }

  /// The codes that may name a product, each once, at most `mostOfItem`; the first ones stay.
  package var ofItem: [ProductCode] {
    var kept: [ProductCode] = []
    for code in self where !code.isShopNumber && !kept.contains(code) { kept.append(code) }
    return Array(kept.prefix(Self.mostOfItem))
  }

  /// The digits of the codes, separated by spaces; nil without a code.
  package var stored: String? { isEmpty ? nil : map(\.digits).joined(separator: " ") }

  /// Words that are no code are left out.
  package init(stored: String?) {
    self = (stored ?? "").split(separator: " ").compactMap { ProductCode(.ean13, $0) }
  }
}
