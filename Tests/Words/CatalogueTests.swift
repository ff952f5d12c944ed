// Message catalogues: translated texts, texts that stay English, and refused files.

import Albums
import Host
import Support
import Testing

@testable import Words

@Suite struct CatalogueTests {
  static let template = """
    # A note.
    msgid ""
    msgstr ""
    "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

    #. On an album's page.
    #, python-brace-format
    msgctxt "album.by"
    msgid "{title} by {artist}"
    msgstr ""

    #, python-brace-format
    msgctxt "finds"
    msgid "{count} find"
    msgid_plural "{count} finds"
    msgstr[0] ""
    msgstr[1] ""

    msgctxt "again"
    msgid ""
    "Try "
    "again \\"now\\""
    msgstr ""
    """

  static let header = """
    msgid ""
    msgstr ""
    "Language: de\\n"
    "Plural-Forms: nplurals=2; plural=n != 1;\\n"


    """

  private func german(_ entries: String) throws -> Phrasebook {
    try MessageCatalogue(
      template: Self.template, translation: Self.header + entries, language: "de"
    )
    .phrasebook(zone: .utc)
  }

  @Test func `the template alone is English`() throws {
    let words = try MessageCatalogue(template: Self.template).phrasebook(zone: .utc)
    #expect(words.language == "en")
    #expect(words("album.by", ["title": .text("A"), "artist": .text("B")]) == "A by B")
    #expect(words("finds", ["count": .count(1)]) == "1 find")
    #expect(words("finds", ["count": .count(0)]) == "0 finds")
    #expect(words("again") == "Try again \"now\"")
    #expect(words.keys == ["again", "album.by", "finds"])
  }

  @Test func `a translation orders the arguments as its language needs`() throws {
    let words = try german(
      """
      msgctxt "album.by"
      msgid "{title} by {artist}"
      msgstr "{artist}: {title}"
      """)
    #expect(words.language == "de")
    #expect(words("album.by", ["title": .text("A"), "artist": .text("B")]) == "B: A")
  }

  @Test func `a text without a valid translation stays English`() throws {
    let words = try german(
      """
      #, fuzzy, python-brace-format
      msgctxt "album.by"
      msgid "{title} by {artist}"
      msgstr "{title} von {artist}"

      msgctxt "again"
      msgid "Try again \\"now\\""
      msgstr ""

      msgctxt "finds"
      msgid "{count} album"
      msgid_plural "{count} albums"
      msgstr[0] "{count} Album"
      msgstr[1] "{count} Alben"
      """)
    #expect(words("album.by", ["title": .text("A"), "artist": .text("B")]) == "A by B")
    #expect(words("again") == "Try again \"now\"")
    #expect(words("finds", ["count": .count(2)]) == "2 finds")
  }

  @Test func `an English text in a translation keeps the English plural`() throws {
    let words = try MessageCatalogue(
      template: Self.template,
      translation: "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=1; plural=0;\\n\"\n",
      language: "ja"
    ).phrasebook(zone: .utc)
    #expect(words("finds", ["count": .count(1)]) == "1 find")
  }

  @Test func `a text that the host's folder lacks comes from the installed one`() throws {
    let folder = try TemporaryFolder()
    let (own, installed) = (folder.file("own"), folder.file("installed"))
    let old = "msgctxt \"again\"\nmsgid \"Once more\"\nmsgstr \"\"\n"
    let german =
      Self.header + "msgctxt \"again\"\nmsgid \"Once more\"\nmsgstr \"Noch einmal\"\n"
    for (path, text) in [
      ("own/albumscan.pot", old), ("own/de.po", german), ("own/fr.po", Self.header),
      ("installed/albumscan.pot", Self.template),
      (
        "installed/de.po",
        Self.header
          + "msgctxt \"album.by\"\nmsgid \"{title} by {artist}\"\nmsgstr \"{title} von {artist}\"\n"
      ),
    ] {
      try Files.makeDirectories(Files.parent(of: folder.file(path)), mode: 0o755)
      try Files.replace(folder.file(path), with: Array(text.utf8), durably: false)
    }
    for (language, byline, again) in [
      ("en", "A by B", "Once more"), ("de", "A von B", "Noch einmal"),
      ("fr", "A by B", "Once more"),
    ] {
      let words = try MessageCatalogue(language: language, folder: own, installed: installed)
        .phrasebook(zone: .utc)
      #expect(words("album.by", ["title": .text("A"), "artist": .text("B")]) == byline)
      #expect(words("again") == again)
    }
    let missing = folder.file("missing")
    let alone = try MessageCatalogue(language: "en", folder: own, installed: missing)
    #expect(alone.phrasebook(zone: .utc).keys == ["again"])
  }

