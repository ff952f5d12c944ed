// The columns `kind` and `payload` of a job. `payload` has the parameters of the request, as a JSON object.

import Albums
import Text

extension JobKind {
  /// The SQL condition that a job is of a kind for which `isIncluded` is true.
  static func sql(where isIncluded: (JobRules) -> Bool) -> String {
    let kinds = allCases.filter { isIncluded($0.rules) }.map { "'\($0.rawValue)'" }
    return "kind IN (\(kinds.joined(separator: ", ")))"
  }
}

extension JobRequest {
  /// The JSON object; nil if the kind of job needs no parameters.
  var payload: String? { members?.written() }

  private var members: JSON? {
    switch self {
    case .scan, .shelf, .review, .refill, .importedReview, .publish: nil
    case .album(let album), .tracks(let album): ["album": .integer(Int(album))]
    case .musicBrainz(let reference): ["musicbrainz": .string(reference)]
    case .hint(let words): ["hint": .string(words)]
    case .named(let album, let evidence, let words):
      [
        "hint": words.map { .string($0) } ?? .null, "album": .integer(Int(album)),
        "evidence": .string(evidence.stored),
      ]
    case .artwork(let file), .back(let file): ["file": .string(file)]
    case .refreshArtwork: ["again": 1]
    case .importFile(let order): order.members
    case .export(let order):
      ["export": .string(order.id.text), "content": .string(order.content.rawValue)]
    }
  }

  /// The columns that `init(_:from:)` reads.
  static let columns = """
    kind, payload ->> '$.album', payload ->> '$.musicbrainz', payload ->> '$.hint',
      payload ->> '$.evidence', payload ->> '$.file', payload ->> '$.again', payload
    """

  static let columnCount: Int32 = 8

  init(_ row: Row, from column: Int32) throws(StoreError) {
    guard let kind = JobKind(rawValue: row.text(column)) else {
      throw .damaged("a job of kind \(row.text(column))")
    }
    switch kind {
    case .scan: self = .scan
    case .shelf: self = .shelf
    case .review: self = .review
    case .refill: self = .refill
    case .artwork:
      self = row.isNull(column + 6) ? .artwork(file: row.text(column + 5)) : .refreshArtwork
    case .importedReview: self = .importedReview
    case .importFile:
      guard let order = ImportOrder(payload: row.text(column + 7)) else {
        throw .damaged("an import without its file")
      }
      self = .importFile(order)
    case .export:
      guard let order = ExportOrder(payload: row.text(column + 7)) else {
        throw .damaged("an export without its file")
      }
      self = .export(order)
    case .publish: self = .publish
    case .tracks:
      guard let album = row.integerOrNil(column + 1) else {
        throw .damaged("a job of tracks without an album")
      }
      self = .tracks(album: album)
    case .correct:
      self = try Self.correction(
        album: row.integerOrNil(column + 1), reference: row.textOrNil(column + 2),
        hint: row.textOrNil(column + 3), evidence: row.textOrNil(column + 4),
        file: row.textOrNil(column + 5))
    }
  }

  private static func correction(
    album: Int64?, reference: String?, hint: String?, evidence: String?, file: String?
  ) throws(StoreError) -> JobRequest {
    if let album {
      guard let evidence else {
        guard hint == nil else { throw .damaged("a job whose hint was answered without evidence") }
        return .album(album)
      }
      guard let evidence = Evidence(stored: evidence) else {
        throw .damaged("a named album with the evidence “\(evidence)”")
      }
      return .named(album: album, evidence: evidence, hint: hint)
    }
    if let reference { return .musicBrainz(reference) }
    if let hint { return .hint(hint) }
    if let file { return .back(file: file) }
    throw .damaged("a correction without an album")
  }
}

extension ExportOrder {
  fileprivate init?(payload: String) {
    let json = JSON(Array(payload.utf8)) ?? .null
    guard let id = json["export"].text.flatMap({ UploadID($0) }),
      let content = json["content"].text.flatMap({ ExportContent(rawValue: $0) })
    else { return nil }
    self.init(content, as: id)
  }
}

extension ImportOrder {
  fileprivate var members: JSON {
    [
      "upload": .string(upload.text), "name": .string(name), "step": .string(step.rawValue),
      "import": number.map { .integer(Int($0)) } ?? .null,
      "rows": rowCount.map { .integer($0) } ?? .null, "ambiguous": .bool(takesAmbiguous),
      "reviews": .bool(writesReviews),
    ]
  }

  fileprivate init?(payload: String) {
    let json = JSON(Array(payload.utf8)) ?? .null
    guard let upload = json["upload"].text.flatMap({ UploadID($0) }),
      let step = json["step"].text.flatMap({ ImportStep(rawValue: $0) })
    else { return nil }
    self.init(step, of: upload, name: json["name"].text ?? "")
    number = json["import"].integer.map { Int64($0) }
    rowCount = json["rows"].integer
    takesAmbiguous = json["ambiguous"] == true
    writesReviews = json["reviews"] == true
  }
}
