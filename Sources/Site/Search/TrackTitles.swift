// The titles of the tracks of a part of a month, for a search that finds few names. The browser folds and
// compares them. Source: docs/interface.md "Search".

import Albums
import Text
import Tracks

/// The track titles of up to 100 finds.
struct TrackTitles {
  /// The bytes of the file; nil if no find has tracks.
  let bytes: [UInt8]?

  /// `finds` are the finds of the part, oldest first. Finds of one album share its row of titles.
  init(_ finds: [Find]) {
    var lists: [JSON] = []
    var numbers: [StoredTracks: Int] = [:]
    let rows = finds.map { find -> JSON in
      guard let tracks = find.tracks else { return .integer(-1) }
      if let number = numbers[tracks] { return .integer(number) }
      let titles = tracks.list.map(Self.titles) ?? []
      numbers[tracks] = titles.isEmpty ? -1 : lists.count
      if !titles.isEmpty { lists.append(.array(titles.map { .string($0) })) }
      return .integer(numbers[tracks] ?? -1)
    }
    guard !lists.isEmpty else {
      bytes = nil
      return
    }
    let document: JSON = ["version": 1, "lists": .array(lists), "list": .array(rows)]
    bytes = document.document
  }

  /// Each title once, in the order of the record.
  private static func titles(of list: TrackList) -> [String] {
    var known: Set<String> = []
    return list.tracks.filter { !$0.isUntitled }
      .map { PlainText.name($0.title, otherwise: "") }
      .filter { !$0.isEmpty && known.insert($0).inserted }
  }
}
