// Chooses the plural form for a count. PO files contain the rule as a C expression. This file
// compares the expression with a table of gettext's rules and never evaluates it. A new rule is one
// line here.

/// A rule of `Plural-Forms`.
package struct PluralRule: Sendable {
  /// The number of forms of each text.
  package let count: Int

  /// The index of the form for a count, below `count`.
  package let form: @Sendable (Int) -> Int

  /// The rule in the form that `init` reads.
  package var field: String { "nplurals=\(count); plural=\(expression);" }

  private let expression: String

  /// Two forms: one for the count 1, and one for all other counts.
  package static let english = PluralRule("n!=1", count: 2) { $0 == 1 ? 0 : 1 }

  /// Reads `nplurals=2; plural=(n != 1);`. Nil for a rule that is not in the table.
  /// Source: <https://www.gnu.org/software/gettext/manual/html_node/Plural-forms.html>.
  package init?(_ field: String) {
    var parts: [String: String] = [:]
    for part in field.split(separator: ";") {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let value = part[part.index(after: equals)...].filter { !$0.isWhitespace }
      parts[part[..<equals].filter { !$0.isWhitespace }] = value
    }
    guard let count = parts["nplurals"].flatMap({ Int($0) }), let expression = parts["plural"],
      let known = Self.table.first(where: { $0.expression == Self.bare(expression) }),
      known.count == count
    else { return nil }
    self = known
  }

  private init(_ expression: String, count: Int, form: @escaping @Sendable (Int) -> Int) {
    self.expression = expression
    self.count = count
    self.form = form
  }

  /// The expression without spaces and parentheses. No two rules of the table have the same
  /// expression in this form.
  private static func bare(_ expression: String) -> String {
    expression.filter { $0 != "(" && $0 != ")" }
  }

  /// Expressions without spaces and parentheses.
  private static let table: [PluralRule] = [
    // Chinese, Japanese, Korean, Vietnamese.
    PluralRule("0", count: 1) { _ in 0 },
    // German, English, Dutch, Swedish, Italian, Spanish, Greek.
    .english,
    // French, Brazilian Portuguese.
    PluralRule("n>1", count: 2) { $0 > 1 ? 1 : 0 },
    // Polish.
    PluralRule("n==1?0:n%10>=2&&n%10<=4&&n%100<10||n%100>=20?1:2", count: 3) {
      $0 == 1 ? 0 : isFew($0) ? 1 : 2
    },
    // Russian, Ukrainian, Serbian, Croatian.
    PluralRule("n%10==1&&n%100!=11?0:n%10>=2&&n%10<=4&&n%100<10||n%100>=20?1:2", count: 3) {
      $0 % 10 == 1 && $0 % 100 != 11 ? 0 : isFew($0) ? 1 : 2
    },
    // Czech, Slovak.
    PluralRule("n==1?0:n>=2&&n<=4?1:2", count: 3) {
      $0 == 1 ? 0 : (2...4).contains($0) ? 1 : 2
    },
  ]

  /// Whether the count ends in 2, 3 or 4, but not in 12, 13 or 14.
  private static func isFew(_ count: Int) -> Bool {
    (2...4).contains(count % 10) && !(12...14).contains(count % 100)
  }
}
