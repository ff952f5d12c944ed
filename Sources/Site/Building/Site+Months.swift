// Writes the parts of a month: the pages of the history, and the files of the search. A refresh
// writes the part of the changed find, and the parts that begin with another find than before.
// Source: docs/decisions/090-parts-from-the-oldest.md.

import Albums
import Host

extension Site {
  /// The path of the list of the parts of a month: the first find of each part, from the oldest
  /// part, one to a line. A month with one part has no list. The list contains no secret: its finds
  /// are on the pages of the month.
  private static func listPath(_ month: Month) -> String { "history/\(month)/\(Tree.partList)" }

  /// Writes the parts of the month that the change affects. Ranges count from the oldest find of the
  /// month and may end after the newest one. `finds` are newest first, `entries` oldest first.
  ///
  /// The list of the parts is written last, so that the next refresh repeats an interrupted one.
  func refreshMonth(
    _ around: Surroundings, finds: (Range<Int>) throws -> [Find],
    entries: (Range<Int>) throws -> [SearchEntry]
  ) throws(SiteError) -> [String] {
    let before = try writtenFirsts(of: around.month)
    let pages = MonthPages(around.month, count: around.firsts.count)
    var manifest = try readManifest()
    var written: [String] = []
    for part in changedParts(around, before) {
      let shown = try read(pages.path(of: part)) {
        try around.newestFinds(ofPart: part, zone: settings.words.zone)
          ?? finds(MonthPages.range(of: part))
      }
      written += try writePart(part, of: pages, shown, durably: true)
      written += try writePartFiles(of: shown, part, pages.month, into: &manifest, durably: true)
    }
    for index in changedShards(around, before, manifest) {
      let range = index * SearchShard.size..<(index + 1) * SearchShard.size
      let shown = try read("search/\(around.month)") { try entries(range) }
      written += try writeShard(index, around.month, shown, into: &manifest, durably: true)
    }
    manifest.cut(around.month, parts: around.firsts.count)
    written += try writeManifest(manifest, durably: true)
    written += try writeFirsts(around.firsts, of: around.month, durably: true)
    return written
  }

  /// Writes the page of a part.
  func writePart(
    _ part: Int, of pages: MonthPages, _ finds: [Find], durably: Bool
  ) throws(SiteError) -> [String] {
    let page = HistoryPage(
      pages, part: part, finds: finds, artworks: artworks, settings: settings)
    return try prepareOverview(for: finds, durably: durably)
      + write(page, at: pages.path(of: part), durably: durably)
  }

  /// Writes the list of the parts, and removes pages that no part has any more.
  func writeFirsts(
    _ firsts: [FindID], of month: Month, durably: Bool
  ) throws(SiteError) -> [String] {
    for name in try tree.names(in: "history/\(month)") {
      if let number = Int(name), number >= max(1, firsts.count) {
        try tree.remove("history/\(month)/\(name)")
      }
    }
    guard firsts.count > 1 else {
      try tree.remove(Self.listPath(month))
      return []
    }
    let lines = firsts.map { "\($0)\n" }.joined()
    return try tree.write(Array(lines.utf8), at: Self.listPath(month), durably: durably)
  }

  /// The first find of each part, as it was written last; empty for a month with one part.
  private func writtenFirsts(of month: Month) throws(SiteError) -> [Substring] {
    let file = "\(tree.root)/\(Self.listPath(month))"
    guard Files.exists(file) else { return [] }
    let bytes = try files { () throws(HostError) in
      try Files.read(file, limit: Tree.fileLimit)
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// The part with the changed find, the parts that begin with another find than before, and the
  /// parts whose links lead to another page than before.
  private func changedParts(_ around: Surroundings, _ before: [Substring]) -> [Int] {
    let (old, new) = (max(1, before.count) - 1, around.firsts.count - 1)
    return around.firsts.indices.filter { part in
      part == around.changed || !begins(part, around, before)
        || (part == old) != (part == new) || (part + 1 == old) != (part + 1 == new)
    }
  }

  private func changedShards(
    _ around: Surroundings, _ before: [Substring], _ manifest: SearchManifest
  ) -> [Int] {
    let parts = SearchManifest.partsInShard
    return (0..<(around.firsts.count + parts - 1) / parts).filter { index in
      index == around.changed / parts || !begins(index * parts, around, before)
        || manifest.shards[ShardName(month: around.month, number: index + 1)] == nil
    }
  }

  /// Whether a part begins with the same find as before.
  private func begins(_ part: Int, _ around: Surroundings, _ before: [Substring]) -> Bool {
    // Without a list, the only part of the month begins with its oldest find.
    if before.isEmpty, around.firsts.count == 1 { return true }
    return before.indices.contains(part) && before[part] == around.firsts[part].text
  }
}
