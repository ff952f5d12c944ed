// Removes what no service may get from the text that was read: addresses, telephone numbers and prices. A sticker of a
// shop or a stamp of an owner has them.

import Albums

enum PrivateText {
  /// Street addresses are small print. Larger lettering with a number and a street is a title, such as "461 Ocean
  /// Boulevard".
  private static let mostAddressHeight = 0.04

  /// The line without private words; nil if nothing is left. A line with a street address is removed whole.
  static func removed(from line: SleeveLine) -> SleeveLine? {
    let words = line.text.split(separator: " ").map(String.init)
    if line.height <= mostAddressHeight, hasStreet(words) { return nil }
    let isPrivate = privateWords(words)
    guard isPrivate.contains(true) else { return line }
    let kept = words.indices.filter { !isPrivate[$0] }.map { words[$0] }
    return SleeveLine(
      kept.joined(separator: " "), confidence: line.confidence, height: line.height, x: line.x,
      y: line.y)
  }

  private static func privateWords(_ words: [String]) -> [Bool] {
    var isPrivate = words.map { isAddress($0) || isPrice($0) || isLongNumber($0) }
    for index in words.indices {
      let next = index + 1
      guard next < words.count else { break }
      if isCurrency(words[index]), startsWithDigit(words[next]) { hide(index...next, &isPrivate) }
      if isCurrency(words[next]), isAmount(words[index]) { hide(index...next, &isPrivate) }
    }
    for run in numberRuns(words) where isTelephone(words, run) { hide(run, &isPrivate) }
    return isPrivate
  }

  private static func hide(_ range: ClosedRange<Int>, _ isPrivate: inout [Bool]) {
    for index in range { isPrivate[index] = true }
  }

  // MARK: Addresses of the network

  private static let domains: Set<String> = [
    "com", "net", "org", "de", "co", "uk", "fr", "it", "nl", "jp", "eu", "info", "ch", "at", "es",
  ]

  /// Whether the word is a URL, an e-mail address or the name of a host. Readers lose signs, so one sign of an address
  /// is enough.
  private static func isAddress(_ word: String) -> Bool {
    let word = word.lowercased()
    if word.utf8.contains(UInt8(ascii: "@")) { return true }
    let isURL = ["http", "www."].contains { word.hasPrefix($0) }
    if isURL || !word.ranges(ofText: "://").isEmpty { return true }
    let parts = word.split(separator: "/", maxSplits: 1).first?.split(
      separator: ".", omittingEmptySubsequences: false)
    guard let parts, parts.count >= 2, let last = parts.last else { return false }
    let end = last.prefix { $0.isLetter }
    return domains.contains(String(end)) && end.count == last.count
      && parts.dropLast().allSatisfy { $0.utf8.count >= 2 }
  }

  // MARK: Prices

  private static let signs = "£€$¥￥₤"
  private static let currencies: Set<String> = [
    "dm", "eur", "euro", "usd", "gbp", "chf", "fr", "ffr", "kr", "sek", "yen", "lire", "hfl", "ös",
    "円",
  ]

  private static func isCurrency(_ word: String) -> Bool {
    let bare = word.lowercased().filter { $0 != "." && $0 != "," && $0 != ":" }
    return currencies.contains(bare) || bare.count == 1 && bare.allSatisfy(signs.contains)
  }

  /// Whether the word is a sum of money: "£4.99", "12,99€", "99p", "¥2,500", or an amount with two decimal digits.
  private static func isPrice(_ word: String) -> Bool {
    if word.contains(where: signs.contains), word.contains(where: isDigit) { return true }
    let end = word.drop { isDigit($0) || $0 == "." || $0 == "," }.lowercased()
    let amount = String(word.prefix { isDigit($0) || $0 == "." || $0 == "," })
    guard !amount.isEmpty else { return false }
    if currencies.contains(end) || end == "p" || end == "¢" || end == ",-" { return true }
    return end.isEmpty && hasDecimals(amount)
  }

  private static func hasDecimals(_ amount: String) -> Bool {
    let parts = amount.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    return parts.count >= 2 && parts.last?.count == 2 && parts.first?.isEmpty == false
  }

  private static func isAmount(_ word: String) -> Bool {
    !word.isEmpty && word.allSatisfy { isDigit($0) || ".,-".contains($0) } && startsWithDigit(word)
  }

  // MARK: Telephone numbers

  /// Numbers of so many digits are telephone numbers or codes. Catalogue numbers without letters have at most seven.
  private static let fewestLongDigits = 8
  private static let telephoneDigits = 7...15
  private static let telephoneWords: Set<String> = [
    "tel", "telephone", "phone", "fax", "fon", "telefon", "tél", "téléphone", "call", "mobile",
    "ph",
    "tlf",
  ]

  private static func isLongNumber(_ word: String) -> Bool {
    word.count(where: isDigit) >= fewestLongDigits && word.allSatisfy { isDigit($0) || isJoin($0) }
  }

  /// The runs of neighbouring words that have only digits and the signs of telephone numbers.
  private static func numberRuns(_ words: [String]) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for (index, word) in words.enumerated() {
      guard word.allSatisfy({ isDigit($0) || isJoin($0) }) else { continue }
      if let last = runs.last, last.upperBound == index - 1 {
        runs[runs.count - 1] = last.lowerBound...index
      } else {
        runs.append(index...index)
      }
    }
    return runs
  }

  private static func isTelephone(_ words: [String], _ run: ClosedRange<Int>) -> Bool {
    let text = words[run].joined(separator: " ")
    let digits = text.count(where: isDigit)
    let groups = text.split { !isDigit($0) }.count
    let before = run.lowerBound > 0 ? words[run.lowerBound - 1].lowercased() : ""
    let isCalled = telephoneWords.contains(before.filter { $0.isLetter })
    if isCalled || text.hasPrefix("+") { return digits >= 3 }
    return telephoneDigits.contains(digits) && groups >= 2
  }

  private static func isJoin(_ character: Character) -> Bool { "+-–/().".contains(character) }

  // MARK: Street addresses

  private static let streets: Set<String> = [
    "street", "st", "road", "rd", "avenue", "ave", "lane", "ln", "boulevard", "blvd", "drive",
    "square", "sq", "place", "broadway", "strasse", "straße", "str", "platz", "weg", "allee", "rue",
    "via", "calle", "plaza", "row", "court", "gasse", "straat", "laan", "terrace",
  ]
  private static let streetEnds = ["strasse", "straße", "str", "platz", "gasse", "straat", "weg"]

  /// Whether the words have a street and the number of a house beside it, or a box of a post office.
  private static func hasStreet(_ words: [String]) -> Bool {
    let bare = words.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
    let hasNumber = bare.contains { startsWithDigit($0) && $0.count <= 5 }
    let hasStreet = bare.contains { word in
      streets.contains(word) || streetEnds.contains { word.hasSuffix($0) && word != $0 }
    }
    let isBox = bare.joined(separator: " ").ranges(ofText: "po box").isEmpty == false
    return hasNumber && hasStreet || isBox || bare.contains("postfach")
  }

  private static func startsWithDigit(_ word: String) -> Bool { word.first.map(isDigit) == true }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
