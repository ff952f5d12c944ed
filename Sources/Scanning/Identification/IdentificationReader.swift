// Reads a model's answer leniently into an identification. Accepts an answer with one clear
// meaning; any other answer leads to one more question. No text of a model can crash the program or
// pass unchecked.

import Albums
import Models
import Text

/// The result of reading an answer.
enum IdentificationReading: Equatable, Sendable {
  case read(Identification)

  /// The answer could not be read. The value is the reason, in words for the model.
  case unclear(String)
}

enum IdentificationReader {
  /// The strict schema that the model has to follow. Source: docs/product.md step 4;
  /// docs/services.md §1.2, "Strict schemas".
  ///
  /// A model answers in this order. The members that a scan needs for its early start come first:
  /// the text, the status, and the first candidate with all its facts
  /// (docs/decisions/075-early-start.md).
  static let schema: JSON = .strictObject([
    "text_read": .textSchema,
    "text_confidence": .choice(["high", "medium", "low"]),
    "status": .choice(["identified", "search_needed", "unresolved"]),
    "candidates": .list(
      of: .strictObject([
        "artist": .textSchema, "album": .textSchema, "year": .optional("integer"),
        "confidence": .choice(["high", "medium", "low"]), "genres": .list(of: .textSchema),
        "record_label": .optional("string"), "reason": .textSchema,
      ])),
    "description": .textSchema,
  ])

  static let candidateLimit = 4

  /// The maximum number of items of a list, and of members of an object, that are read. No valid
  /// answer has more.
  static let memberLimit = 64

  /// The maximum length of a name in characters; longer names are cut. Source: docs/faults.md D4.
  static let nameLimit = 300

  /// The maximum length of a cover's text and of its description, in characters. They are longer
  /// than names.
  static let textLimit = 2000

  /// The identification in an answer. If an answer contains several objects, all objects that name
  /// an album must name the same album. A reason that mentions money or collecting is left out,
  /// because pages show reasons.
  static func reading(of answer: String, money: MoneyTalk) -> IdentificationReading {
    let reading = unchecked(answer)
    guard case .read(let read) = reading else { return reading }
    let candidates = read.candidates.map { candidate in
      guard money.offence(in: candidate.reason) != nil else { return candidate }
      return Candidate(
        artist: candidate.artist, title: candidate.title, year: candidate.year,
        confidence: candidate.confidence, reason: "")
    }
    return .read(
      Identification(
        status: read.status, candidates: candidates, observation: read.observation,
        genres: read.genres, recordLabel: read.recordLabel))
  }

  /// The identification in the beginning of an answer that ends after its first candidate. Nil if
  /// the rest of the answer may contain the status or another first candidate.
  static func beginning(of object: ArraySlice<UInt8>) -> Identification? {
    guard let json = JSON.cutOffObject(in: object), status(in: json) != nil,
      candidate(json) == nil, json.named("candidates").items.compactMap(candidate).count == 1
    else { return nil }
    return identification(in: json)
  }

  private static func unchecked(_ answer: String) -> IdentificationReading {
    let text = AnswerText(answer)
    // This check comes first: the complete parts of a truncated object look like separate objects.
    if let json = text.cutOffObject, let cut = identifications(in: [json]).first,
      !cut.candidates.isEmpty
    {
      return .read(cut)
    }
    let found = identifications(in: objects(in: text))
    let named = found.filter { !$0.candidates.isEmpty }
    // Among several answers after a thought, the model means the last one.
    if text.isAfterThought, let last = named.last ?? found.last { return .read(last) }
    let albums = Set(named.compactMap(\.candidates.first).map { "\($0.artist)\n\($0.title)" })
    guard albums.count <= 1 else {
      return .unclear("There was more than one JSON object, and they name different albums.")
    }
    if let identification = named.first ?? found.first { return .read(identification) }
    return .unclear("There was no whole JSON object of that form in it.")
  }

  /// The identifications in objects, also in wrappers. An object with a status alone may be a wrapper, so
  /// it counts only if there is nothing else.
  private static func identifications(in objects: [JSON]) -> [Identification] {
    let whole = AnswerText.values(in: objects) { json -> Identification? in
      guard let found = identification(in: json) else { return nil }
      let hasMembers = json.named("candidates", "text_read", "description") != .null
      return hasMembers || !found.candidates.isEmpty ? found : nil
    }
    return whole.isEmpty ? objects.compactMap(identification) : whole
  }

  /// The objects of an answer. A list of candidates without an object around it is accepted too.
  private static func objects(in text: AnswerText) -> [JSON] {
    let objects = text.objects
    let areCandidates =
      objects.count > 1 && objects.allSatisfy { candidate($0) != nil && status(in: $0) == nil }
    return areCandidates && text.firstSign == "[" ? [["candidates": .array(objects)]] : objects
  }

