// "Do I have it already?": earlier finds of an album, known before a scan has ended.

/// An earlier find of the same album. Other editions count, because the album key is the same.
package struct EarlierFind: Hashable, Sendable {
  /// The maximum number of finds that are counted.
  package static let most = 99

  /// The maximum number of finds that a page lists, the newest first.
  package static let shown = 3

  package let id: FindID
  package let found: Timestamp

  /// Whether the person has the record.
  package let isOwned: Bool

  package init(id: FindID, found: Timestamp, isOwned: Bool = false) {
    self.id = id
    self.found = found
    self.isOwned = isOwned
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
