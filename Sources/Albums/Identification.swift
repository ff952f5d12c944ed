// What a model says of a cover: which album, how sure, and what it could read.

/// Three steps of sureness, as models are asked for them.
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

/// What the model could read and see on the cover.
package struct Observation: Hashable, Sendable {
  package let text: String
  package let description: String
  package let textConfidence: Confidence

  package init(text: String, description: String, textConfidence: Confidence) {
    self.text = text
    self.description = description
    self.textConfidence = textConfidence
  }

  /// Letters and digits of any script; the search gate wants three. Source: PRODUCT step 5.
  package var readableCharacterCount: Int {
    text.unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }
}

/// An album a cover might be.
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

/// Which album a cover is, and how sure. Source: PRODUCT step 4.
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

  /// Certain enough to write a review before anybody confirmed it.
  package var isSure: Bool {
    status == .identified && candidates.first?.confidence == .high && !isClose
  }

  /// Nobody says that it is the best candidate: several are as likely, or none was settled on. That an
  /// album of that name exists is no evidence then; a picture is.
  package var isTentative: Bool { status != .identified || isClose }

  /// What is left without the album it was taken for already. Where that was named first nobody settled
  /// on the next one, and what was said beside the first is not about it.
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

  /// Another candidate is as likely as the best one.
  package var isClose: Bool {
    candidates.count > 1 && candidates[1].confidence >= candidates[0].confidence
  }
}

/// An album a scan's cover might be, as a model or MusicBrainz named it; its finds' pages offer it.
package struct NamedCandidate: Hashable, Sendable {
  /// So many are kept, the best one among them.
  package static let most = 5

  /// What `candidate=` names it by; means something to the server alone.
  package let id: String
  package let album: Album

  /// A few words of whoever named it; may be empty.
  package let reason: String

  package init(id: String, album: Album, reason: String) {
    self.id = id
    self.album = album
    self.reason = reason
  }
}
