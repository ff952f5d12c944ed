// The source of the summary pages: the finds by their facets. A refresh reads them from the
// database. A build loads the whole index into memory, because it needs all of it.

package import Albums

/// Answers about all finds of the history, all from the same state.
package protocol HistoryIndex: ~Copyable {
  /// The index pages of a kind, in the order of the bytes of their keys.
  func counts(of kind: FacetKind) throws -> [FacetCount]

  /// The spellings of all values of a kind, each once for each key, in any order.
  func spellings(of kind: FacetKind) throws -> [Facet]

  /// One index page; nil if no find belongs to it.
  func count(of kind: FacetKind, key: String) throws -> FacetCount?

  /// The number of finds of an index page before a moment.
  func countFinds(of kind: FacetKind, key: String, before moment: Timestamp) throws -> Int

  /// A part of the finds of an index page, the oldest first. `first` counts from 0.
  func finds(
    of kind: FacetKind, key: String, from first: Int, most: Int
  ) throws -> [FindSummary]

  /// The addresses of the pages of all finds, the oldest find first.
  func findPages() throws -> [String]

  /// The finds with these ids, in the order of `ids`.
  func summaries(of ids: [FindID]) throws -> [FindSummary]

  /// The favourites, the newest find first.
  func favourites() throws -> [FindSummary]

  /// The newest finds of a year, the newest first.
  func newestFinds(ofYear year: Int, most: Int) throws -> [FindSummary]

  /// The values of a kind that finds of a year have, in the order of the bytes of their keys.
  func counts(of kind: FacetKind, inYear year: Int) throws -> [FacetCount]

  /// The newest finds of a year that have one of these values, the newest first.
  func newestFinds(
    of kind: FacetKind, keys: [String], inYear year: Int, most: Int
  ) throws -> [FindSummary]

  /// The figures of all finds, or of those of one year.
  func statistics(ofYear year: Int?) throws -> HistoryStatistics
}

/// The links and the finds of the history that the album page of a find shows.
package struct Neighbours: Sendable {
  /// The facets of the find whose index pages the page links to.
  package let links: [Facet]

  /// "More in your log".
  package let more: [FindSummary]

  package let connections: [LogConnection]

  /// The next newer and the next older find of the history; nil at its ends.
  package let newer: FindSummary?
  package let older: FindSummary?

  package static let none = Neighbours(links: [], more: [], connections: [])

  package init(
    links: [Facet], more: [FindSummary], connections: [LogConnection], newer: FindSummary? = nil,
    older: FindSummary? = nil
  ) {
    self.links = links
    self.more = more
    self.connections = connections
    self.newer = newer
    self.older = older
  }
}
