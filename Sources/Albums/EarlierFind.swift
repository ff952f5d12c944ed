// "Do I have it already?": what the log knows of an album before a scan has ended.

/// A find of the same album, made before. A different edition counts: the album key is the same.
package struct EarlierFind: Hashable, Sendable {
  /// So many are told; the newest ones.
  package static let most = 3

  package let id: FindID
  package let found: Timestamp

  package init(id: FindID, found: Timestamp) {
    self.id = id
    self.found = found
  }
}

/// A cover known here that may be the one in the photo; its sender says whether it is.
package struct LikelyMatch: Hashable, Sendable {
  /// So many are offered.
  package static let most = 3

  /// Means something to the server alone.
  package let id: String
  package let album: Album

  /// Newest first; empty for a cover of a catalogue that nobody has found yet.
  package let earlier: [EarlierFind]

  package init(id: String, album: Album, earlier: [EarlierFind]) {
    self.id = id
    self.album = album
    self.earlier = earlier
  }
}
