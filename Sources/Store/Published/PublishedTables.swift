// The only table that decides what strangers may see: the tables and columns of albums.db that the
// published database has, and the finds whose rows it has. A column that is not copied here cannot
// appear on a public page, because the published log is written from the published database alone.

import Albums
import Host

/// A table of which the published database has rows.
struct PublishedTable: Sendable {
  /// The origin of a column's value in the published database.
  enum Origin: Equatable, Sendable {
    case copied

    /// The column keeps its default value, or NULL.
    case never

    /// The same value in every row, in SQL.
    case constant(String)

    /// A value that is made from columns of the source, in SQL.
    case made(String)
  }

  struct Column: Sendable {
    let name: String
    let origin: Origin

    init(_ name: String, _ origin: Origin) {
      self.name = name
      self.origin = origin
    }
  }

  let name: String

  /// The id of the find or of the album to which a row belongs.
  let owner: String
  let columns: [Column]

  /// The table in one of the databases, `log` or `main`, with the tables that `owner` and the columns
  /// name.
  let source: @Sendable (_ database: String) -> String

  private var shown: [Column] { columns.filter { $0.origin != .never } }

  /// The values that the columns should have in the published database, in SQL.
  private var wanted: [String] {
    shown.map { column in
      switch column.origin {
      case .copied, .never: "\(name).\(column.name)"
      case .constant(let value), .made(let value): value
      }
    }
  }

  private var present: [String] { shown.map { "\(name).\($0.name)" } }

  /// Copies the rows of some finds or albums; `owners` is a query of their ids.
  func insertion(of owners: String) -> String {
    """
    INSERT INTO main.\(name) (\(shown.map(\.name).joined(separator: ", ")))
    SELECT \(wanted.joined(separator: ", ")) FROM \(source("log")) WHERE \(owner) IN (\(owners))
    """
  }

  /// The ids of the finds or albums of `owners` whose rows differ from those of the source.
  func difference(among owners: String) -> String {
    let (new, old) = (rows(wanted, "log", owners), rows(present, "main", owners))
    return """
      SELECT owner FROM (\(new) EXCEPT \(old)) UNION SELECT owner FROM (\(old) EXCEPT \(new))
      """
  }

  private func rows(_ values: [String], _ database: String, _ owners: String) -> String {
    """
    SELECT \(owner) AS owner, \(values.joined(separator: ", ")) FROM \(source(database))
    WHERE \(owner) IN (\(owners))
    """
  }
}

extension PublishedTable {
  /// The person of every find in the published database.
  static let person = "host"

  /// The tables with rows of finds: one row for each find and its item, one for each tag.
  ///
  /// Evidence, observation, crop, product codes, lettering, advice about the photo, hints, jobs and
  /// candidates of an item are private: they may repeat sentences of the household. Ids of earlier feeds contain the private
  /// address of the site.
  static func ofFinds(_ rule: PublishRule) -> [PublishedTable] {
    [
      PublishedTable(
        name: "items", owner: "finds.id",
        columns: [
          Column("id", .copied), Column("scan", .never), Column("position", .constant("0")),
          Column("album", .never), Column("recognised", .never), Column("sure", .copied),
          Column("evidence", .never), Column("chosen", .never), Column("choice", .never),
          Column("progress", .constant("'reviewing'")), Column("failure_code", .never),
          Column("failure_arguments", .never), Column("created", .made("finds.found")),
          Column("updated", .made("finds.found")), Column("hints", .never), Column("crop", .never),
          Column("quad", .never), Column("text_read", .never), Column("description", .never),
          Column("text_confidence", .never), Column("fingerprint", .never),
          Column("codes", .never), Column("lines", .never),
        ], source: { "\($0).finds AS finds JOIN \($0).items AS items ON items.id = finds.item" }),
      PublishedTable(
        name: "finds", owner: "finds.id",
        columns: [
          Column("id", .copied), Column("item", .copied),
          Column("person", .constant("'\(person)'")),
          Column("album", .copied), Column("found", .copied), Column("moved", .copied),
          Column("deleted", .never), Column("unreviewed_code", .never),
          Column("unreviewed_arguments", .never), Column("feed_id", .never),
          Column("own_artwork", .copied), Column("own_tint", .copied),
          Column("corrected", .copied), Column("noted", rule.showsNotes ? .copied : .never),
          Column("shelf", .copied), Column("added", .copied),
        ] + Detail.all.map { Column($0.column, $0.origin(by: rule)) },
        source: { "\($0).finds AS finds" }),
      PublishedTable(
        name: "find_tags", owner: "find_tags.find",
        columns: [
          Column("find", .copied), Column("position", .copied), Column("key", .copied),
          Column("tag", .copied),
        ], source: { "\($0).find_tags AS find_tags" }),
    ]
  }

