// The result of the dry run of an uploaded file. The worker writes it as JSON into a file of
// data/imports, and the CGI shows it. It is never a page of the site, because it has rows of the file.

package import Text

package struct ImportSummary: Equatable, Sendable {
  /// The maximum number of rows that the page names. Source: docs/limits.md "Export and import".
  package static let mostProblems = 200

  /// A row that the import leaves out.
  package struct Problem: Equatable, Sendable {
    /// The first line of the row; in an export, the number of the find.
    package let line: Int

    /// Whether the row can still be imported, as a further copy. The history has a find of the album,
    /// but the row may be another copy.
    package let isAmbiguous: Bool
    package let artist: String
    package let title: String

    /// The reason and the remedy, in the language of the installation.
    package let reason: String

    package init(line: Int, isAmbiguous: Bool, artist: String, title: String, reason: String) {
      self.line = line
      self.isAmbiguous = isAmbiguous
      self.artist = artist
      self.title = title
      self.reason = reason
    }
  }

  /// The reason why the file cannot be imported; nil if it can. If there is a reason, no row was
  /// judged.
  package var refusal: String?
  package var new = 0
  package var existing = 0
  package var ambiguous = 0
  package var unusable = 0

  /// The number of earlier finds that the import repairs.
  package var repairs = 0

  /// What the rows that the import would add have and the reader cannot read.
  package var unread = UnreadCells()

  /// The number of albums that have to be looked up at MusicBrainz, with the estimated minutes and
  /// megabytes.
  package var albumsToLookUp = 0
  package var minutes = 0
  package var megabytes = 0

  /// An estimated time in words: `2 minutes`, from an hour on `2:05 h`.
  package static func time(_ minutes: Int) -> Sentence {
    if minutes < 60 { return Sentence("import.minutes", ["count": .count(max(1, minutes))]) }
    let rest = minutes % 60
    let hours = "\(minutes / 60):\(rest < 10 ? "0" : "")\(rest)"
    return Sentence("import.hours", ["hours": .text(hours)])
  }

  /// The number of imported albums without a review.
  package var albumsToReview = 0

  /// The most that these reviews can cost; nil if no model is configured or its price is not known.
  package var reviewCost: Money?

  /// The first problems in the order of the file.
  package var problems: [Problem] = []

  package init() {}

  /// The number of rows of the file.
  package var rowCount: Int { new + existing + ambiguous + unusable }

  // MARK: JSON

  package var json: JSON {
    [
      "version": 1, "refusal": refusal.map { .string($0) } ?? .null, "new": .integer(new),
      "existing": .integer(existing), "ambiguous": .integer(ambiguous),
      "unusable": .integer(unusable), "repairs": .integer(repairs),
      "unread": unread.json, "albums": .integer(albumsToLookUp),
      "minutes": .integer(minutes), "megabytes": .integer(megabytes),
      "reviews": .integer(albumsToReview),
      "reviewCost": reviewCost.map { .integer(Int($0.microdollars)) } ?? .null,
      "problems": .array(problems.map(\.json)),
    ]
  }

  /// Nil for anything but a summary of this version.
  package init?(_ json: JSON) {
    guard json["version"] == 1, let new = json["new"].integer,
      let existing = json["existing"].integer, let ambiguous = json["ambiguous"].integer,
      let unusable = json["unusable"].integer
    else { return nil }
    refusal = json["refusal"].text
    (self.new, self.existing, self.ambiguous, self.unusable) = (new, existing, ambiguous, unusable)
    repairs = json["repairs"].integer ?? 0
    unread = UnreadCells(json["unread"])
    albumsToLookUp = json["albums"].integer ?? 0
    minutes = json["minutes"].integer ?? 0
    megabytes = json["megabytes"].integer ?? 0
    albumsToReview = json["reviews"].integer ?? 0
    reviewCost = json["reviewCost"].integer.map { Money(microdollars: Int64($0)) }
    problems = json["problems"].items.compactMap { Problem($0) }
  }
}

extension ImportSummary.Problem {
  fileprivate var json: JSON {
    [
      "line": .integer(line), "ambiguous": .bool(isAmbiguous), "artist": .string(artist),
      "title": .string(title), "reason": .string(reason),
    ]
  }

  fileprivate init?(_ json: JSON) {
    guard let line = json["line"].integer, let reason = json["reason"].text else { return nil }
    // The artist or the title of an unusable row may be empty.
    self.init(
      line: line, isAmbiguous: json["ambiguous"] == true, artist: json["artist"].text ?? "",
      title: json["title"].text ?? "", reason: reason)
  }
}
