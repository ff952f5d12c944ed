// The names of artists of the history in a text.

import Testing

@testable import Albums

@Suite struct ArtistNamesTests {
  /// A text, and the names that it contains in the order of their positions.
  static let texts: [(text: String, names: [String])] = [
    ("Produced by David Axelrod.", ["David Axelrod"]),
    ("**David Axelrod**'s strings", ["David Axelrod"]),
    ("“David Axelrod” – and then David Axelrod again", ["David Axelrod"]),
    ("Odalys Verne before David Axelrod", ["Odalys Verne", "David Axelrod"]),
    ("david axelrod, David axelrod, David Axelrods", []),
    ("Axelrod, David", []),
    ("Odalys Verne Trio", ["Odalys Verne Trio", "Odalys Verne"]),
    // A longer name is found without its article. A name of two words needs the article.
    ("like the Night Ferries", ["The Night Ferries"]), ("The Who, the Who", ["The Who"]),
    ("Who", []),
    ("Simon & Garfunkel sing", ["Simon & Garfunkel"]),
    ("Sammy Davis Jr. sings", ["Sammy Davis Jr."]),
    ("von Sinéad O'Connor", ["Sinéad O'Connor"]), ("Émile Étoilé", ["Émile Étoilé"]),
    ("Émile Étoiléx, xÉmile Étoilé", []), ("O’Odalys Verne’s", ["Odalys Verne"]),
    // Names of one word, and names that begin with a small letter, are not looked for.
    ("Can, k.d. lang, 宇多田ヒカル", []),
    ("", []),
  ]

  static let artists = [
    "David Axelrod", "Odalys Verne", "Odalys Verne Trio", "The Night Ferries", "The Who",
    "Simon & Garfunkel", "Sammy Davis Jr.", "Sinéad O'Connor", "Émile Étoilé", "Can", "k.d. lang",
    "宇多田ヒカル", "!!!", "The",
  ]

  static let names = ArtistNames(
    artists.compactMap { .init(key: AlbumKey.creator(named: $0), text: $0) })

  @Test(arguments: texts)
  func `a text names an artist by the whole name`(text: String, names: [String]) {
    let facets = Self.names.facets(artist: "Another", review: text, own: "another")
    #expect(facets.map(\.name) == names)
    #expect(facets.allSatisfy { $0.kind == .named })
  }

  @Test func `the artist of a work names others, but never the work's own`() {
    let facets = Self.names.facets(
      artist: "Odalys Verne Trio", review: "Odalys Verne Trio, Odalys Verne, The Who",
      own: "odalys verne trio")
    #expect(facets.map(\.name) == ["Odalys Verne", "The Who"])
    #expect(facets.map(\.kind) == [.credited, .named])
  }

  @Test func `the words of a text lead to every name in it`() {
    for (text, names) in Self.texts {
      let beginnings = Set(ArtistNames.firstWords(of: [text]).compactMap(ArtistNames.keyBeginning))
      for name in names {
        let key = AlbumKey.creator(named: name)
        #expect(beginnings.contains(String(key.prefix { $0 != " " })), "\(name)")
        #expect(ArtistNames.KeyWords([text]).mayContain(nameWithKey: key), "\(name)")
      }
    }
  }

  @Test func `a name whose second word is in no text is not read from the database`() {
    let words = ArtistNames.KeyWords(["David Bowie’s band", "Émile plays"])
    for key in ["david bowie", "david bow", "emile", "david and emile plays"] {
      #expect(words.mayContain(nameWithKey: key) == !key.contains("and"), "\(key)")
    }
    #expect(!ArtistNames.KeyWords([]).mayContain(nameWithKey: "david axelrod"))
  }

  @Test func `a name is looked for only if its key begins with its first two words`() {
    for (key, isLookedFor) in [("simon and garfunkel", true), ("simon garfunkel", false)] {
      #expect((ArtistNames.Name(key: key, text: "Simon & Garfunkel") != nil) == isLookedFor)
    }
    #expect(ArtistNames.Name(key: "band", text: "The Band") != nil)
  }
}
