// Evidence: the reasons for "this item is that album". Only this file decides whether a find is
// sure.
// Source: docs/decisions/050-evidence-is-one-value.md.

/// The evidence for the album of an item.
package struct Evidence: Hashable, Sendable {
  /// The source of the album's name.
  package enum Origin: Hashable, Sendable {
    /// The model named the album from the picture. `isSettled`: the model chose exactly this album.
    case model(Confidence, isSettled: Bool)

    /// The model named the album after a person's hint.
    case hint(Confidence, isSettled: Bool)

    /// A person chose or typed the album.
    case person

    /// What stands on the sleeve named the album, without a model. `hasCode`: a product code on the sleeve
    /// belongs to this album alone.
    case sleeve(hasCode: Bool)

    /// A known cover was recognised. `isCertain`: the album of that cover is itself certain.
    case recognised(isCertain: Bool)

    /// The row of an imported file named the album.
    case imported

    /// The item stood on a shelf. `isSure`: its confidence was at least 0.7 (`Sureness`).
    case shelf(isSure: Bool)

    /// A find from before evidence was stored. `needsPicture`: only the artwork can make its album
    /// certain.
    case legacy(isSure: Bool, needsPicture: Bool)
  }

  /// The answer of MusicBrainz about the album that was named.
  package enum Registration: String, CaseIterable, Hashable, Sendable {
    /// MusicBrainz has this album.
    case agrees
    /// MusicBrainz has several albums of this name, and neither year nor picture distinguishes
    /// them.
    case ambiguous
    /// MusicBrainz does not have the first candidate, but it has another candidate.
    case differs
    /// MusicBrainz answered that it has no such album.
    case unknown
    /// MusicBrainz was not asked, or did not answer.
    case notAsked
  }

  package var origin: Origin
  package var musicBrainz: Registration

  /// The result of comparing the artwork with the crop; nil if there was nothing to compare.
  package var picture: ArtworkMatch?

  /// The number of other candidates that the model found at least as likely as the first.
  package var rivals: Int

  /// Whether the sleeve was read clearly and has neither the artist nor the title that the model named
  /// (docs/decisions/179-words-of-a-sleeve.md).
  package var isContradicted: Bool

  package init(
    _ origin: Origin, musicBrainz: Registration = .notAsked, picture: ArtworkMatch? = nil,
    rivals: Int = 0, isContradicted: Bool = false
  ) {
    self.origin = origin
    self.musicBrainz = musicBrainz
    self.picture = picture
    self.rivals = rivals
    self.isContradicted = isContradicted
  }

  /// Whether the album is certain. The rules, first match wins:
  ///
  /// | evidence | sure |
  /// |---|---|
  /// | a person chose the album | yes |
  /// | a row of an imported file named the album, and MusicBrainz has several albums of the name | no |
  /// | a row of an imported file named the album | yes |
  /// | a person added an item of a shelf, with a confidence of at least 0.7 | yes |
  /// | a product code on the sleeve belongs to this album alone | yes |
  /// | the artwork shows the same cover | yes |
  /// | a cover of a certain album was recognised | yes |
  /// | a find from before evidence was stored, marked as sure | yes |
  /// | the artwork shows another cover | no |
  /// | the sleeve has neither name, and there is no artwork to compare | no |
  /// | only the artwork could make the album certain (`needsPicture`) | no |
  /// | MusicBrainz has the album | yes |
  /// | anything else | no |
  package var isSure: Bool {
    if isDecided || picture == .same { return true }
    if picture == .different || needsPicture { return false }
    if isContradicted, picture == nil { return false }
    return musicBrainz == .agrees
  }

  /// Whether the origin alone makes the album certain, independently of the artwork.
  private var isDecided: Bool {
    switch origin {
    case .person: true
    case .imported: musicBrainz != .ambiguous
    case .recognised(let isCertain): isCertain
    case .sleeve(let hasCode): hasCode
    case .shelf(let isSure): isSure
    case .legacy(let isSure, _): isSure
    case .model, .hint: false
    }
  }

  /// Only the artwork can make the album certain: the model did not settle on one album, the
  /// recognised cover belongs to an uncertain album, or only words on the sleeve named the album.
  package var needsPicture: Bool {
    switch origin {
    case .model(_, let isSettled), .hint(_, let isSettled): !isSettled || rivals > 0
    case .recognised(let isCertain): !isCertain
    case .sleeve(let hasCode): !hasCode
    case .legacy(_, let needsPicture): needsPicture
    case .person, .imported, .shelf: false
    }
  }

  /// The evidence that stays when later evidence about the same album comes. An album that was sure
  /// stays sure.
  package func replaced(by later: Evidence) -> Evidence {
    isSure && !later.isSure ? self : later
  }

  /// The same origin with later answers. Where a later answer is missing, the earlier answer stays.
  package func supplemented(
    musicBrainz later: Registration, picture: ArtworkMatch?
  ) -> Evidence {
    var evidence = self
    if later != .notAsked { evidence.musicBrainz = later }
    evidence.picture = picture ?? self.picture
    // A row was sure because no other album of its name was known.
    return origin == .imported ? evidence : replaced(by: evidence)
  }
}

extension Evidence {
  /// Evidence for the first candidate of an identification.
  package init(_ identification: Identification, isHinted: Bool = false) {
    let confidence = identification.candidates.first?.confidence ?? .low
    let isSettled = identification.status == .identified
    self.init(
      isHinted
        ? .hint(confidence, isSettled: isSettled) : .model(confidence, isSettled: isSettled),
      rivals: identification.rivals)
  }
}

extension Evidence {
  /// What the artwork or the sleeve says about the album, for pages; nil when it tells the reader nothing.
  /// `showsArtwork` is false if the page shows no artwork, or a picture of the finder's own.
  package func sentence(showsArtwork: Bool) -> Sentence? {
    switch (origin, showsArtwork ? picture : nil) {
    case (.sleeve, .same): Sentence("album.sleeve.same")
    case (.sleeve(hasCode: true), _): Sentence("album.sleeve.code")
    case _ where isContradicted && picture != .same: Sentence("album.sleeve.other")
    case (_, let picture): picture?.sentence
    }
  }
}
