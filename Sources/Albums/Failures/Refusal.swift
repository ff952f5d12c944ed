// The reasons why a request is refused before any change: a closed list, separate from the failures
// of jobs. A refusal is one row of the table below.

/// A refused HTTP request, or a file that the command line does not accept. A refused request changes
/// nothing.
package enum Refusal: Error, Hashable, Sendable {
  case notJPEG(UploadKind)
  case unreadable, tooLarge, empty, noPhoto
  /// The request does not state the length of its body.
  case noLength
  /// The body ended early, arrived too slowly, or has another length than announced.
  case incompleteBody
  case unknownRoute
  /// A header, a variable or a form is malformed.
  case malformedRequest
  /// The route exists, but does not accept this method. `allowed` are the methods that it accepts.
  case wrongMethod(allowed: [String])
  case notAllowed
  /// The page was opened at another address than AlbumScan's own. `address` is AlbumScan's own
  /// address.
  case openedElsewhere(address: String)
  /// The request has a cookie, but neither Origin nor Sec-Fetch-Site, so no browser sent it.
  case noOrigin
  case notFound
  /// The idempotency key was used before for another photo.
  case keyConflict
  /// The idempotency key is not 8 to 64 letters, digits and hyphens.
  case malformedKey
  /// All scans of the plan are used. `contact` is the person who can give more scans.
  case quota(contact: String?)
  case cap, queueFull, diskFull, busy
  /// The person has sent too many photos in a minute or a day. The next one is accepted after this time.
  case tooMany(seconds: Int)
  /// The data folder or the database is read-only.
  case notWritable
  /// The database is missing, empty, damaged, of another version or of another program.
  case noLog
  /// An error of the program or of the system. The log has its details.
  case internalError
  case correction(CorrectionError)
  case edit(FindEditError)
  /// The sender of the request has not signed in.
  case signIn
  /// The sign-in code is unknown, used or too old.
  case wrongCode
  case wrongPassphrase
  /// Too many wrong passphrases came from this address or for this person. The next guess is admitted
  /// after this time.
  case tooManyGuesses(seconds: Int)
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
  /// `Correction.mostBacks` photos of the back named no album.
  case enoughBacks
  /// The request is for records only: a review, a hint, or an answer of MusicBrainz' archive.
  case onlyRecords
  /// A file for an import has more than 32 MB.
  case importTooLarge
  /// The form has no file for an import, or an empty one.
  case noImportFile
  /// Too many uploaded files wait for their import.
  case importsFull
  /// The dry run of the file has not ended, or has failed.
  case importNotChecked
  case shelf(ShelfError)

  /// The minimum number of characters and the maximum number of bytes of a passphrase. Source:
  /// docs/limits.md "People".
  package static let shortestPassphrase = 12
  package static let longestPassphrase = 256

  /// The table.
  private var row: Row {
    switch self {
    case .notJPEG(.other): Row(415, .notJPEG, advice: "not-jpeg")
    case .notJPEG(.heic): Row(415, .notJPEG, advice: "not-jpeg.heic", page: "heic")
    case .unreadable: Row(400, .unreadable, advice: "unreadable")
    case .tooLarge: Row(413, .tooLarge, advice: "too-large")
    case .importTooLarge: Row(413, .tooLarge, "import-too-large")
    case .empty: Row(422, .empty, advice: "empty")
    case .noImportFile: Row(422, .empty, "no-import-file")
    case .noPhoto: Row(400, .noPhoto, advice: "no-photo")
    case .noLength: Row(411, .badLength, advice: "bad-length")
    case .incompleteBody: Row(400, .badLength, advice: "bad-length")
    case .unknownRoute: Row(404, .badRoute, advice: "bad-route")
    case .malformedRequest: Row(400, .badRoute, advice: "bad-route")
    case .malformedKey: Row(400, .badRoute, "malformed-key", page: "malformedKey")
    case .correction(let error):
      Row(400, .badRoute, "correction.\(error.rawValue)", page: error.rawValue, error.limit)
    case .edit(.favourites):
      Row(
        409, .conflict, "edit.favourites", page: "edit-favourites", FindEditError.favourites.limit)
    case .edit(let error):
      Row(400, .badRoute, "edit.\(error.rawValue)", page: "edit-\(error.rawValue)", error.limit)
    case .badName: Row(400, .badRoute, "bad-name", ["count": .count(PersonName.longest)])
    case .weakPassphrase:
      Row(400, .badRoute, "weak-passphrase", ["count": .count(Self.shortestPassphrase)])
    case .person(.unknown): Row(404, .badRoute, "person-unknown")
    case .person(.nameTaken): Row(409, .badRoute, "name-taken")
    case .person(.firstIsNoOwner), .person(.lastOwner): Row(409, .badRoute, "last-owner")
    case .person(.disabled): Row(409, .badRoute, "person-disabled")
    case .shelf(let error):
      Row(409, .conflict, "shelf.\(error.rawValue)", ["count": .count(ShelfError.mostItems)])
    case .wrongMethod: Row(405, .badMethod, advice: "bad-method")
    case .notAllowed: Row(403, .notAllowed, advice: "not-allowed")
    case .openedElsewhere(let address):
      Row(403, .notAllowed, advice: "elsewhere", ["address": .text(address)])
    case .noOrigin: Row(403, .notAllowed, "no-origin")
    case .plainHTTP(let address):
      Row(403, .notAllowed, "plain-http", ["address": .text(address)])
    case .notYours: Row(403, .notAllowed, "not-yours")
    case .ownersOnly: Row(403, .notAllowed, "owners-only")
    case .unknownUser(let name): Row(403, .notAllowed, "unknown-user", ["name": .text(name)])
    case .staleSignIn: Row(403, .notAllowed, "stale-sign-in")
    case .wrongOldPassphrase: Row(403, .notAllowed, "wrong-old-passphrase")
    case .signIn: Row(401, .signIn, advice: "sign-in")
    case .wrongCode: Row(401, .signIn, "wrong-code")
    case .wrongPassphrase: Row(401, .signIn, "wrong-passphrase")
    case .tooManyGuesses: Row(429, .tooMany, "too-many-guesses")
    case .tooMany: Row(429, .tooMany, advice: "too-many")
    case .notFound: Row(404, .notFound, advice: "not-found")
    case .keyConflict: Row(409, .conflict, advice: "conflict")
    case .importNotChecked: Row(409, .conflict, "import-not-checked")
    case .noModel: Row(409, .conflict, "no-model")
    case .enoughBacks: Row(409, .conflict, "enough-backs")
    case .onlyRecords: Row(409, .conflict, "only-records")
    case .quota(nil): Row(429, .quota, advice: "quota")
    case .quota(let contact?):
      Row(429, .quota, advice: "quota.contact", ["contact": .text(contact)])
    case .cap: Row(503, .cap, advice: "cap")
    case .queueFull: Row(503, .queueFull, advice: "queue-full")
    case .importsFull: Row(503, .queueFull, "imports-full")
    case .diskFull: Row(507, .diskFull, advice: "disk-full")
    case .busy: Row(503, .busy, advice: "busy")
    case .internalError: Row(500, .busy, advice: "busy")
    case .notWritable: Row(500, .busy, "not-writable", page: "notWritable")
    case .noLog: Row(503, .busy, "no-log", page: "noLog")
    }
  }

  /// The status, the code, the page and the texts of a refusal.
  private struct Row {
    /// The HTTP status. Source: RFC 9110 §15; for 507, RFC 4918 §11.5.
    let status: Int
    let code: FailureCode
    /// The name of the page below `error/<code>/`; nil for the page of the code.
    let page: String?
    let heading: Sentence
    let advice: Sentence

    /// A refusal with a heading and a page of its own.
    init(
      _ status: Int, _ code: FailureCode, _ key: String, page: String? = nil,
      _ arguments: [String: SentenceArgument] = [:]
    ) {
      (self.status, self.code, self.page) = (status, code, page ?? key)
      heading = Sentence("refusal.\(key)")
      advice = Sentence("refusal.\(key).advice", arguments)
    }

    /// A refusal with the heading of its code.
    init(
      _ status: Int, _ code: FailureCode, advice key: String, page: String? = nil,
      _ arguments: [String: SentenceArgument] = [:]
    ) {
      (self.status, self.code, self.page) = (status, code, page)
      heading = code.heading
      advice = Sentence("refusal.\(key)", arguments)
    }
  }

  /// The refusals whose pages the build writes. A refusal whose text depends on the request or on a
  /// setting is not among them.
  package static let withPages: [Refusal] =
    [
      .notJPEG(.other), .notJPEG(.heic), .unreadable, .tooLarge, .empty, .noPhoto, .incompleteBody,
      .malformedRequest, .wrongMethod(allowed: []), .notAllowed, .notFound, .keyConflict, .cap,
      .queueFull, .diskFull, .busy, .tooMany(seconds: 0), .malformedKey, .notWritable, .signIn,
      .wrongCode, .wrongPassphrase, .tooManyGuesses(seconds: 0), .notYours, .ownersOnly, .badName,
      .weakPassphrase, .importTooLarge, .noImportFile, .importsFull, .importNotChecked,
      .staleSignIn, .wrongOldPassphrase, .noModel, .onlyRecords, .noOrigin, .noLog,
    ] + CorrectionError.allCases.map { .correction($0) }
    + FindEditError.allCases.map { .edit($0) }
    + PersonError.allCases.map { .person($0) }
    + ShelfError.allCases.map { .shelf($0) }

  package var status: Int { row.status }

  package var code: FailureCode { row.code }

  /// The name of the refusal's page below `error/`, such as `notJPEG/heic`.
  package var page: String {
    let row = row
    return row.page.map { "\(row.code.rawValue)/\($0)" } ?? row.code.rawValue
  }

  /// Whether the reader can go on by signing in.
  package var leadsToSignIn: Bool {
    switch self {
    case .signIn, .wrongCode, .wrongPassphrase, .tooManyGuesses: true
    default: false
    }
  }

  /// The event, as a heading.
  package var heading: Sentence { row.heading }

  /// The user's next step.
  package var advice: Sentence { row.advice }

  /// Heading and advice in one line, for JSON and the command line.
  package var line: Sentence {
    Sentence("refusal.line", ["heading": .sentence(heading), "advice": .sentence(advice)])
  }
}
