// The answer of a model about a cover: which album, with which confidence, and the text on the
// cover.

/// The three levels of confidence that a model can give.
package enum Confidence: String, CaseIterable, Hashable, Comparable, Sendable {
  case low, medium, high

  package static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .low: 0
    case .medium: 1
    case .high: 2
    }
  }
}

/// The text that the model read on the cover, and a description of the cover.
package struct Observation: Hashable, Sendable {
  package let text: String
  package let description: String
  package let textConfidence: Confidence

  package init(text: String, description: String, textConfidence: Confidence) {
    self.text = text
    self.description = description
    self.textConfidence = textConfidence
  }

  /// The number of letters and digits of any script. A search needs at least three. Source:
  /// docs/product.md step 5.
  package var readableCharacterCount: Int {
    text.unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }
}

/// An album that a cover may show.
package struct Candidate: Hashable, Sendable {
  package let artist: String
  package let title: String
  package let year: Int?
  package let confidence: Confidence
  package let reason: String

  package init(
    artist: String, title: String, year: Int? = nil, confidence: Confidence = .low,
    reason: String = ""
  ) {
    self.artist = artist
    self.title = title
    self.year = year
    self.confidence = confidence
    self.reason = reason
  }
}

/// The albums that a cover may show, and the observation behind them. Source: docs/product.md step 4.
package struct Identification: Hashable, Sendable {
  package enum Status: String, CaseIterable, Hashable, Sendable {
    case identified
    case searchNeeded = "search_needed"
    case unresolved
  }

  package let status: Status

  /// Best first; the first is the album when `status` is `identified`.
  package let candidates: [Candidate]
  package let observation: Observation
  package let genres: [String]
  package let recordLabel: String?

  package init(
    status: Status, candidates: [Candidate], observation: Observation, genres: [String] = [],
    recordLabel: String? = nil
  ) {
    self.status = status
    self.candidates = candidates
    self.observation = observation
    self.genres = genres
    self.recordLabel = recordLabel
  }

  /// Whether the model is confident enough for the review to start before MusicBrainz has answered.
  package var isConfident: Bool {
    status == .identified && candidates.first?.confidence == .high && rivals == 0
  }

  /// The identification without the album that a person called wrong. If that album was the first
  /// candidate, the status is no longer `identified`, because the model did not choose the next
  /// one. Genres and record label then describe the wrong album and are dropped.
  package func without(_ former: Album?) -> Identification {
    guard let former else { return self }
    let others = candidates.filter { candidate in
      let year = candidate.year ?? former.year
      let key = AlbumKey(artist: candidate.artist, title: candidate.title, year: year)
      return key != former.key
        && key != AlbumKey(artist: former.artist, title: former.title, year: former.year)
    }
    if others.first == candidates.first {
      return Identification(
        status: status, candidates: others, observation: observation, genres: genres,
        recordLabel: recordLabel)
    }
    return Identification(
      status: others.isEmpty ? .unresolved : .searchNeeded, candidates: others,
      observation: observation)
  }

  /// The number of candidates after the first that are at least as likely as the first.
  package var rivals: Int {
    guard let best = candidates.first else { return 0 }
    return candidates.dropFirst().prefix { $0.confidence >= best.confidence }.count
  }
}

/// Why an album is offered as a candidate of an item.
package enum CandidateKind: String, CaseIterable, Hashable, Sendable {
  /// The photo may show the cover of the album: a known cover looks like the crop, or the names fit
  /// the words on the sleeve.
  case cover
  /// A model named the album and gave a reason.
  case named
  /// MusicBrainz has several albums of this name.
  case namesake
  /// The item was this album before a correction.
  case former
}

/// An album that the cover of an item may show. The pages of its scan and find offer it.
package struct NamedCandidate: Hashable, Sendable {
  /// The maximum number of candidates of one item, the best one included.
  package static let most = 5

  /// The value of the form field `candidate`; only the server interprets it.
  package let id: String
  package let album: Album
  package let kind: CandidateKind

  /// The reason that the model gave; may be empty.
  package let reason: String

  package init(id: String, album: Album, kind: CandidateKind = .named, reason: String) {
    self.id = id
    self.album = album
    self.kind = kind
    self.reason = reason
  }

  /// The reason that pages give for a namesake or a former album; nil for the other kinds.
  package var because: Sentence? {
    switch kind {
    case .cover, .named: nil
    case .namesake: Sentence("correct.namesake")
    case .former: Sentence("correct.formerly")
    }
  }
}
