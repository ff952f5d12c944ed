// The keys that versions before rules 3 made of names. Pages at the addresses of these keys lead to the present pages.

/// The keys of index pages by rules 1 and 2.
package enum FormerNames {
  /// The former key of a value of this kind.
  package static func key(of kind: FacetKind, named name: String) -> String {
    switch kind {
    case .tag: name.lowercased()
    case .artist, .author: spelled(withoutArticle(words(of: name)), orElse: name)
    case .year, .tier, .genre, .recordLabel, .place, .labelDecade, .credited, .named:
      spelled(words(of: name), orElse: name)
    }
  }

  private static func withoutArticle(_ words: [String]) -> [String] {
    words.count > 1 && words[0] == "the" ? Array(words.dropFirst()) : words
  }

  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    func endWord() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for character in text {
      if apostrophes.contains(character) { continue }
      if character.isLetter || character.isNumber {
        word += folded(character)
        continue
      }
      endWord()
      if character == "&" { words.append("and") }
    }
    endWord()
    return words
  }

  private static func spelled(_ words: [String], orElse name: String) -> String {
    if !words.isEmpty { return words.joined(separator: " ") }
    let signs = String(
      name.filter { !$0.isWhitespace }.flatMap { $0 == "…" ? "..." : String($0) })
    return signs.isEmpty ? name : signs
  }

  private static let apostrophes: Set<Character> = ["'", "’", "‘", "ʼ", "`", "´", "′", "＇"]

  private static func folded(_ character: Character) -> String {
    let lower = character.lowercased()
    return lower.first.flatMap { latinBases[$0] } ?? lower
  }

  private static let latinBases: [Character: String] = {
    let rows: [(String, String)] = [
      ("a", "àáâãäåāăąǎǟǻȁȃạảấầẩẫậắằẳẵặ"), ("c", "çćĉċč"), ("d", "ďđð"),
      ("e", "èéêëēĕėęěȅȇẹẻẽếềểễệ"), ("g", "ĝğġģǧ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįıǐỉị"),
      ("j", "ĵ"), ("k", "ķǩ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"),
      ("o", "òóôõöøōŏőǒǫơọỏốồổỗộớờởỡợ"), ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"),
      ("u", "ùúûüũūŭůűųǔưụủứừửữự"), ("w", "ŵẁẃẅ"), ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"), ("ss", "ß"),
      ("ae", "æǽ"), ("oe", "œ"), ("th", "þ"),
    ]
    var table: [Character: String] = [:]
    for (base, letters) in rows {
      for letter in letters { table[letter] = base }
    }
    return table
  }()
}
