// Reads the rows of an export. A row with a missing or invalid member gives an error that names the
// member.

import Albums
import FoundationEssentials
import Host
import Store
import Text
import Tracks

/// A member of a row that is missing or invalid.
struct RowError: Error, Equatable {
  let member: String
}

/// A row of an export.
struct RowReader {
  let json: JSON

  init(_ json: JSON) throws(RowError) {
    guard case .object = json else { throw RowError(member: "object") }
    self.json = json
  }

  /// Longer texts are refused. Notes of 10,000 characters need at most 80,000 bytes.
  private static let longestText = 100_000

  func isNull(_ name: String) -> Bool { json[name] == .null }

  func text(_ name: String) throws(RowError) -> String {
    guard case .string(let text) = json[name], text.utf8.count <= Self.longestText else {
      throw RowError(member: name)
    }
    return text
  }

  func textOrNil(_ name: String) throws(RowError) -> String? {
    isNull(name) ? nil : try text(name)
  }

  func filled(_ name: String, atMost most: Int = 4000) throws(RowError) -> String {
    let text = try text(name)
    guard !text.isEmpty, text.utf8.count <= most else { throw RowError(member: name) }
    return text
  }

  func number(_ name: String) throws(RowError) -> Int {
    guard case .number(let number) = json[name], let value = Int(number.digits) else {
      throw RowError(member: name)
    }
    return value
  }

  func numberOrNil(_ name: String) throws(RowError) -> Int? {
    isNull(name) ? nil : try number(name)
  }

  func bool(_ name: String) throws(RowError) -> Bool {
    guard case .bool(let value) = json[name] else { throw RowError(member: name) }
    return value
  }

  func items(_ name: String) throws(RowError) -> [JSON] {
    guard case .array(let items) = json[name] else { throw RowError(member: name) }
    return items
  }

  func texts(_ name: String) throws(RowError) -> [String] {
    var texts: [String] = []
    for item in try items(name) {
      guard case .string(let text) = item, text.utf8.count <= Self.longestText else {
        throw RowError(member: name)
      }
      texts.append(text)
    }
    return texts
  }

  func time(_ name: String) throws(RowError) -> Timestamp {
    let value = try number(name)
    // From 1900 to 9999, so that no sum of times overflows.
    guard (-2_208_988_800_000...253_402_300_799_999).contains(value) else {
      throw RowError(member: name)
    }
    return Timestamp(milliseconds: Int64(value))
  }

  func timeOrNil(_ name: String) throws(RowError) -> Timestamp? {
    isNull(name) ? nil : try time(name)
  }

  func artwork(_ name: String) throws(RowError) -> Artwork? {
    guard let digest = try textOrNil(name) else { return nil }
    guard let artwork = Artwork(digest: digest) else { throw RowError(member: name) }
    return artwork
  }

