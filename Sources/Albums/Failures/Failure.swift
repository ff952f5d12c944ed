// Why a job failed or waits. A failure has typed arguments. The database stores a failure as a code
// and JSON; its texts are in the message catalogues.

/// The reason why a job failed or waits.
package indirect enum Failure: Hashable, Sendable {
  // Failures of the picture.
  case notJPEG(UploadKind)
  case unreadable, tooLarge, empty
  /// The server stopped three times while it worked on the photo.
  case serverStopped
  /// The program that reads photos was stopped while it worked on the photo. `times`: how often in a
  /// row the photo itself may have been the cause.
  case photoStopped(times: Int)
  /// The photo has no detail, for example because it is black.
  case noDetail
  /// The cover has too few pixels.
  case coverTooSmall
  /// The owner's own picture could not be stored.
  case pictureNotKept

  // Failures of the identification.
  case notIdentified
  /// Call 2, which searches the web, did not identify the album either.
  case searchDidNotHelp
  /// Too few letters are readable for a search.
  case tooLittleText
  /// The model is not sure of the text on the cover, so a search would not help.
  case unclearText
  case nonsenseTwice
  /// The photo shows none of the known covers, and no model is configured. `covers` is the number
  /// of known covers.
  case notKnownHere(covers: Int)
  /// Too few words stand on the sleeve, or none is readable, and no model is configured.
  case noWordsRead
  /// MusicBrainz has no album that fits what stands on the sleeve, and no model is configured.
  case wordsUnknown
  /// No work has the product code that a person typed, or several albums have it.
  case codeUnknown
  case hintDidNotHelp
  /// A photo of the back of the sleeve did not show which album it is.
  case backDidNotHelp

  // Failures of the model.
  case providerRefused
  case providerFailed
  case nonsense, tooSlow, overloaded
  case trouble(Trouble)
  /// The provider is paused: no request is sent before `until`.
  case paused(Trouble, until: Timestamp)
  /// The limit of calls is reached. Even a manual retry cannot make another call.
  case askedTooOften
  /// The limit of automatic calls is reached. A manual retry is still possible.
  case noAnswer
  case priceUnknown(model: String)
  /// A setting of the model is wrong: its address, its key, its name or a prompt.
  case wrongSetting

  // Failures of services, of the budget and of the server.
  case network
  case musicBrainzDown
  /// The month's budget is used up; nil if the row has no arguments.
  case cap(Budget?)
  /// The person has used up the share of the monthly cap that one person may use.
  case shareUsed(Budget)
  /// `shareUsed` on a page that everybody in the household reads, without amount and date.
  case requestersShareUsed
  /// All scans of the person's plan are used.
  case planUsed(UsedPlan)
  /// `planUsed` on a page that everybody in the household reads, without count and date.
  case requestersPlanUsed
  case quota, busy, diskFull
  /// The ledger could not be written.
  case notBooked
  /// The worker died in three attempts.
  case gaveUp
  /// A file cannot be imported. Its summary has the reason.
  case unusableFile

  // Failures of corrections.
  case notFound
  case unknownLink
  /// A link to another site than MusicBrainz; the argument is the site's name.
  case foreignLink(site: String)
  /// A MusicBrainz link to an entity that is not an album: "artist", "recording".
  case linkOfOther(kind: String)
  case scanIsOver
  case noModel

  // Failures of reviews.
  case review
  case reviewIncomplete
  case reviewAboutMoney
  case reviewNotStored
  case reviewStopped
  /// There is no review because its call failed.
  case noReview(Failure)

  // Failures of the published log. The reason is in English, for the host.
  /// The database, the folder or a page of the published log could not be read or written. The reason is
  /// empty for a row without arguments.
  case notPublished(reason: String)
  /// The remote did not take the files, or the program that sends them failed.
  case notSent(reason: String)

  /// A scan waited for 24 hours because of this failure.
  case givenUp(Failure)
}