  static let damaged: [(text: String, error: WordsError)] = [
    (
      "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n*7;\\n\"\n",
      WordsError.file("de.po", line: 1, "its Plural-Forms is not a rule that is known here")
    ),
    (
      header + "msgctxt \"again\"\nmsgid \"Try again \\\"now\\\"\"\nmsgstr \"Noch {mal}\"\n",
      .file("de.po", line: 6, "again has no argument {mal}")
    ),
    (
      header + "msgctxt \"again\"\nmsgid \"Try again \\\"now\\\"\"\nmsgstr \"Noch {mal\"\n",
      .file("de.po", line: 6, "a brace that belongs to no argument")
    ),
    (
      header
        + "msgctxt \"finds\"\nmsgid \"{count} find\"\nmsgid_plural \"{count} finds\"\nmsgstr[0] \"ein\"\n",
      .file("de.po", line: 6, "finds has not as many forms as Plural-Forms says")
    ),
    (header + "msgstring \"x\"\n", .file("de.po", line: 6, "msgstring is not a keyword")),
    (header + "msgid \"x\n", .file("de.po", line: 6, "the string does not end")),
    (header + "msgid \"x\\q\"\n", .file("de.po", line: 6, "an unknown escape")),
    (header + "\"x\"\n", .file("de.po", line: 6, "a string without a keyword")),
    (header + "msgctxt \"x\"\n", .file("de.po", line: 6, "an entry needs msgid and msgstr")),
  ]

  @Test(arguments: damaged)
  func `a damaged translation is refused with its line`(text: String, error: WordsError) {
    #expect(throws: error) {
      try MessageCatalogue(template: Self.template, translation: text, language: "de")
    }
  }

  @Test func `a key stands once in the template`() {
    #expect(throws: WordsError.file("albumscan.pot", line: 5, "a is there twice")) {
      try MessageCatalogue(
        template:
          "msgctxt \"a\"\nmsgid \"A\"\nmsgstr \"\"\n\nmsgctxt \"a\"\nmsgid \"B\"\nmsgstr \"\"\n")
    }
  }
}

@Suite struct PluralRuleTests {
  /// Counts, and the form of each count by the rule of the language. Source: gettext's manual,
  /// "Plural forms".
  @Test(arguments: [
    ("nplurals=1; plural=0;", [0, 1, 2, 5], [0, 0, 0, 0]),
    ("nplurals=2; plural=n != 1;", [0, 1, 2, 21], [1, 0, 1, 1]),
    ("nplurals=2; plural=(n > 1);", [0, 1, 2], [0, 0, 1]),
    (
      "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
      [1, 2, 5, 12, 22, 25, 101], [0, 1, 2, 2, 1, 2, 2]
    ),
    (
      "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
      [1, 11, 21, 22, 25, 112], [0, 2, 0, 1, 2, 2]
    ),
    (
      "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;", [1, 2, 4, 5, 22], [0, 1, 1, 2, 2]
    ),
  ])
  func `a known rule gives its form`(field: String, counts: [Int], forms: [Int]) throws {
    let rule = try #require(PluralRule(field))
    #expect(counts.map(rule.form) == forms)
    #expect(PluralRule(rule.field)?.count == rule.count)
  }

  @Test(arguments: ["", "nplurals=2;", "nplurals=3; plural=n != 1;", "nplurals=2; plural=n*n;"])
  func `an unknown rule is refused`(field: String) { #expect(PluralRule(field) == nil) }
}
