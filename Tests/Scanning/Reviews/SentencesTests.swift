// The ends of sentences in reviews. A forbidden sentence is dropped as a whole, and the sentences
// around it stay.

import Testing

@testable import Scanning

@Suite struct SentencesTests {
  /// The abbreviations of German and English.
  static let both = MoneyTalk.german.abbreviations

  /// Texts with `|` at the end of each sentence.
  static let texts: [String] = [
    "One.| Two.| Three.", "One", "One. two goes on.", "It swings!| Does it?| Yes.",
    "St. Vincent plays guitar.| Annie Clark sings.", "It went to No. 1 in May.| It stayed there.",
    "Does it last? | No. | It fades.", "*Led Zeppelin Vol. 2 demos* exist.| They are rough.",
    "Vol. 2 is looser.| Vol. 3 is not.", "Sgt. Pepper changed it all.| So did Dr. Dre.",
    "J. Mascis shouts.| Lou Barlow does not.", "R.E.M. were kinder.| The next one is not.",
    "The U.S. Girls record is better.| Hear it.", "Side A. is fast.",
    "Play side A.| Then play side B.| Then stop.", "It scored 9.2 there.| Others gave 4.",
    "It scored 9.5.| Nobody else agreed.", "1. Outside is long.| It is good.",
    "Recorded in 1971.| Released in 1972.", "Out in 1971.| 50 years on it holds.",
    "It waits... and waits.| Then it ends.", "It waits…| Then it ends.",
    "A record that … Never mind.",
    "He called it \"a mess.\"| She did not.", "He called it “a mess.”| She did not.",
    "*Who's Next.*| A classic.", "*What's Going On?* asked it first.| Others followed.",
    "*Godspeed You! Black Emperor* build slowly.| They arrive.",
    "“Stop. Look. Listen.” is the hit.| The rest is not.",
    "**Reception:** ignored on release.| Loved since.",
    "(It was recorded in May.)| It came in June.",
    "It is on Last.fm.| Listen there.", "Beatles vs. Stones again.| Nobody won.",
    "Earl Sweatshirt feat. Vince Staples opens.| Then it slows.",
    "Prof. Longhair plays, e.g. Tipitina.| It rolls.", "Dinosaur Jr. The album is loud.",
    "A 12\" mix closes side two and goes on for ever and ever until nobody at all is left in the room to hear it.| It ends.",
    "Es klingt z. B. nach Neu! und u. a. nach Can.| Es bleibt.",
    "Er spielt z.B. Geige.| Sie spielt u.a. Bass.", "Es kam auf Nr. 1 in Wien.| Dort blieb es.",
    "Auf dem 1. Platz stand es lange.| Dann fiel es.", "Es stand auf Platz 1.| Dann fiel es.",
    "Am 3. Oktober 1977 erschien es.| Es hielt sich.", "Es erschien 1977.| Die Kritik schwieg.",
    "Das Album des 20. Jahrhunderts.| Mehr nicht.", "Vom 3. bis 5. Mai entstand es.| Live.",
    "Es dauert ca. 40 Minuten.| Genug.", "Dr. Koch singt bzw. Frau Dr. Meier.| Beide rufen.",
    "Rund 3 Mio. Exemplare fanden Käufer.| Die Band zerbrach.", "Seite A. ist laut.",
    "Erst Seite A.| Dann Seite B.", "Im Okt. 1977 kam es heraus.| Es hielt sich.",
    "„Das Model“ ist der Hit.| Der Rest ist kühl.", "»Autobahn« eröffnet.| Dann wird es still.",
    "«Autobahn» eröffnet.| Dann wird es still.", "Er nannte es „ein Wunder.“| Sie nicht.",
    "„Stopp. Hör. Geh.“ ist der Hit.| Der Rest nicht.", "Bewertung: 9,5.| Die Band freute es.",
    "Wait?!| Yes.", "日本語のタイトル。 It is good.| It is.",
  ]

  @Test(arguments: texts)
  func `the end of a sentence is found`(marked: String) {
    let expected = marked.split(separator: "|").map { Sentences.trimmed(String($0)) }
    let text = expected.joined(separator: " ")
    #expect(Sentences.of(text, Self.both) == expected)
    #expect(Sentences.of("  \(text)\n", Self.both) == expected)
  }

  @Test(arguments: texts)
  func `a complete sentence stays complete, whatever follows`(marked: String) {
    let text = marked.replacing("|", with: "")
    let whole = Sentences.split(text, Self.both).complete
    for end in text.indices {
      let complete = Sentences.split(String(text[..<end]), Self.both).complete
      #expect(whole.starts(with: complete), "\(text[..<end])")
    }
  }

  @Test(arguments: ["", " ", ".", "...", "!!!", "…", "\n\n", "**", "\" \" \""])
  func `an unusual text loses no character`(text: String) {
    #expect(Sentences.of(text, Self.both).joined() == Sentences.trimmed(text))
  }
}