  /// Whether a public page shows the album's artwork. A page shows it if a public find of the album
  /// has no own picture. The query may read `main.finds`, because the finds are projected before
  /// the albums.
  private static let showsArtwork = """
    EXISTS (SELECT 1 FROM main.finds AS shown
      WHERE shown.album = albums.id AND shown.deleted IS NULL AND shown.own_artwork IS NULL)
    """

  /// The tables with rows of albums. The picture of a service is copied only if pages show it. An own
  /// picture of an unknown sender (`unowned_pictures`) is never copied.
  static let ofAlbums = [
    PublishedTable(
      name: "albums", owner: "albums.id",
      columns: [
        Column("id", .copied), Column("key", .copied), Column("artist", .copied),
        Column("title", .copied), Column("year", .copied), Column("record_label", .copied),
        Column("artwork", .made("CASE WHEN \(showsArtwork) THEN albums.artwork END")),
        Column("release_group", .never), Column("release", .never),
        Column("artwork_source", .never), Column("key_rules", .copied),
        Column("edition_facts", .never), Column("kind", .copied), Column("isbn", .copied),
        Column("pages", .copied),
        Column("tint", .made("CASE WHEN \(showsArtwork) THEN albums.tint END")),
        Column("is_tracked", .never),
      ], source: { "\($0).albums AS albums" }),
    PublishedTable(
      name: "track_lists", owner: "track_lists.album",
      columns: [Column("album", .copied), Column("release", .copied), Column("tracks", .copied)],
      source: { "\($0).track_lists AS track_lists" }),
    PublishedTable(
      name: "album_genres", owner: "album_genres.album",
      columns: [Column("album", .copied), Column("position", .copied), Column("genre", .copied)],
      source: { "\($0).album_genres AS album_genres" }),
    PublishedTable(
      name: "reviews", owner: "albums.id",
      columns: [
        Column("key", .copied), Column("language", .copied), Column("summary", .copied),
        Column("rating", .copied), Column("recommendation", .copied), Column("origin", .copied),
        Column("prompt", .constant("''")), Column("written", .copied),
      ],
      source: { "\($0).albums AS albums JOIN \($0).reviews AS reviews ON reviews.key = albums.key" }
    ),
    PublishedTable(
      name: "review_points", owner: "albums.id",
      columns: [
        Column("review", .copied), Column("language", .copied), Column("kind", .copied),
        Column("position", .copied), Column("text", .copied),
      ],
      source: {
        """
        \($0).albums AS albums JOIN \($0).review_points AS review_points
          ON review_points.review = albums.key
        """
      }),
    PublishedTable(
      name: "review_sources", owner: "albums.id",
      columns: [
        Column("review", .copied), Column("language", .copied), Column("position", .copied),
        Column("passage", .copied), Column("url", .copied), Column("title", .copied),
      ],
      source: {
        """
        \($0).albums AS albums JOIN \($0).review_sources AS review_sources
          ON review_sources.review = albums.key
        """
      }),
  ]
}

extension Detail {
  fileprivate func origin(by rule: PublishRule) -> PublishedTable.Origin {
    switch publication {
    case .never: .never
    case .always: .copied
    case .ifRule(let isShown): isShown(rule) ? .copied : .never
    case .constant(.text(let text)): .constant("'\(text)'")
    case .constant(.integer(let number)): .constant("\(number)")
    }
  }

  /// Whether the published database has the detail's own values.
  var isPublishable: Bool {
    switch publication {
    case .always, .ifRule: true
    case .never, .constant: false
    }
  }
}

extension PublishRule {
  /// A condition for a row of `log.finds AS finds`: strangers may see the find. A person's choice wins
  /// over the rule (`PublishRule.reason(for:)`). The table `tag_keys` has the spellings of the rule's
  /// tag.
  var condition: String {
    condition(
      hasTag: """
        EXISTS (SELECT 1 FROM log.find_tags AS find_tags WHERE find_tags.find = finds.id
          AND find_tags.key IN (SELECT key FROM temp.tag_keys))
        """)
  }

  /// The condition for a row of any table or alias `finds`. `hasTag` is the condition that the find has
  /// the rule's tag.
  func condition(hasTag: String) -> String {
    let admitted =
      switch choice {
      case .chosen: "FALSE"
      case .all: "TRUE"
      case .tag: hasTag
      }
    return """
      finds.deleted IS NULL AND CASE finds.public_choice WHEN 'yes' THEN TRUE WHEN 'no' THEN FALSE
        ELSE \(admitted) END
      """
  }

  /// A digest of everything besides the household database that determines the rows of the
  /// published database. A published database with another digest is made again.
  func digest(feedID: String) -> String {
    let tables = PublishedTable.ofFinds(self) + PublishedTable.ofAlbums
    let inputs = [text, feedID, condition] + tables.map { $0.insertion(of: "") }
    return hexadecimal(SHA256.digest(of: Array(inputs.joined(separator: "\n").utf8)))
  }
}
