// The dry run of an import: what each row would become, and what the import needs.

package import Albums
package import Store

package struct ImportReport: Equatable, Sendable {
  /// The verdict about a row.
  package enum Verdict: String, CaseIterable, Sendable {
    case new

    /// The row was imported before.
    case existing

    /// The history has a find of the album that may be this row.
    case ambiguous

    /// The row cannot be a find. `reason` names the remedy.
    case unusable
  }

  package struct Row: Equatable, Sendable {
    /// The first line of the row in its file; in an export, the number of the find.
    package let line: Int
    package let verdict: Verdict
    package let artist: String
    package let title: String
    package let reason: Sentence?
  }

  package let format: ImportFormat
  package var rows: [Row] = []

  /// The number of finds of earlier imports that the import repairs.
  package var repairs = 0

  /// What the rows that the import would add have and the reader cannot read.
  package var unread = UnreadCells()

  /// The number of albums that have to be looked up at MusicBrainz.
  package var albumsToLookUp = 0

  /// The number of albums that have no review.
  package var albumsToReview = 0

  /// The bytes of files that the import brings.
  package var bytes = 0

  package init(format: ImportFormat) { self.format = format }

  package func count(_ verdict: Verdict) -> Int { rows.count { $0.verdict == verdict } }

  /// Requests to MusicBrainz for an album: its release group, its editions and its genres.
  private static let requestsPerAlbum = 3

  /// Milliseconds between two requests. Source: docs/limits.md "gap between requests".
  private static let requestMilliseconds = 1100

  /// Bytes of an album's artwork in three sizes.
  private static let artworkBytes = 250_000

  /// The estimated time of the lookups in minutes, rounded up.
  package var minutes: Int {
    (albumsToLookUp * Self.requestsPerAlbum * Self.requestMilliseconds + 59_999) / 60_000
  }

  /// The estimated disk space in megabytes, rounded up.
  package var megabytes: Int {
    (albumsToLookUp * Self.artworkBytes + bytes + 999_999) / 1_000_000
  }
}
