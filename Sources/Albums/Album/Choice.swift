// The album that the user chose for an item while its scan was under way or after it had failed.

/// Before its next paid call, the scan ends with the chosen album.
package struct Choice: Hashable, Sendable {
  package let album: Int64

  /// The origin is `person`, or `hint` if a model named the album after the user's hint.
  package let evidence: Evidence

  package init(album: Int64, evidence: Evidence) {
    self.album = album
    self.evidence = evidence
  }

  /// Whether the user named the album. Then no paid call is made.
  package var isByPerson: Bool { evidence.origin == .person }
}

extension Evidence {
  /// The evidence of an item that was identified as `album`, combined with a `choice` that the user
  /// may have made meanwhile. MusicBrainz and the artwork were compared with `album`, so their
  /// results do not count for another album.
  package func combined(with choice: Choice?, for album: Int64?) -> Evidence {
    guard let choice else { return self }
    guard choice.album == album else { return choice.evidence }
    return Evidence(
      choice.evidence.origin, musicBrainz: musicBrainz, picture: picture,
      rivals: choice.evidence.rivals, isContradicted: choice.evidence.isContradicted)
  }
}
