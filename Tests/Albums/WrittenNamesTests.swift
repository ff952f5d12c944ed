// Names with two forms, as other services write them: their keys, and the forms that a query asks for.

import Albums
import Testing

@Suite struct WrittenNamesTests {
  /// A name, and the forms of a query.
  static let artists: [(name: String, forms: [String])] = [
    ("파란노을 [Parannoul]", ["파란노을", "Parannoul"]),
    ("坂本龍一 (Ryuichi Sakamoto)", ["坂本龍一", "Ryuichi Sakamoto"]),
    ("Кино [Kino]", ["Кино", "Kino"]), ("Kino (Кино)", ["Kino", "Кино"]),
    ("Μάνος Χατζιδάκις [Manos Hadjidakis]", ["Μάνος Χατζιδάκις", "Manos Hadjidakis"]),
    ("فيروز [Fairuz]", ["فيروز", "Fairuz"]), ("שלמה [Shlomo]", ["שלמה", "Shlomo"]),
    ("Various", ["Various Artists"]), ("various artists", ["Various Artists"]),
    ("V.A.", ["Various Artists"]),
    ("V/A", ["Various Artists"]), ("Various Cruelties", ["Various Cruelties"]),
    ("Vashti Bunyan", ["Vashti Bunyan"]),
    ("Sigur Rós [Sigur Ros]", ["Sigur Rós [Sigur Ros]"]), ("Prince (And) Me", ["Prince (And) Me"]),
    ("( )", ["( )"]), ("[Alexandros]", ["[Alexandros]"]), ("파란노을 []", ["파란노을 []"]),
    ("!!! [Chk Chk Chk]", ["!!! [Chk Chk Chk]"]),
  ]

  @Test func `an artist in two scripts has two forms, and a collection has one name`() {
    for (name, forms) in Self.artists { #expect(WrittenNames.artists(name) == forms, "\(name)") }
  }

  static let titles: [(title: String, forms: [String])] = [
    ("Группа Крови = Blood Type", ["Группа Крови", "Blood Type"]),
    ("El Condor Pasa = The Condor Passes = 鷹", ["El Condor Pasa = The Condor Passes = 鷹"]),
    ("Tango = タンゴ = Танго", ["Tango", "タンゴ", "Танго"]), ("2 + 2 = 5", ["2 + 2 = 5"]),
    ("E=MC²", ["E=MC²"]),
    ("E = MC²", ["E = MC²"]), ("=", ["="]),
    ("Weezer [Blue Album]", ["Weezer [Blue Album]", "weezer"]),
    ("千のナイフ [Thousand Knives]", ["千のナイフ [Thousand Knives]", "千のナイフ", "Thousand Knives"]),
    ("OK Computer", ["OK Computer"]), ("( )", ["( )"]), ("★ (Blackstar)", ["★ (Blackstar)"]),
  ]

  @Test func `a title has its parallel titles, its form in another script, and no nickname`() {
    for (title, forms) in Self.titles { #expect(WrittenNames.titles(title) == forms, "\(title)") }
  }

  @Test(arguments: ["Various", "a = b", "x [ы]"]) func `a name has few forms`(name: String) {
    let long = Array(repeating: name, count: 500).joined(separator: " = ")
    #expect(WrittenNames.titles(long).count <= WrittenNames.mostForms)
    #expect(WrittenNames.artists(long).count <= 2)
  }

  /// Two names of one album.
  static let same: [(artist: String, title: String, otherArtist: String, otherTitle: String)] = [
    ("파란노을 [Parannoul]", "White Ceiling", "파란노을", "White Ceiling"),
    ("Кино", "Группа Крови = Blood Type", "Кино", "Группа крови"),
    ("Various", "No New York", "Various Artists", "No New York"),
    ("V.A.", "Nuggets", "Various", "Nuggets"),
    ("坂本龍一", "千のナイフ [Thousand Knives]", "坂本龍一", "千のナイフ"),
  ]

  @Test func `the first form is the name in the key`() {
    for (artist, title, otherArtist, otherTitle) in Self.same {
      let key = AlbumKey(artist: artist, title: title)
      #expect(key == AlbumKey(artist: otherArtist, title: otherTitle), "\(artist): \(title)")
    }
    #expect(AlbumKey(artist: "Radiohead", title: "2 + 2 = 5").text == "radiohead / 2 and 2 5")
    #expect(
      AlbumKey(artist: "Weezer", title: "Weezer [Blue Album]")
        != AlbumKey(artist: "Weezer", title: "Weezer"))
  }
}