/// The amount of the monthly cap or of a person's share of it, and the beginning of the next month.
package struct Budget: Hashable, Sendable {
  package let amount: Money
  package let next: Timestamp

  package init(amount: Money, next: Timestamp) {
    self.amount = amount
    self.next = next
  }
}

/// The kind of a provider's failure.
package enum Trouble: String, CaseIterable, Hashable, Sendable {
  /// The provider does not answer, or its answers are unusable.
  case outage
  /// The host's account at the provider is used up.
  case quota
  /// The key or the model is wrong.
  case setup
}

/// The kind of a file that was refused as an upload. The advice depends on it.
package enum UploadKind: String, CaseIterable, Hashable, Sendable {
  /// The picture format of iPhones.
  case heic
  case other
}

extension Failure {
  package var code: FailureCode {
    switch self {
    case .notJPEG: .notJPEG
    case .unreadable, .noDetail, .coverTooSmall, .pictureNotKept, .unusableFile:
      .unreadable
    case .tooLarge: .tooLarge
    case .empty: .empty
    case .notIdentified, .searchDidNotHelp, .tooLittleText, .unclearText, .nonsenseTwice,
      .notKnownHere, .noWordsRead, .wordsUnknown, .codeUnknown, .hintDidNotHelp, .backDidNotHelp:
      .notIdentified
    case .providerRefused: .providerRefused
    case .providerFailed, .nonsense, .tooSlow, .overloaded, .trouble, .paused, .askedTooOften,
      .noAnswer, .priceUnknown, .wrongSetting:
      .providerFailed
    case .network, .musicBrainzDown: .network
    case .cap, .shareUsed, .requestersShareUsed: .cap
    case .quota, .planUsed, .requestersPlanUsed: .quota
    case .busy, .notBooked, .gaveUp, .photoStopped, .serverStopped: .busy
    case .diskFull: .diskFull
    case .notFound, .unknownLink, .foreignLink, .linkOfOther, .scanIsOver: .notFound
    case .review, .reviewIncomplete, .reviewAboutMoney, .reviewNotStored, .reviewStopped, .noModel,
      .noReview:
      .review
    case .notPublished, .notSent: .publish
    case .givenUp(let failure): failure.code
    }
  }

  /// The general failure of a code, for a row without arguments.
  package init(_ code: FailureCode) {
    self =
      switch code {
      case .notJPEG: .notJPEG(.other)
      case .unreadable: .unreadable
      case .tooLarge: .tooLarge
      case .empty, .noPhoto: .empty
      case .badLength, .badRoute, .badMethod, .notAllowed, .signIn, .notFound: .notFound
      case .conflict, .queueFull, .tooMany, .busy: .busy
      case .quota: .quota
      case .cap: .cap(nil)
      case .diskFull: .diskFull
      case .notIdentified: .notIdentified
      case .providerRefused: .providerRefused
      case .providerFailed: .providerFailed
      case .network: .network
      case .review: .review
      case .publish: .notPublished(reason: "")
      }
  }

  /// The failure for a page of the household: without the numbers and dates of one person's plan.
  package var forHousehold: Failure {
    switch self {
    case .planUsed: .requestersPlanUsed
    case .shareUsed: .requestersShareUsed
    case .noReview(let failure): .noReview(failure.forHousehold)
    case .givenUp(let failure): .givenUp(failure.forHousehold)
    default: self
    }
  }

  /// Whether the budget has no room for the call.
  package var isAboutBudget: Bool {
    switch self {
    case .cap, .shareUsed: true
    default: false
    }
  }

  /// Whether only the host can end the failure: by a setting, a key, or the account at a provider.
  package var needsHost: Bool {
    switch self {
    case .wrongSetting, .priceUnknown: true
    case .trouble(let trouble), .paused(let trouble, _): trouble != .outage
    default: false
    }
  }

  /// The reason for a missing review, if this failure ended the review.
  package var asReview: Failure { code == .review ? self : .noReview(self) }
}
