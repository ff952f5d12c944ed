// "Do I have it already?": earlier finds of an album, known before a scan has ended.

/// An earlier find of the same album. Other editions count, because the album key is the same.
package struct EarlierFind: Hashable, Sendable {
  /// The maximum number of finds that are counted.
  package static let most = 99

  /// The maximum number of finds that a page lists, the newest first.
  package static let shown = 3

  package let id: FindID
  package let found: Timestamp

  /// The status of the find; nil without a status.
  package let status: FindStatus?

  /// Whether the album is on the want list of the find's person: the status is *want*, and the person
  /// has the album from no other find.
  package let isWanted: Bool

  /// Whether a scan made the find; false for a find of an import.
  package let isScanned: Bool

  /// Whether the find belongs to the reader to whom the page speaks. The page of a scan speaks to the
  /// person who sent the photo. The whole household reads the page of a find, so the value is false
  /// there. Without people, every find is the reader's own.
  package let isOwn: Bool

  /// The person who found the album; nil for the reader's own find, and without the setting
  /// `show-finder`.
  package let finder: PersonName?

  package init(
    id: FindID, found: Timestamp, status: FindStatus? = nil, isWanted: Bool = false,
    isScanned: Bool = true, isOwn: Bool = true, finder: PersonName? = nil
  ) {
    self.id = id
    self.found = found
    self.status = status
    self.isWanted = isWanted
    self.isScanned = isScanned
    self.isOwn = isOwn
    self.finder = finder
  }

  /// Whether "You scanned this before" is true of the find.
  package var isOwnScan: Bool { isOwn && isScanned }
}

extension [EarlierFind] {
  /// The sentences that say who wants the album: the reader first, then other persons, each once. Nil
  /// if the album is on no want list. Pages show them before all other sentences about earlier finds.
  /// `isSure` is false for a find that may be another album.
  package func wants(isSure: Bool = true) -> [Sentence]? {
    let wanted = filter(\.isWanted)
    guard !wanted.isEmpty else { return nil }
    guard isSure else { return [Sentence("earlier.want.perhaps")] }
    var names: [PersonName] = []
    for name in wanted.compactMap(\.finder) where !names.contains(name) { names.append(name) }
    let own = wanted.contains(where: \.isOwn) ? [Sentence("earlier.want.own")] : []
    let named = names.map { Sentence("earlier.want.name", ["name": .text($0.text)]) }
    return own.isEmpty && named.isEmpty ? [Sentence("earlier.want.somebody")] : own + named
  }
}

/// One statement about earlier finds. It is true of each find in `finds`. The statement that somebody has
/// the record has priority over all others, because it is the most useful one in a shop.
package struct EarlierNotice: Equatable, Sendable {
  /// The key of the statement's sentence. The sentence has the arguments {when} and {count}; with a
  /// finder, also {name}.
  package let key: String

  /// The finds of the statement, newest first; never empty.
  package let finds: [EarlierFind]

  /// Nil without earlier finds. `finds` are in the order of their times, newest first.
  package init?(_ finds: [EarlierFind]) {
    let own = finds.filter(\.isOwn)
    let others = finds.filter { !$0.isOwn }
    let scans = own.filter(\.isScanned)
    if let owned = own.first(where: { $0.status == .have }) {
      self = scans.isEmpty ? .init("earlier.owned.added", owned) : .init("earlier.owned", scans)
    } else if let owned = others.first(where: { $0.status == .have }) {
      self.init(of: owned, "owned")
    } else if !scans.isEmpty {
      self.init("earlier.found", scans)
    } else if let added = own.first {
      self.init("earlier.added", added)
    } else if let scanned = others.first(where: \.isScanned) {
      self.init(of: scanned, "found")
    } else if let added = others.first {
      self.init("earlier.added.household", added)
    } else {
      return nil
    }
  }

  /// The statement for a find that is not sure: the earlier finds may be of another album.
  package static func perhaps(_ finds: [EarlierFind]) -> EarlierNotice? {
    guard let newest = finds.first else { return nil }
    return finds.allSatisfy(\.isScanned)
      ? EarlierNotice("earlier.perhaps", finds) : EarlierNotice("earlier.perhaps.added", newest)
  }

  /// The statement for readers of the published log, who found nothing themselves.
  package static func published(_ finds: [EarlierFind]) -> EarlierNotice? {
    finds.isEmpty ? nil : EarlierNotice("earlier.published", finds)
  }

  private init(_ key: String, _ finds: [EarlierFind]) {
    self.key = key
    self.finds = finds
  }

  private init(_ key: String, _ find: EarlierFind) { self.init(key, [find]) }

  /// The statement about the find of another person. It names the person only with `show-finder`.
  private init(of find: EarlierFind, _ what: String) {
    self.init("earlier.\(find.finder == nil ? "somebody" : "name").\(what)", find)
  }

  /// The sentence without the value of {when}.
  package var sentence: Sentence {
    var arguments: [String: SentenceArgument] = ["count": .count(finds.count)]
    if let name = finds.first?.finder { arguments["name"] = .text(name.text) }
    return Sentence(key, arguments)
  }
}

/// A known cover that the photo may show. The person who sent the photo decides.
package struct LikelyMatch: Hashable, Sendable {
  /// The maximum number of offers.
  package static let most = 3

  /// The value of the form field `candidate`; only the server interprets it.
  package let id: String
  package let album: Album

  /// Earlier finds of the album, newest first; empty for a catalogue cover without a find.
  package let earlier: [EarlierFind]

  package init(id: String, album: Album, earlier: [EarlierFind]) {
    self.id = id
    self.album = album
    self.earlier = earlier
  }
}
