// The whole index in memory, for a build.

package import Albums

/// All finds with their facets. The value gives the same answers as the database.
package struct LoadedIndex: HistoryIndex, Sendable {
  /// A facet by its bytes. `String` compares by canonical equivalence; the database does not.
  private struct Key: Hashable {
    let kind: FacetKind
    let bytes: [UInt8]

    init(_ kind: FacetKind, _ key: String) {
      self.kind = kind
      bytes = Array(key.utf8)
    }
  }

  /// The finds of one facet.
  private struct Group {
    let kind: FacetKind
    let key: String
    var name: String

    /// The spelling of the first find that was added, and the other spellings by the positions of their
    /// finds.
    let firstName: String
    var spellings: [Int32: String] = [:]

    /// Positions in `finds`, ascending.
    var members: [Int32] = []

    /// The number of members before the find at `position`.
    func position(of position: Int32) -> Int {
      var (low, high) = (0, members.count)
      while low < high {
        let middle = (low + high) / 2
        if members[middle] < position { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  private let zone: Zone

  /// The oldest first.
  private let finds: [FindSummary]
  private let positions: [FindID: Int32]
  private var groups: [Group] = []
  private var numbers: [Key: Int32] = [:]

  /// The positions in `groups` of each find.
  private var groupsOfFind: [[Int32]]

  /// `finds` in any order. `facets` calls its argument once for each facet of each find; a facet of
  /// an unknown find is passed over.
  package init(
    _ finds: [FindSummary], zone: Zone,
    facets: ((FindID, Facet) -> Void) throws -> Void
  ) rethrows {
    self.zone = zone
    self.finds = finds.sorted { ($0.found, $0.id) < ($1.found, $1.id) }
    positions = Dictionary(
      uniqueKeysWithValues: self.finds.enumerated().map { ($1.id, Int32($0)) })
    groupsOfFind = Array(repeating: [], count: finds.count)
    var (groups, numbers, groupsOfFind) = (self.groups, self.numbers, self.groupsOfFind)
    let positions = positions
    try facets { (find, facet) in
      guard let position = positions[find] else { return }
      let key = Key(facet.kind, facet.key)
      let number = numbers[key] ?? Int32(groups.count)
      if numbers.updateValue(number, forKey: key) == nil {
        groups.append(
          Group(kind: facet.kind, key: facet.key, name: facet.name, firstName: facet.name))
      }
      if !groups[Int(number)].firstName.utf8.elementsEqual(facet.name.utf8) {
        groups[Int(number)].spellings[position] = facet.name
      }
      groups[Int(number)].members.append(position)
      if groups[Int(number)].name.utf8.lexicographicallyPrecedes(facet.name.utf8) {
        groups[Int(number)].name = facet.name
      }
      groupsOfFind[Int(position)].append(number)
    }
    for index in groups.indices { groups[index].members.sort() }
    (self.groups, self.numbers, self.groupsOfFind) = (groups, numbers, groupsOfFind)
  }

  /// An index without finds.
  package static let empty = LoadedIndex([], zone: .utc) { (_) in }

  private func group(_ kind: FacetKind, _ key: String) -> Group? {
    numbers[Key(kind, key)].map { groups[Int($0)] }
  }

  // MARK: Answers

  package func counts(of kind: FacetKind) -> [FacetCount] {
    groups.filter { $0.kind == kind }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { FacetCount(key: $0.key, name: $0.name, count: $0.members.count) }
  }

  package func spellings(of kind: FacetKind) -> [Facet] {
    groups.filter { $0.kind == kind }.flatMap { group in
      var names = [Facet(kind, key: group.key, name: group.firstName)]
      var known: Set<[UInt8]> = []
      for name in group.spellings.values where known.insert(Array(name.utf8)).inserted {
        names.append(Facet(kind, key: group.key, name: name))
      }
      return names
    }
  }

  package func count(of kind: FacetKind, key: String) -> FacetCount? {
    group(kind, key).map { FacetCount(key: key, name: $0.name, count: $0.members.count) }
  }

  package func countFinds(of kind: FacetKind, key: String, before moment: Timestamp) -> Int {
    (group(kind, key)?.members ?? []).count { finds[Int($0)].found < moment }
  }

  package func finds(
    of kind: FacetKind, key: String, from first: Int, most: Int
  ) -> [FindSummary] {
    (group(kind, key)?.members ?? []).dropFirst(first).prefix(most).map { finds[Int($0)] }
  }

  /// The number of the newest finds of an index page that make the first `groups` groups by shelf.
  func countNewest(of kind: FacetKind, key: String, groups count: Int) -> Int {
    let members = group(kind, key)?.members ?? []
    return members.reversed().length(ofGroups: count) { finds[Int($0)].shelf }
  }

  package func findPages() -> [String] { finds.map(\.page) }

  package func summaries(of ids: [FindID]) -> [FindSummary] {
    ids.compactMap { positions[$0] }.map { finds[Int($0)] }
  }

  package func favourites() -> [FindSummary] {
    Array(finds.reversed().lazy.filter(\.isFavourite).prefix(FindDetails.mostFavourites))
  }

  package func newestFinds(ofYear year: Int, most: Int) -> [FindSummary] {
    let bounds = bounds(ofYear: year)
    return Array(finds.reversed().lazy.filter { bounds.contains($0.found) }.prefix(most))
  }

  package func counts(of kind: FacetKind, inYear year: Int) -> [FacetCount] {
    let range = positions(inYear: year)
    return groups.filter { $0.kind == kind }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .compactMap { group in
        let members = group.members[
          group.position(of: range.lowerBound)..<group.position(of: range.upperBound)]
        let names = members.map { group.spellings[$0] ?? group.firstName }
        return names.max { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
          FacetCount(key: group.key, name: $0, count: names.count)
        }
      }
  }

  package func newestFinds(
    of kind: FacetKind, keys: [String], inYear year: Int, most: Int
  ) -> [FindSummary] {
    let range = positions(inYear: year)
    let positions = keys.flatMap { key in
      (group(kind, key)?.members ?? []).filter(range.contains)
    }
    return Set(positions).sorted(by: >).prefix(most).map { finds[Int($0)] }
  }

  /// The positions of the finds of a year.
  private func positions(inYear year: Int) -> Range<Int32> {
    let bounds = bounds(ofYear: year)
    let first = finds.firstIndex { $0.found >= bounds.lowerBound } ?? finds.count
    let end = finds[first...].firstIndex { $0.found >= bounds.upperBound } ?? finds.count
    return Int32(first)..<Int32(end)
  }

  package func statistics(ofYear year: Int?) -> HistoryStatistics {
    var tally = StatisticsTally(zone: zone)
    let bounds = year.map(bounds)
    for find in finds where bounds?.contains(find.found) != false {
      tally.add(
        FindPosition(found: find.found, id: find.id), album: find.album, kind: find.kind,
        rating: find.verdict?.rating)
    }
    return tally.finish()
  }

  private func bounds(ofYear year: Int) -> Range<Timestamp> {
    zone.start(of: Month(year: year, month: 1))..<zone.start(of: Month(year: year + 1, month: 1))
  }

  // MARK: Album pages

  /// The links and the finds of the history that the album page of a find shows. The links lead to
  /// pages that a build writes.
  package func neighbours(of find: FindID) -> Neighbours {
    guard let position = positions[find] else { return .none }
    let own = groupsOfFind[Int(position)].map { groups[Int($0)] }
    var more = MoreInLog(without: finds[Int(position)].album)
    for kind in MoreInLog.kinds {
      for group in own where group.kind == kind && !more.isFull {
        more.add(window(of: group, around: position))
      }
    }
    let links = own.filter(\.kind.hasPages).map { Facet($0.kind, key: $0.key, name: $0.name) }
    let shown = summaries(of: more.chosen)
    return Neighbours(
      links: links, more: shown, connections: connections(of: position, own, besides: shown),
      newer: self.find(at: Int(position) + 1), older: self.find(at: Int(position) - 1))
  }

  private func find(at position: Int) -> FindSummary? {
    finds.indices.contains(position) ? finds[position] : nil
  }

  /// The same as `Store.connections`.
  private func connections(
    of position: Int32, _ own: [Group], besides more: [FindSummary]
  ) -> [LogConnection] {
    var found: [LogConnection] = []
    for group in own where found.count < LogConnection.most {
      guard let source = LogConnection.kinds.first(where: { $0.kind == group.kind })?.source,
        let other = nearest(to: position, by: group)
      else { continue }
      found.append(LogConnection(source, finds[Int(other)]))
    }
    guard found.count < LogConnection.most,
      let label = own.first(where: { $0.kind == .recordLabel })
    else { return found }
    let find = finds[Int(position)]
    let window = summaries(of: window(of: label, around: position).map(\.find))
    let connection = LogConnection.ofLabel(
      window, artist: find.artist, without: more + found.map(\.find))
    return found + (connection.map { [$0] } ?? [])
  }

  /// The find of a named artist to which the page of the find at `position` leads.
  private func nearest(to position: Int32, by name: Group) -> Int32? {
    guard let artist = group(.artist, name.key) else { return nil }
    let (low, between) = (artist.position(of: position), name.position(of: position))
    if low > 0, between - name.position(of: artist.members[low - 1]) < LogConnection.window {
      return artist.members[low - 1]
    }
    guard low < artist.members.count else { return nil }
    let after = artist.members[low]
    let others = name.position(of: after) - name.position(of: position + 1)
    return others < LogConnection.window ? after : nil
  }

  private func window(
    of group: Group, around position: Int32
  ) -> [(find: FindID, album: Int64)] {
    let low = group.position(of: position)
    let before = group.members[..<low].suffix(MoreInLog.window).reversed()
    let after = group.members[low...].dropFirst().prefix(MoreInLog.window - before.count)
    return (Array(before) + after).map { (finds[Int($0)].id, finds[Int($0)].album) }
  }
}