  /// 32 bytes in hexadecimal digits.
  func digest(_ name: String) throws(RowError) -> [UInt8] {
    let digits = Array(try text(name).utf8)
    guard digits.count == 64 else { throw RowError(member: name) }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: 64, by: 2) {
      guard let high = digits[index].hexadecimalValue, let low = digits[index + 1].hexadecimalValue
      else { throw RowError(member: name) }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  func fingerprint(_ name: String) throws(RowError) -> [UInt8] {
    guard let data = Data(base64Encoded: try text(name)) else {
      throw RowError(member: name)
    }
    return Array(data)
  }

  func key(_ name: String) throws(RowError) -> AlbumKey { AlbumKey(stored: try filled(name)) }

  func find(_ name: String) throws(RowError) -> FindID {
    guard let id = FindID(try text(name)) else { throw RowError(member: name) }
    return id
  }

  func person(_ name: String) throws(RowError) -> PersonID {
    let text = try filled(name, atMost: 40)
    guard text.utf8.allSatisfy(\.isLetterOrDigit) else { throw RowError(member: name) }
    return PersonID(text)
  }

  func choice<Choice: RawRepresentable>(
    _ name: String, _ type: Choice.Type = Choice.self
  ) throws(RowError) -> Choice where Choice.RawValue == String {
    guard let value = Choice(rawValue: try text(name)) else { throw RowError(member: name) }
    return value
  }

  // MARK: Rows

  func album() throws(RowError) -> AlbumRecord {
    let year = try numberOrNil("year")
    guard year.map((1...9999).contains) ?? true else { throw RowError(member: "year") }
    var sources = AlbumSources(
      releaseGroup: try textOrNil("releaseGroup"), release: try textOrNil("release"),
      artwork: try textOrNil("artworkSource"))
    sources.areFactsOfEdition = try bool("factsOfEdition")
    var covers: [AlbumRecord.Cover] = []
    for item in try items("covers") { covers.append(try RowReader(item).cover()) }
    let rules = try number("keyRules")
    guard (1...AlbumKey.rules).contains(rules) else { throw RowError(member: "keyRules") }
    let (key, kind) = (try key("key"), try kind())
    guard key.isOfBook == (kind == .book) else { throw RowError(member: "key") }
    let (isbn, pages) = (try textOrNil("isbn"), try numberOrNil("pages"))
    guard isbn.map({ ISBN($0)?.digits == $0 }) ?? true else { throw RowError(member: "isbn") }
    guard pages.map((1...99_999).contains) ?? true else { throw RowError(member: "pages") }
    return AlbumRecord(
      key: key, keyRules: rules,
      album: Album(
        kind: kind, artist: try filled("artist"), title: try filled("title"), year: year,
        genres: try texts("genres"), recordLabel: try textOrNil("recordLabel"),
        artwork: try artwork("artwork"), isbn: isbn, pages: pages),
      unownedArtwork: try artwork("ownArtwork"), sources: sources, covers: covers,
      tracks: try tracks().map { StoredTracks($0) })
  }

  /// Versions before 20 did not write this member.
  private func tracks() throws(RowError) -> TrackList? {
    guard !isNull("tracks") else { return nil }
    let list = try RowReader(json["tracks"])
    var media: [TrackList.Medium] = []
    for item in try list.items("media") {
      let medium = try RowReader(item)
      var tracks: [TrackList.Track] = []
      for item in try medium.items("tracks") { tracks.append(try RowReader(item).track()) }
      media.append(
        TrackList.Medium(
          title: try medium.short("title", atMost: TrackList.mostScalars.title), tracks: tracks))
    }
    let count = media.reduce(0) { $0 + $1.tracks.count }
    guard (1...TrackList.mostTracks).contains(count) else { throw RowError(member: "tracks") }
    return TrackList(release: try list.filled("release", atMost: 100), media: media)
  }

  private func track() throws(RowError) -> TrackList.Track {
    let length = try numberOrNil("milliseconds")
    guard length.map(TrackList.Track.lengths.contains) ?? true,
      let title = try short("title", atMost: TrackList.mostScalars.title), !title.isEmpty
    else { throw RowError(member: "tracks") }
    return TrackList.Track(
      number: try short("number", atMost: TrackList.mostScalars.number) ?? "", title: title,
      milliseconds: length)
  }

  private func short(_ name: String, atMost most: Int) throws(RowError) -> String? {
    guard let text = try textOrNil(name) else { return nil }
    guard text.unicodeScalars.count <= most else { throw RowError(member: name) }
    return text
  }

  /// Versions before 12 had only albums, and did not write this member.
  private func kind() throws(RowError) -> WorkKind {
    isNull("kind") ? .album : try choice("kind")
  }

  private func cover() throws(RowError) -> AlbumRecord.Cover {
    let artwork = try artwork("artwork")
    let source: AlbumRecord.Cover.Source
    if let name = try textOrNil("catalogue") {
      source = .catalogue(name)
    } else if let artwork {
      source = .artwork(artwork)
    } else {
      throw RowError(member: "artwork")
    }
    return AlbumRecord.Cover(
      source: source, artwork: artwork,
      picture: isNull("picture") ? nil : try digest("picture"),
      fingerprint: try fingerprint("fingerprint"))
  }

  func review() throws(RowError) -> ReviewRecord {
    guard let rating = Rating(tenths: try number("rating")) else {
      throw RowError(member: "rating")
    }
    var sources: [ReviewSource] = []
    for item in try items("sources") { sources.append(try RowReader(item).source()) }
    let origin = try filled("origin")
    do {
      var review = try Review(
        summary: text("summary"), bullets: texts("bullets"), rating: rating,
        recommendation: choice("recommendation"), keyTracks: texts("keyTracks"),
        sources: sources, language: filled("language", atMost: 20))
      review.isByModel = origin != "catalogue"
      return ReviewRecord(
        key: try key("key"), review: review, origin: origin, prompt: try text("prompt"),
        written: try time("written"))
    } catch let error as RowError {
      throw error
    } catch {
      throw RowError(member: "\(error)")
    }
  }

  private func source() throws(RowError) -> ReviewSource {
    let (passage, address) = (try number("passage"), try filled("address"))
    guard (0...Review.bulletCounts.upperBound).contains(passage) else {
      throw RowError(member: "passage")
    }
    guard address.hasPrefix("https://") else { throw RowError(member: "address") }
    return ReviewSource(
      passage: passage == 0 ? .summary : .bullet(passage - 1), address: address,
      title: try text("title"))
  }

  func findRecord() throws(RowError) -> FindRecord {
    var record = FindRecord(
      id: try find("id"), person: try person("person"), album: try key("album"),
      found: try time("found"), details: try details(), item: try RowReader(json["item"]).item())
    record.feedID = isNull("feedID") ? nil : try filled("feedID")
    // Versions before 10 did not write this member, because an own picture belonged to the album.
    record.ownArtwork = try artwork("ownArtwork")
    record.isMoved = isNull("moved") ? false : try bool("moved")
    record.unreviewed = try unreviewed()
    for item in try items("candidates") {
      record.candidates.append(try RowReader(item).candidate())
    }
    return record
  }

  private func details() throws(RowError) -> FindDetails {
    var details = FindDetails()
    // The public choice has two members in an export.
    for detail in Detail.all where detail.name != Detail.publicChoice.name {
      guard !isNull(detail.member) else { continue }
      let value: DetailValue =
        if case .number = json[detail.member] {
          .integer(try number(detail.member))
        } else {
          .text(try text(detail.member))
        }
      guard detail.allows(value) else { throw RowError(member: detail.member) }
      detail.set(&details, value)
    }
    details.publicChoice = try publicChoice()
    for text in try texts("tags") {
      guard let tag = Tag(text), !details.tags.contains(where: { $0.key == tag.key }) else {
        throw RowError(member: "tags")
      }
      details.tags.append(tag)
    }
    guard details.tags.count <= FindDetails.mostTags else { throw RowError(member: "tags") }
    return details
  }

  /// Versions before 10 did not write `publicChoice`, and their `public: false` may be a person's "no".
  private func publicChoice() throws(RowError) -> PublicChoice? {
    let isPublic = try bool("public")
    guard let word = try textOrNil("publicChoice") else { return isPublic ? .yes : .no }
    let choice = PublicChoice(rawValue: word)
    guard choice.word == word, (choice == .yes) == isPublic else {
      throw RowError(member: "publicChoice")
    }
    return choice
  }

  /// A code of a later version gives nil.
  private func unreviewed() throws(RowError) -> Failure? {
    guard !isNull("unreviewed") else { return nil }
    let row = try RowReader(json["unreviewed"])
    let arguments = row.json["arguments"]
    return Failure(
      code: try row.text("code"), arguments: arguments == .null ? nil : arguments.written())
  }

  private func item() throws(RowError) -> FindRecord.Item {
    var item = FindRecord.Item()
    item.isRecognised = try bool("recognised")
    if let stored = try textOrNil("evidence") {
      guard let evidence = Evidence(stored: stored) else { throw RowError(member: "evidence") }
      item.evidence = evidence
    }
    for word in try texts("hints") {
      guard let one = PhotoAdvice(rawValue: word) else { throw RowError(member: "hints") }
      item.advice.append(one)
    }
    item.crop = try textOrNil("crop")
    item.quad = try textOrNil("quad")
    // Exports of earlier versions have no codes.
    for digits in isNull("codes") ? [] : try texts("codes") {
      guard let code = ProductCode(.ean13, digits) else { throw RowError(member: "codes") }
      item.codes.append(code)
    }
    if !isNull("observation") {
      let row = try RowReader(json["observation"])
      item.observation = Observation(
        text: try row.text("text"), description: try row.text("description"),
        textConfidence: try row.choice("confidence"))
    }
    item.isKnownCover = try bool("knownCover")
    item.fingerprint = isNull("fingerprint") ? nil : try fingerprint("fingerprint")
    return item
  }

  private func candidate() throws(RowError) -> FindRecord.Candidate {
    guard case .number(let number) = json["similarity"], number.double.isFinite else {
      throw RowError(member: "similarity")
    }
    return FindRecord.Candidate(
      album: try key("album"), kind: try choice("kind"), similarity: number.double,
      reason: try text("reason"))
  }

  func personRecord() throws(RowError) -> Person {
    let text = try text("name")
    guard let name = PersonName(text), name.text == text else { throw RowError(member: "name") }
    return Person(
      id: try person("id"), name: name, plan: try choice("plan"),
      isDisabled: try bool("disabled"), created: try time("created"),
      advancedSearch: isNull("advancedSearch") ? nil : try bool("advancedSearch"))
  }

  func importRecord() throws(RowError) -> ImportRecord {
    ImportRecord(
      person: try person("person"), format: try choice("format"), name: try text("name"),
      digest: try digest("digest"), header: isNull("header") ? nil : try texts("header"),
      read: try number("read"), created: try time("created"), ended: try timeOrNil("ended"),
      undone: try timeOrNil("undone"))
  }

  /// A row of an import, and the number of the import.
  func importedRow() throws(RowError) -> (number: Int, row: ImportedRow) {
    (
      try number("import"),
      ImportedRow(
        line: try number("line"), identity: try filled("identity", atMost: 10_000),
        find: try find("find"), raw: try texts("raw"), state: try text("state"))
    )
  }
}
