// Names for property tests: short texts of characters that the normal form of names treats in different ways.

/// Makes names from a seed.
package enum RandomNames {
  private static let pieces: [String] =
    [
      "a", "A", "b", "z", "I", "e\u{301}", "é", "n\u{308}", "ß", "ẞ", "İ", "ı", "ø", "Æ", "ŧ", "ŀ",
      "ŉ",
      "Σ", "ς", "σ", "ό", "ᾳ", "\u{345}", "й", "и", "\u{306}", "ё", "が", "か", "\u{3099}", "ｶ", "ﾞ",
      "ド", "가", "각", "\u{1100}", "\u{1161}", "\u{11A8}", "ㄱ", "漢", "\u{F900}", "क", "\u{958}",
      "ש", "\u{5C1}", "\u{5BC}", "م", "ﻣ",
    ]
    + [
      "0", "1", "4", "9", "１", "½", "²", "①", "Ⅷ", "№", "℃", "™", "℠", "″", "'", "’", "ʻ", "´",
      "\u{1FFD}",
      "`", "＇", "\u{200B}", "\u{200D}", "\u{FE0F}", "\u{AD}", " ", " ", "\u{3000}", "\t",
      "\u{2028}",
      "+", "＋", "#", "♯", "♭", "&", "＆", "(", "（", ")", "[", "]", "-", "–", "/", ".", "…", "!", "！",
      "★", "♪", "❤", "🎸", "The ", "ﬀ", "ﬁ",
    ]

  package static func name(_ random: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...7, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }
}
