// Evidence as the database stores it and as `show` prints it: one line of words.
// Example: `model high settled, rivals 0, musicbrainz agrees, picture same`.

extension Evidence {
  /// Four parts, always in this order, separated by a comma and a space. A fifth part says that the
  /// sleeve contradicts the model.
  package var stored: String {
    let parts =
      [
        Self.text(origin), "rivals \(rivals)", "musicbrainz \(musicBrainz.rawValue)",
        "picture \(picture?.rawValue ?? Self.nothing)",
      ] + (isContradicted ? [Self.contradicted] : [])
    return parts.joined(separator: ", ")
  }

  /// Nil for a text that `stored` does not produce.
  package init?(stored: String) {
    var parts = stored.split(separator: ",").map { $0.split(separator: " ") }
    let isContradicted = parts.count == 5
    if isContradicted, parts.removeLast().joined(separator: " ") != Self.contradicted { return nil }
    guard parts.count == 4, let origin = Self.origin(parts[0].map(String.init)),
      parts.dropFirst().allSatisfy({ $0.count == 2 }),
      [parts[1][0], parts[2][0], parts[3][0]] == ["rivals", "musicbrainz", "picture"],
      let rivals = Int(parts[1][1]), rivals >= 0,
      let musicBrainz = Registration(rawValue: String(parts[2][1]))
    else { return nil }
    let picture = ArtworkMatch(rawValue: String(parts[3][1]))
    guard picture != nil || parts[3][1] == Self.nothing else { return nil }
    self.init(
      origin, musicBrainz: musicBrainz, picture: picture, rivals: rivals,
      isContradicted: isContradicted)
  }

  private static let nothing = "none"
  private static let contradicted = "sleeve contradicts"

  private static func text(_ origin: Origin) -> String {
    switch origin {
    case .model(let confidence, let isSettled):
      "model \(confidence.rawValue) \(settled(isSettled))"
    case .hint(let confidence, let isSettled): "hint \(confidence.rawValue) \(settled(isSettled))"
    case .person: "person"
    case .imported: "imported"
    case .shelf(let isSure): "shelf \(isSure ? "sure" : "unsure")"
    case .sleeve(let hasCode): "sleeve \(hasCode ? "code" : "words")"
    case .recognised(let isCertain): "recognised \(isCertain ? "certain" : "uncertain")"
    case .legacy(let isSure, let needsPicture):
      "legacy \(isSure ? "sure" : "unsure") \(settled(!needsPicture))"
    }
  }

  private static func settled(_ isSettled: Bool) -> String { isSettled ? "settled" : "open" }

  private static func origin(_ words: [String]) -> Origin? {
    switch (words.first, words.count) {
    case ("model", 3):
      guard let confidence = Confidence(rawValue: words[1]), let settled = isSettled(words[2])
      else { return nil }
      return .model(confidence, isSettled: settled)
    case ("hint", 3):
      guard let confidence = Confidence(rawValue: words[1]), let settled = isSettled(words[2])
      else { return nil }
      return .hint(confidence, isSettled: settled)
    case ("person", 1): return .person
    case ("imported", 1): return .imported
    case ("shelf", 2): return choice(words[1], "sure", "unsure").map { .shelf(isSure: $0) }
    case ("sleeve", 2):
      return choice(words[1], "code", "words").map { .sleeve(hasCode: $0) }
    case ("recognised", 2):
      return choice(words[1], "certain", "uncertain").map { .recognised(isCertain: $0) }
    case ("legacy", 3):
      guard let sure = choice(words[1], "sure", "unsure"), let settled = isSettled(words[2])
      else { return nil }
      return .legacy(isSure: sure, needsPicture: !settled)
    default: return nil
    }
  }

  private static func isSettled(_ word: String) -> Bool? { choice(word, "settled", "open") }

  private static func choice(_ word: String, _ yes: String, _ no: String) -> Bool? {
    word == yes ? true : word == no ? false : nil
  }
}
