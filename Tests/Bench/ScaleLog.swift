// A large history for measurements: finds of albums with varied names and reviews, made from a
// seed. Debian's program `sqlite3` writes the rows into the database, which takes seconds instead
// of minutes.

import Albums
import Host
import Store
import Support

/// The rows of a history with `finds` finds. Every two successive finds are of one album.
struct ScaleLog {
  let finds: Int

  /// The number that decides all names and texts.
  static let seed: UInt64 = 20_261_123

  private var random: SeededGenerator

  init(finds: Int) {
    self.finds = finds
    random = SeededGenerator(seed: Self.seed)
  }

  private static let syllables = [
    "ba", "chi", "do", "el", "fa", "go", "ha", "in", "jo", "ka", "lo", "mi", "na", "or", "pe",
    "qui", "ra", "sol", "ta", "un", "vi", "wen", "xa", "yo", "zu", "bri", "cla", "dro", "fle",
    "gra", "ste", "tri",
  ]

  private static let words = [
    "night", "river", "machine", "summer", "glass", "echo", "garden", "electric", "silver", "road",
    "music", "for", "the", "slow", "hours", "letters", "from", "a", "distant", "city", "fever",
    "dance", "of", "paper", "birds", "under", "winter", "lights", "songs", "about", "nothing",
    "again", "heart", "stone", "radio", "ocean", "mirror", "dust", "voltage", "moon",
  ]

  private static let accents = ["é", "ö", "ñ", "å", "ø", "č"]

  private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  /// A number below `count`; small numbers are more frequent, as among the artists of a real
  /// history.
  private mutating func frequent(_ count: Int) -> Int {
    let share = Double(below(1_000_000)) / 1_000_000
    return min(count - 1, Int(Double(count) * share * share * share))
  }

  /// The name of artist `number`, always the same.
  static func artist(_ number: Int) -> String {
    var random = SeededGenerator(seed: seed &+ UInt64(number) &* 7919)
    func syllable() -> String { syllables[Int(random.next() % UInt64(syllables.count))] }
    var name = (0..<(2 + Int(random.next() % 2))).map { _ in syllable() }.joined()
    if number % 17 == 0 { name += accents[number / 17 % accents.count] }
    let first = name.prefix(1).uppercased() + name.dropFirst()
    switch number % 5 {
    case 0: return "The \(first)s"
    case 1: return "\(first) \(syllable().capitalizedASCII)\(number % 97)"
    case 2: return "\(first) & the \(syllable().capitalizedASCII)s"
    default: return "\(first) \(syllable())\(syllable())".trimmedTitle
    }
  }

  private mutating func title(_ number: Int) -> String {
    let length = 2 + below(4)
    let text = (0..<length).map { _ in Self.words[below(Self.words.count)] }.joined(separator: " ")
    return "\(text.capitalizedASCII) \(number)"
  }

  private mutating func sentence() -> String {
    let length = 9 + below(9)
    let text = (0..<length).map { _ in
      below(3) == 0
        ? Self.syllables[below(32)] + Self.syllables[below(32)]
        : Self.words[below(Self.words.count)]
    }.joined(separator: " ")
    return "\(text.capitalizedASCII)."
  }

  /// Writes the rows into the empty history of an installation.
  static func fill(_ house: BenchHouse, finds: Int) throws {
    var log = ScaleLog(finds: finds)
    try house.folder.write(log.statements(), to: "log.sql")
    let run = Measure.run(
      "/usr/bin/sqlite3", ["-bail", "\(house.folder.path)/data/albums.db"],
      environment: ["PATH=/usr/bin:/bin"], input: house.folder.file("log.sql"))
    guard run.exitCode == 0 else { throw BenchError.noInstallation }
    try Files.remove(house.folder.file("log.sql"))
  }

  /// The statements that fill an empty history, in one transaction.
  private mutating func statements() -> String {
    var sql = "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN;\n"
    var artist = ""
    for number in 0..<finds {
      let album = number / 2 + 1
      if number.isMultiple(of: 2) {
        artist = Self.artist(frequent(max(20, finds / 8)))
        sql += insert(album: album, artist)
      }
      sql += insert(find: number, of: album)
    }
    return sql + "COMMIT;\n"
  }

  private mutating func insert(album number: Int, _ artist: String) -> String {
    let title = title(number)
    let year = 1955 + below(71)
    let key = AlbumKey(artist: artist, title: title, year: year).text
    let label = "\(Self.syllables[frequent(32)].capitalizedASCII) Records"
    var sql = """
      INSERT INTO albums (id, key, key_rules, artist, title, year, record_label)
      VALUES (\(number), \(quoted(key)), \(AlbumKey.rules), \(quoted(artist)),
      \(quoted(title)), \(year), \(quoted(label)));
      INSERT INTO album_genres VALUES (\(number), 0, 'Genre \(frequent(60))');

      """
    let recommendation = Recommendation.allCases[below(24)]
    sql += """
      INSERT INTO reviews (key, language, summary, rating, recommendation, origin, prompt, written)
      VALUES (\(quoted(key)), 'en', \(quoted("\(sentence()) \(sentence())")),
      \(30 + below(70)), '\(recommendation.rawValue)', 'model', 'review-1', 0);

      """
    for (kind, count) in [("bullet", 3), ("track", 4)] {
      for position in 0..<count {
        sql += """
          INSERT INTO review_points VALUES (\(quoted(key)), 'en', '\(kind)',
          \(position), \(quoted(sentence())));

          """
      }
    }
    return sql
  }

  /// The time of a find. The finds lie 40 minutes apart, so a month has about a thousand of them.
  static func moment(_ number: Int) -> Timestamp {
    Timestamp(milliseconds: 1_500_000_000_000 + Int64(number) * 2_400_000)
  }

  private mutating func insert(find number: Int, of album: Int) -> String {
    let found = Self.moment(number).milliseconds
    let id = FindID(randomBytes: (0..<17).map { _ in UInt8(below(256)) })
    let status = ["NULL", "NULL", "'want'", "'have'", "'heard'"][below(5)]
    var sql = """
      INSERT INTO items (id, position, album, sure, evidence, progress, created, updated)
      VALUES (\(number + 1), 0, \(album), 1,
      'recognised certain, rivals 0, musicbrainz notAsked, picture none', 'queued', \(found), \(found));
      INSERT INTO finds (id, item, person, album, found, status)
      VALUES ('\(id)', \(number + 1), 'owner', \(album), \(found), \(status));

      """
    if below(4) == 0 {
      let tag = Self.words[frequent(Self.words.count)]
      sql += "INSERT INTO find_tags VALUES ('\(id)', 0, '\(tag)', '\(tag)');\n"
    }
    return sql
  }

  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}

extension String {
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
  fileprivate var trimmedTitle: String { split(separator: " ").joined(separator: " ") }
}