  /// The identification in an object; nil if the object is not an identification.
  private static func identification(in json: JSON) -> Identification? {
    // A model may put its answer beside the candidate list instead of into the list.
    let listed = json.named("candidates", "albums", "matches", "results").items
      .prefix(memberLimit)
    let objects = ([json] + listed).filter { candidate($0) != nil }
    let all = objects.compactMap(candidate)
    let candidates = all.enumerated().filter { index, one in
      !all[..<index].contains { $0.artist == one.artist && $0.title == one.title }
    }.map(\.element).prefix(candidateLimit)
    guard let status = status(in: json) ?? inferred(from: candidates.first) else { return nil }
    // Earlier prompts asked for the facts of the first candidate beside the list.
    let sources = [objects.first ?? .null, json]
    let genreLists = sources.map { genres($0.named("genres", "genre")) }
    let observation = Observation(
      text: json.named("text_read", "text", "ocr").words(upTo: textLimit) ?? "",
      description: json.named("description").words(upTo: textLimit) ?? "",
      textConfidence: confidence(json.named("text_confidence")))
    // "Identified" without an album counts as unresolved.
    return Identification(
      status: status == .identified && candidates.isEmpty ? .unresolved : status,
      candidates: Array(candidates), observation: observation,
      genres: Array((genreLists.first { !$0.isEmpty } ?? []).prefix(3)),
      recordLabel: sources.lazy.compactMap { $0.named("record_label", "label").line }.first)
  }

  private static func candidate(_ json: JSON) -> Candidate? {
    guard let artist = json.named("artist", "artist_name", "artists", "band").line,
      let title = json.named("album", "title", "album_title", "album_name").line
    else { return nil }
    return Candidate(
      artist: artist, title: title, year: year(json.named("year", "release_year", "released")),
      confidence: confidence(json.named("confidence")),
      reason: json.named("reason", "reasoning", "evidence").line ?? "")
  }

  /// Reads `1971`, `"1971"` and `"1971-02"`.
  private static func year(_ json: JSON) -> Int? {
    let digits = json.trimmed.map { $0.prefix { $0.isASCII && $0.isNumber } }
    let year = json.integer ?? digits.flatMap { $0.utf8.count == 4 ? Int($0) : nil }
    return year.flatMap { (1877...2999).contains($0) ? $0 : nil }
  }

  private static func genres(_ json: JSON) -> [String] {
    if let one = json.line { return one.split(separator: ",").map(String.init) }
    return json.items.prefix(memberLimit).compactMap(\.line)
  }

  private static func confidence(_ json: JSON) -> Confidence {
    if let share = json.double { return share > 0.8 ? .high : share > 0.5 ? .medium : .low }
    return json.trimmed.flatMap { Confidence(rawValue: $0.lowercased()) } ?? .low
  }

  private static func status(in json: JSON) -> Identification.Status? {
    let word = json.named("status").trimmed.map { $0.lowercased().filter(\.isLetter) }
    return switch word {
    case "identified", "resolved", "success": .identified
    case "searchneeded", "needssearch", "search": .searchNeeded
    case "unresolved", "unidentified", "unknown": .unresolved
    default: nil
    }
  }

  /// The status of an answer without a status, by the confidence of its best candidate.
  private static func inferred(from best: Candidate?) -> Identification.Status? {
    best.map { $0.confidence == .high ? .identified : .searchNeeded }
  }
}

extension JSON {
  /// The value of the first member with one of these names. The spelling does not matter:
  /// `text_read`, `textRead` and `Text Read` are the same name.
  fileprivate func named(_ names: String...) -> JSON {
    guard case .object(let members) = self else { return .null }
    for name in names {
      let letters = Self.letters(name)
      let first = members.prefix(IdentificationReader.memberLimit)
      if let member = first.first(where: { Self.letters($0.name) == letters }),
        member.value != .null
      {
        return member.value
      }
    }
    return .null
  }

  private static func letters(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

  /// A name: one line of at most 300 characters.
  var line: String? { words(upTo: IdentificationReader.nameLimit) }

  /// Text without control characters and without marks that reverse the direction of writing.
  fileprivate func words(upTo limit: Int) -> String? {
    guard let trimmed else { return nil }
    let scalars = trimmed.unicodeScalars.map { scalar -> Unicode.Scalar in
      let isOdd =
        scalar.properties.generalCategory == .control
        || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      return isOdd ? " " : scalar
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    // One character may be a letter with a thousand accents, so the number of scalars has a limit,
    // too.
    let cut = String(text).prefix(limit).unicodeScalars.prefix(2 * limit)
    return JSON.string(String(cut)).trimmed
  }
}
