// The normal form of names: which names are the same name. Each row of docs/names.md has pairs here.

import Foundation
import Support
import Testing

@testable import Albums

@Suite struct NormalNameTests {
  /// Names that are the same name.
  static let same: [(String, String)] = [
    // Canonical equivalence.
    ("Кино й", "Кино и\u{306}"), ("ガンズ ド", "カ\u{3099}ンス\u{3099} ト\u{3099}"),
    ("파란노을", "\u{1111}\u{1161}\u{1105}\u{1161}\u{11AB}\u{1102}\u{1169}\u{110B}\u{1173}\u{11AF}"),
    ("Δρόμος", "Δρο\u{301}μος"), ("Ω", "\u{2126}"), ("각", "가\u{11A8}"),
    ("क़लम", "\u{958}लम"), ("שׁ", "ש\u{5C1}"), ("ש\u{5BC}\u{5C1}", "ש\u{5C1}\u{5BC}"),
    // Characters without a shape of their own.
    ("Zero", "Ze\u{200B}ro"), ("Soft", "So\u{AD}ft"), ("❤", "❤\u{FE0F}"), ("Join", "Jo\u{200D}in"),
    ("Mark", "\u{FEFF}Mark"), ("Abc", "A\u{E0100}bc"), ("عربي", "عر\u{200F}بي"),
    // Case.
    ("ΔΡΟΜΟΣ", "δρομος"), ("Δρόμος", "ΔΡΟΜΟΣ"), ("Straße", "STRASSE"), ("Straße", "STRAẞE"),
    ("İstanbul", "istanbul"), ("Işık", "isik"), ("КИНО", "кино"), ("Ǆ", "ǆ"), ("Ա", "ա"),
    ("𐐀", "𐐨"),
    ("ᾳ", "α"), ("Ꭰ", "ꭰ"),
    // Compatibility.
    ("ＡＢＣ　１２３", "abc 123"), ("ｶﾞﾝｽﾞ", "ガンズ"), ("ﬁne", "fine"), ("℃-ute", "°C-ute"),
    ("Ⅷ", "VIII"), ("№5", "No. 5"), ("4½", "4 1/2"), ("H₂O", "H2O"), ("①", "1"), ("𝔸bc", "abc"),
    ("（X）", "(X)"), ("！！！", "!!!"), ("Wait…", "wait..."), ("ﻣﺤﻤﺪ", "محمد"), ("A\u{A0}B", "A B"),
    ("Simon ＆ Garfunkel", "Simon & Garfunkel"), ("豈", "\u{F900}"),
    // Accents of Latin and Greek letters, and letters that are written as two.
    ("Spın̈al Tap", "Spinal Tap"), ("Björk", "Bjork"), ("Sigur Rós", "Sigur Ros"),
    ("Ænima", "Aenima"),
    ("MØ", "Mo"), ("Þursaflokkurinn", "Thursaflokkurinn"), ("Łódź", "Lodz"), ("Việt", "Viet"),
    // Apostrophes and punctuation.
    ("Hawaiʻi", "Hawai'i"), ("Hawaiʻi", "Hawaii"), ("Don’t", "Don't"), ("Don＇t", "Dont"),
    ("Qurʾān", "Qur'an"), ("AC/DC", "AC DC"), ("R.E.M.", "r e m"), ("Lo-Fi", "lo fi"),
    ("Foo™", "Foo"), ("( )", "()"), ("#1 Record", "1 Record"), ("Help!", "Help"),
    // Signs that are words.
    ("Florence + the Machine", "Florence and the Machine"), ("A+B", "a & b"), ("C#", "C♯"),
    ("F#A#", "F♯ A♯"), ("C sharp", "C#"), ("B♭", "B flat"),
  ]

  /// Names that are not the same name.
  static let different: [(String, String)] = [
    ("C#", "C++"), ("C#", "C"), ("C++", "C"), ("C+", "C"), ("+44", "44"), ("A♭", "A"),
    ("The The", "The"), ("10²", "102"), ("4½", "41/2"), ("Foo™", "Footm"), ("7″", "7 tm"),
    ("и", "й"), ("か", "が"), ("ハ", "パ"), ("は", "ハ"), ("Е", "Ё"), ("ก", "กำ"), ("क", "कि"),
    ("+", "×"), ("★", "☆"), ("★", "★★"), ("!!!", "???"), ("❤", "💔"), ("†", "††"), ("♪", "♫"),
    ("1", "2"), ("II", "III"), ("Ⅱ", "Ⅲ"), ("漢", "汉"), ("å b", "ab"), ("Π", "P"), ("Н", "H"),
  ]

  private func key(_ name: String) -> [UInt8] { Array(NormalName(name).text.utf8) }

  @Test func `each pair of the first table is one name`() {
    for (one, other) in Self.same {
      #expect(key(one) == key(other), "\(one), \(other): \(NormalName(one)), \(NormalName(other))")
    }
  }

  @Test func `each pair of the second table is two names`() {
    for (one, other) in Self.different {
      let (first, second) = (AlbumKey.creator(named: one), AlbumKey.creator(named: other))
      #expect(Array(first.utf8) != Array(second.utf8), "\(one), \(other): \(first)")
    }
  }

  @Test func `keys of albums, tags and index pages have one normal form`() {
    for (one, other) in Self.same where !one.isEmpty {
      #expect(Array(Tag(stored: one).key.utf8) == Array(Tag(stored: other).key.utf8), "\(one)")
      #expect(Facet(.genre, named: one)?.key == Facet(.genre, named: other)?.key, "\(one)")
      let (first, second) = (
        AlbumKey(artist: one, title: one), AlbumKey(artist: other, title: other)
      )
      #expect(Array(first.text.utf8) == Array(second.text.utf8), "\(one): \(first), \(second)")
    }
  }

  @Test func `an edition in full-width brackets is an edition`() {
    #expect(AlbumKey(artist: "X", title: "Y（Deluxe）") == AlbumKey(artist: "X", title: "Y (Deluxe)"))
  }

  @Test func `a name of invisible characters stays as it is`() {
    for name in ["\u{200B}", "\u{AD}\u{AD}", " ", "\u{301}"] {
      #expect(key(name) == Array(name.utf8))
      #expect(AlbumKey(artist: name, title: name).text == "\(name) / \(name)")
    }
  }

  @Test(arguments: [1, 2026, UInt64.random(in: 0...UInt64.max)])
  func `equivalent names have one normal form, which is its own normal form`(seed: UInt64) {
    print("note: \(#fileID): seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let name = RandomNames.name(&random)
      let form = key(name)
      #expect(key(NormalName(name).text) == form, "seed \(seed): \(name.debugDescription)")
      guard form != Array(name.utf8) else { continue }
      for other in [
        name.decomposedStringWithCanonicalMapping, name.precomposedStringWithCanonicalMapping,
      ] {
        #expect(key(other) == form, "seed \(seed): \(name.debugDescription)")
      }
    }
  }
}
