// The reasons why a request is refused before any change: a closed list, separate from the failures
// of jobs.

/// A refused HTTP request, or a file that the command line does not accept.
package enum Refusal: Error, Hashable, Sendable {
  case notJPEG(UploadKind)
  case unreadable, tooLarge, empty, noPhoto, badLength, badRoute, badMethod, notAllowed
  /// The page was opened at another address than AlbumScan's own. `address` is AlbumScan's own
  /// address.
  case openedElsewhere(address: String)
  /// The request has a cookie, but neither Origin nor Sec-Fetch-Site, so it is not of a browser.
  case noOrigin
  case notFound, conflict
  /// All scans of the plan are used. `contact` is the person who can give more scans.
  case quota(contact: String?)
  case cap, queueFull, diskFull, busy
  /// The person has sent too many photos in a minute or a day.
  case tooMany
  /// The idempotency key is not 8 to 64 letters, digits and hyphens.
  case malformedKey
  /// The data folder or the database is read-only.
  case notWritable
  case correction(CorrectionError)
  case edit(FindEditError)
  /// The sender of the request has not signed in.
  case signIn
  /// The sign-in code is unknown, used or too old.
  case wrongCode
  case wrongPassphrase
  /// Too many wrong passphrases came from this address or for this person.
  case tooManyGuesses
  /// A sign-in needs https, except on this computer. `address` is AlbumScan's own address.
  case plainHTTP(address: String)
  /// The find or the scan belongs to another person.
  case notYours
  case ownersOnly
  /// The web server or the proxy names a person who has no account.
  case unknownUser(name: String)
  case badName
  case weakPassphrase
  /// A new passphrase needs the current one, or a sign-in of the last 10 minutes.
  case staleSignIn
  /// The current passphrase that came with a new one is wrong.
  case wrongOldPassphrase
  case person(PersonError)
  /// No model is set up, and the request needs one.
  case noModel
  /// A file for an import has more than 32 MB.
  case importTooLarge
  /// The form has no file for an import, or an empty one.
  case noImportFile
  /// Too many uploaded files wait for their import.
  case importsFull

  /// The fewest characters and the most bytes of a passphrase. Source: docs/limits.md "People".
  package static let shortestPassphrase = 12
  package static let longestPassphrase = 256

  package var code: FailureCode {
    switch self {
    case .notJPEG: .notJPEG
    case .unreadable: .unreadable
    case .tooLarge, .importTooLarge: .tooLarge
    case .empty, .noImportFile: .empty
    case .noPhoto: .noPhoto
    case .badLength: .badLength
    case .badRoute, .correction, .edit, .malformedKey, .badName, .weakPassphrase, .person: .badRoute
    case .badMethod: .badMethod
    case .notAllowed, .openedElsewhere, .plainHTTP, .notYours, .ownersOnly, .unknownUser,
      .staleSignIn, .wrongOldPassphrase, .noOrigin:
      .notAllowed
    case .signIn, .wrongCode, .wrongPassphrase: .signIn
    case .notFound: .notFound
    case .conflict, .noModel: .conflict
    case .quota: .quota
    case .cap: .cap
    case .queueFull, .importsFull: .queueFull
    case .tooMany, .tooManyGuesses: .tooMany
    case .diskFull: .diskFull
    case .busy, .notWritable: .busy
    }
  }

  /// Every refusal that has its own page. A refusal with an argument from the request has none.
  package static let withPages: [Refusal] =
    [
      .notJPEG(.other), .notJPEG(.heic), .unreadable, .tooLarge, .empty, .noPhoto, .badLength,
      .badRoute, .badMethod, .notAllowed, .notFound, .conflict, .cap, .queueFull, .diskFull, .busy,
      .tooMany, .malformedKey, .notWritable, .signIn, .wrongCode, .wrongPassphrase,
      .tooManyGuesses, .notYours, .ownersOnly, .badName, .weakPassphrase, .importTooLarge,
      .noImportFile, .importsFull, .staleSignIn, .wrongOldPassphrase, .noModel, .noOrigin,
    ] + CorrectionError.allCases.map { .correction($0) }
    + FindEditError.allCases.map { .edit($0) }
    + PersonError.allCases.map { .person($0) }

  /// The name of the refusal's page below `error/`, such as `notJPEG/heic`.
  package var page: String {
    switch self {
    case .notJPEG(.heic): "notJPEG/heic"
    case .correction(let error): "badRoute/\(error.rawValue)"
    case .edit(let error): "badRoute/edit-\(error.rawValue)"
    case .malformedKey: "badRoute/malformedKey"
    case .notWritable: "busy/notWritable"
    case .wrongCode, .wrongPassphrase, .tooManyGuesses, .notYours, .ownersOnly, .badName,
      .weakPassphrase, .person, .plainHTTP, .unknownUser, .importTooLarge, .noImportFile,
      .importsFull, .staleSignIn, .wrongOldPassphrase, .noModel, .noOrigin:
      "\(code.rawValue)/\(detail)"
    default: code.rawValue
    }
  }

  /// The name of a refusal that shares its code with others; in keys of texts with hyphens.
  private var detail: String {
    switch self {
    case .wrongCode: "wrong-code"
    case .wrongPassphrase: "wrong-passphrase"
    case .tooManyGuesses: "too-many-guesses"
    case .plainHTTP: "plain-http"
    case .notYours: "not-yours"
    case .ownersOnly: "owners-only"
    case .unknownUser: "unknown-user"
    case .badName: "bad-name"
    case .weakPassphrase: "weak-passphrase"
    case .person(.unknown): "person-unknown"
    case .person(.nameTaken): "name-taken"
    case .person(.firstIsNoOwner), .person(.lastOwner): "last-owner"
    case .person(.disabled): "person-disabled"
    case .importTooLarge: "import-too-large"
    case .noImportFile: "no-import-file"
    case .importsFull: "imports-full"
    case .staleSignIn: "stale-sign-in"
    case .wrongOldPassphrase: "wrong-old-passphrase"
    case .noModel: "no-model"
    case .noOrigin: "no-origin"
    default: ""
    }
  }

  /// Whether the reader can go on by signing in.
  package var leadsToSignIn: Bool {
    switch self {
    case .signIn, .wrongCode, .wrongPassphrase, .tooManyGuesses: true
    default: false
    }
  }

  /// The event, as a heading.
  package var heading: Sentence {
    switch self {
    case .correction(let error): error.heading
    case .edit(let error): error.heading
    case .malformedKey: Sentence("refusal.malformed-key")
    case .notWritable: Sentence("refusal.not-writable")
    default: detail.isEmpty ? code.heading : Sentence("refusal.\(detail)")
    }
  }

  /// The user's next step.
  package var advice: Sentence {
    switch self {
    case .notJPEG(.heic): Sentence("refusal.not-jpeg.heic")
    case .notJPEG(.other): Sentence("refusal.not-jpeg")
    case .unreadable: Sentence("refusal.unreadable")
    case .tooLarge: Sentence("refusal.too-large")
    case .empty: Sentence("refusal.empty")
    case .noPhoto: Sentence("refusal.no-photo")
    case .badLength: Sentence("refusal.bad-length")
    case .badRoute: Sentence("refusal.bad-route")
    case .badMethod: Sentence("refusal.bad-method")
    case .notAllowed: Sentence("refusal.not-allowed")
    case .openedElsewhere(let address):
      Sentence("refusal.elsewhere", ["address": .text(address)])
    case .notFound: Sentence("refusal.not-found")
    case .conflict: Sentence("refusal.conflict")
    case .quota(nil): Sentence("refusal.quota")
    case .quota(let contact?): Sentence("refusal.quota.contact", ["contact": .text(contact)])
    case .cap: Sentence("refusal.cap")
    case .queueFull: Sentence("refusal.queue-full")
    case .tooMany: Sentence("refusal.too-many")
    case .diskFull: Sentence("refusal.disk-full")
    case .busy: Sentence("refusal.busy")
    case .malformedKey: Sentence("refusal.malformed-key.advice")
    case .notWritable: Sentence("refusal.not-writable.advice")
    case .correction(let error): error.advice
    case .edit(let error): error.advice
    case .signIn: Sentence("refusal.sign-in")
    case .plainHTTP(let address):
      Sentence("refusal.\(detail).advice", ["address": .text(address)])
    case .unknownUser(let name): Sentence("refusal.\(detail).advice", ["name": .text(name)])
    case .badName:
      Sentence("refusal.\(detail).advice", ["count": .count(PersonName.longest)])
    case .weakPassphrase:
      Sentence("refusal.\(detail).advice", ["count": .count(Self.shortestPassphrase)])
    case .wrongCode, .wrongPassphrase, .tooManyGuesses, .notYours, .ownersOnly, .person,
      .importTooLarge, .noImportFile, .importsFull, .staleSignIn, .wrongOldPassphrase, .noModel,
      .noOrigin:
      Sentence("refusal.\(detail).advice")
    }
  }

  /// Heading and advice in one line, for JSON and the command line.
  package var line: Sentence {
    Sentence("refusal.line", ["heading": .sentence(heading), "advice": .sentence(advice)])
  }
}

extension CorrectionError {
  package var heading: Sentence { Sentence("refusal.correction.\(rawValue)") }

  package var advice: Sentence {
    switch self {
    case .nothing: Sentence("refusal.correction.nothing.advice")
    case .names:
      Sentence("refusal.correction.names.advice", ["count": .count(Correction.longestName)])
    case .link: Sentence("refusal.correction.link.advice")
    case .hint:
      Sentence("refusal.correction.hint.advice", ["count": .count(Correction.longestHint)])
    }
  }
}

extension FindEditError {
  package var heading: Sentence { Sentence("refusal.edit.\(rawValue)") }

  package var advice: Sentence {
    switch self {
    case .nothing, .status, .publicChoice, .ownRating: Sentence("refusal.edit.\(rawValue).advice")
    case .tags:
      Sentence("refusal.edit.tags.advice", ["count": .count(FindDetails.mostTags)])
    case .note: Sentence("refusal.edit.note.advice", ["count": .count(FindDetails.longestNote)])
    case .place:
      Sentence("refusal.edit.place.advice", ["count": .count(FindDetails.longestPlace)])
    }
  }
}
