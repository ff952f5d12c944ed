// Why a job failed or waits: the job of a scan, or a job after it. A failure has typed arguments.
// The database stores it as a code and JSON; its texts are in the catalogues.

/// Why a job failed or waits.
package indirect enum Failure: Hashable, Sendable {
  // The picture.
  case notJPEG(UploadKind)
  case unreadable, tooLarge, empty
  /// The server stopped three times while it worked on the photo.
  case serverStopped
  /// The photo shows nothing.
  case noDetail
  /// The cover has too few pixels.
  case coverTooSmall
  /// The owner's own picture could not be stored.
  case pictureNotKept

  // The album.
  case notIdentified
  /// Call 2, the search of the web, did not settle it either.
  case searchDidNotHelp
  /// Too few letters are readable for a search.
  case tooLittleText
  /// The reading is too doubtful for a search.
  case unclearText
  case nonsenseTwice
  /// None of so many known covers, and there is no model.
  case notKnownHere(covers: Int)
  case hintDidNotHelp

  // The model.
  case providerRefused
  case providerFailed
  case nonsense, tooSlow, overloaded
  case trouble(Trouble)
  /// Nothing is sent to the provider before the time given.
  case paused(Trouble, until: Timestamp)
  /// Neither AlbumScan nor the user may ask again.
  case askedTooOften
  /// Only the user may ask again.
  case noAnswer
  case priceUnknown(model: String)

  // Services, money and the server itself.
  case network
  case musicBrainzDown
  /// The month's budget; nil for a row that lost its arguments.
  case cap(Budget?)
  case quota, busy, diskFull
  /// The ledger could not be written.
  case notBooked
  /// Three attempts did not end.
  case gaveUp

  // Corrections.
  case notFound
  case unknownLink
  /// A link to another site than MusicBrainz, by the site's name.
  case foreignLink(site: String)
  /// A link to MusicBrainz that leads to no album: "artist", "recording".
  case linkOfOther(kind: String)
  case scanIsOver
  case noModel

  // Reviews.
  case review
  case reviewIncomplete
  case reviewAboutMoney
  case reviewNotStored
  case reviewStopped
  /// There is no review because its call failed.
  case noReview(Failure)

  /// A scan waited for 24 hours because of this failure.
  case givenUp(Failure)
}

/// What a month's budget is, and when the next month begins.
package struct Budget: Hashable, Sendable {
  package let amount: Money
  package let next: Timestamp

  package init(amount: Money, next: Timestamp) {
    self.amount = amount
    self.next = next
  }
}

/// What is wrong with a provider.
package enum Trouble: String, CaseIterable, Hashable, Sendable {
  /// It fails, or answers nonsense.
  case outage
  /// The account there is used up.
  case quota
  /// The key or the model is wrong.
  case setup
}

/// What a refused upload is, as far as the advice depends on it.
package enum UploadKind: String, CaseIterable, Hashable, Sendable {
  /// The format of iPhones.
  case heic
  case other
}

extension Failure {
  package var code: FailureCode {
    switch self {
    case .notJPEG: .notJPEG
    case .unreadable, .serverStopped, .noDetail, .coverTooSmall, .pictureNotKept: .unreadable
    case .tooLarge: .tooLarge
    case .empty: .empty
    case .notIdentified, .searchDidNotHelp, .tooLittleText, .unclearText, .nonsenseTwice,
      .notKnownHere, .hintDidNotHelp:
      .notIdentified
    case .providerRefused: .providerRefused
    case .providerFailed, .nonsense, .tooSlow, .overloaded, .trouble, .paused, .askedTooOften,
      .noAnswer, .priceUnknown:
      .providerFailed
    case .network, .musicBrainzDown: .network
    case .cap: .cap
    case .quota: .quota
    case .busy, .notBooked, .gaveUp: .busy
    case .diskFull: .diskFull
    case .notFound, .unknownLink, .foreignLink, .linkOfOther, .scanIsOver: .notFound
    case .review, .reviewIncomplete, .reviewAboutMoney, .reviewNotStored, .reviewStopped, .noModel,
      .noReview:
      .review
    case .givenUp(let failure): failure.code
    }
  }

  /// The failure of a code alone: what a row says that lost its arguments, or never had any.
  package init(_ code: FailureCode) {
    self =
      switch code {
      case .notJPEG: .notJPEG(.other)
      case .unreadable: .unreadable
      case .tooLarge: .tooLarge
      case .empty, .noPhoto: .empty
      case .badLength, .badRoute, .badMethod, .notAllowed, .notFound: .notFound
      case .conflict, .queueFull, .busy: .busy
      case .quota: .quota
      case .cap: .cap(nil)
      case .diskFull: .diskFull
      case .notIdentified: .notIdentified
      case .providerRefused: .providerRefused
      case .providerFailed: .providerFailed
      case .network: .network
      case .review: .review
      }
  }

  /// The same failure as the reason why an album has no review.
  package var asReview: Failure { code == .review ? self : .noReview(self) }
}
