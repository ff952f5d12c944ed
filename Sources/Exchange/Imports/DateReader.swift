// Reads the numbers, words and signs of a date one after the other. White space and invisible characters separate them.

import Text

struct DateReader: Sendable {
  struct Number: Sendable {
    let value: Int
    let digits: Int
  }

  /// The half of a day.
  enum Half: Sendable { case morning, afternoon }

  private enum Token: Equatable {
    case number(String)
    /// In lower case.
    case word(String)
    case sign(Character)
  }

  private var rest: ArraySlice<Token>

  /// Whether a remark in parentheses stood at the end: `(Central European Summer Time)`.
  private(set) var hasRemark = false

  var isAtEnd: Bool { rest.isEmpty }

  /// Nil for an empty text.
  init?(_ text: String) {
    var tokens: [Token] = []
    var characters = text.lowercased()[...]
    while let first = characters.first {
      if first == "(" || first == "[" {
        hasRemark = true
        break
      }
      if Self.isDigit(first) {
        let digits = characters.prefix(while: Self.isDigit)
        tokens.append(.number(String(digits)))
        characters = characters[digits.endIndex...]
      } else if first.isLetter {
        let word = characters.prefix { $0.isLetter }
        tokens.append(Self.token(word))
        characters = characters[word.endIndex...]
      } else {
        characters.removeFirst()
        if !Self.isBlank(first) { tokens.append(.sign(first == "\u{2212}" ? "-" : first)) }
      }
    }
    guard !tokens.isEmpty else { return nil }
    rest = tokens[...]
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  /// White space, or a mark of the direction of a text, which some programs write between the parts of a date.
  private static func isBlank(_ character: Character) -> Bool {
    character.isWhitespace
      || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
  }

  private static func token(_ word: Substring) -> Token {
    switch word {
    // The signs for year and month separate numbers like a point; the sign for day ends a date.
    case "年", "月": .sign("年")
    default: .word(String(word))
    }
  }

  // MARK: Numbers and signs

  /// The next number, if it has as many digits.
  mutating func number(_ digits: ClosedRange<Int>) -> Number? {
    guard case .number(let text)? = rest.first, digits.contains(text.utf8.count),
      let value = Int(text)
    else { return nil }
    rest.removeFirst()
    return Number(value: value, digits: text.utf8.count)
  }

  mutating func sign(of signs: [Character]) -> Character? {
    guard case .sign(let sign)? = rest.first, signs.contains(sign) else { return nil }
    rest.removeFirst()
    return sign
  }

  @discardableResult
  mutating func skip(_ sign: Character) -> Bool { self.sign(of: [sign]) != nil }

  /// The sign between two numbers of a day; nil for white space.
  mutating func separator() -> Character? { sign(of: ["-", "/", ".", "年"]) }

  // MARK: Words

  @discardableResult
  mutating func skipWord(of words: Set<String>) -> Bool {
    guard case .word(let word)? = rest.first, words.contains(word) else { return false }
    rest.removeFirst()
    return true
  }

  /// `23rd`, and the sign for day.
  mutating func skipOrdinal() { skipWord(of: ["st", "nd", "rd", "th", "日"]) }

  mutating func skipWeekday() {
    guard skipWord(of: Self.weekdays) else { return }
    skip(".")
    skip(",")
  }

  mutating func month() -> Int? {
    guard case .word(let word)? = rest.first, let month = Self.months[word] else { return nil }
    rest.removeFirst()
    skip(".")
    return month
  }

  mutating func year() -> Int? {
    guard let year = number(2...4), year.digits != 3 else { return nil }
    return Self.fullYear(year)
  }

  /// A year of two digits is one from 1969 to 2068.
  /// Source: <https://pubs.opengroup.org/onlinepubs/9799919799/functions/strptime.html>, "y".
  static func fullYear(_ year: Number) -> Int {
    guard year.digits <= 2 else { return year.value }
    return year.value + (year.value < 69 ? 2000 : 1900)
  }

  /// `AM`, `p.m.`.
  mutating func half() -> Half? {
    var later = self
    guard case .word(let word)? = later.rest.popFirst() else { return nil }
    var letters = word
    if word == "a" || word == "p" {
      later.skip(".")
      guard later.skipWord(of: ["m"]) else { return nil }
      later.skip(".")
      letters += "m"
    }
    guard letters == "am" || letters == "pm" else { return nil }
    self = later
    return letters == "am" ? .morning : .afternoon
  }

  private static let weekdays: Set<String> = Set(
    ("mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday "
      + "mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonntag")
      .split(separator: " ").map(String.init))

  /// The names of each month in English, German, French, Spanish, Italian, Dutch and Portuguese, with their short forms.
  private static let months: [String: Int] = {
    let names = [
      "january jan januar jänner jän janvier janv enero ene gennaio gen januari janeiro",
      "february feb februar feber février févr fév febrero febbraio februari fevereiro fev",
      "march mar märz mär mrz maerz mars marzo maart mrt março",
      "april apr avril avr abril abr aprile", "may mai mayo maggio mag mei maio",
      "june jun juni juin junio giugno giu junho",
      "july jul juli juillet juil julio luglio lug julho",
      "august aug août aout agosto ago augustus",
      "september sep sept septembre septiembre settembre set setembro",
      "october oct oktober okt octobre octubre ottobre ott outubro out",
      "november nov novembre noviembre novembro",
      "december dec dezember dez décembre déc diciembre dic dicembre dezembro",
    ]
    return Dictionary(
      names.enumerated().flatMap { index, names in
        names.split(separator: " ").map { (String($0), index + 1) }
      }, uniquingKeysWith: { first, _ in first })
  }()
}
