// A history in which every field of every find has a text of its own (`CanaryText`). The value
// knows which texts strangers may see at present.

import Albums
import Host
import Publishing
import Store
import Support

struct CanaryLog {
  /// An album of the history. It belongs to one find only, so its texts are public if the find is
  /// public.
  private struct Record {
    let artist: String
    let title: String
    let others: [String]
    var picture: String

    var texts: Set<String> { Set([artist, title, picture] + others) }
  }

  private struct Entry {
    let id: FindID

    /// The text with which the id begins.
    let name: String
    var isPublic: Bool
    var isDeleted = false
    var record: Record
    var hasOwnPicture = false
    var tag: String
    var place: String

    /// The texts that the find showed before it was edited.
    var former: Set<String> = []

    var isShown: Bool { isPublic && !isDeleted }
    var texts: Set<String> { record.texts.union([name, tag, place]) }
  }

  private let house: PublishHouse
  private var random: SeededGenerator
  private var entries: [Entry] = []
  private var count = 0

  /// Adds finds, a quarter of them public, over almost a year.
  init(_ house: PublishHouse, seed: UInt64, finds: Int) throws {
    self.house = house
    random = SeededGenerator(seed: seed)
    let store = try house.store()
    try addPerson(to: store)
    let id = try store.beginImport(
      ImportRecord(
        person: .owner, format: .discogs, name: "\(text("n")).csv",
        digest: Array(repeating: 1, count: 32), header: [text("h")], read: 0,
        created: PublishHouse.now, ended: nil, undone: nil))
    var rows: [ImportedFind] = []
    for line in 1...finds { rows.append(try row(line, in: store)) }
    _ = try store.importFinds(rows, by: .owner, into: id, read: finds, at: PublishHouse.now)
    try addSecrets()
  }

  // MARK: What strangers may see

  var shown: Set<String> {
    entries.filter(\.isShown).reduce(into: []) { $0.formUnion($1.texts) }
  }

  /// Texts of public finds before their edits. The archive may have them until the nightly publish, and
  /// index pages until they are written.
  var former: Set<String> {
    entries.filter(\.isShown).reduce(into: []) { $0.formUnion($1.former) }
  }

  /// Must be called after each publish. A publish removes the former texts of private finds; a
  /// publish of everything removes all former texts.
  mutating func notePublished(everything: Bool) {
    for index in entries.indices where everything || !entries[index].isShown {
      entries[index].former = []
    }
  }

  // MARK: Texts

  private mutating func text(_ kind: Character) -> String {
    count += 1
    return CanaryText.made(kind, count)
  }

  private mutating func record() throws -> (Record, Album, Review) {
    let (artist, title, picture) = (text("a"), text("t"), text("i"))
    let (label, genre, summary) = (text("l"), text("g"), text("s"))
    let bullets = [text("b"), text("b"), text("b")]
    let tracks = [text("k"), text("k"), text("k")]
    var album = Album(
      artist: artist, title: title, year: 1970 + count % 30, genres: [genre], recordLabel: label)
    album.artwork = try house.addPicture(picture)
    guard let rating = Rating(tenths: count % 101) else { throw HouseError.noPublishing }
    let review = try Review(
      summary: "\(summary).", bullets: bullets, rating: rating, recommendation: .deepCut,
      keyTracks: tracks)
    let record = Record(
      artist: artist, title: title, others: [label, genre, summary] + bullets + tracks,
      picture: picture)
    return (record, album, review)
  }

  private mutating func row(_ line: Int, in store: borrowing Store) throws -> ImportedFind {
    let name = text("f")
    let length = FindID.length - name.utf8.count
    guard let id = FindID(name + String(repeating: "0", count: length)) else {
      throw HouseError.noPublishing
    }
    let (record, album, review) = try record()
    try keep(review, of: album, in: store)
    let entry = Entry(
      id: id, name: name, isPublic: line % 4 == 0, record: record, tag: text("c"), place: text("p"))
    entries.append(entry)
    return ImportedFind(
      line: line, identity: "row \(text("r"))",
      raw: [album.artist, "Near Mint \(text("r"))", "$20 \(text("r"))"], find: id, album: album,
      hasFactsOfEdition: false,
      found: PublishHouse.now.advanced(byMilliseconds: Int64(-line) * 150_000_000),
      details: FindDetails(
        status: .have, tags: [Tag(stored: entry.tag)], note: text("n"), place: entry.place,
        publicChoice: entry.isPublic ? .yes : .no))
  }

  private mutating func keep(
    _ review: Review, of album: Album, in store: borrowing Store
  ) throws {
    try store.keep(
      review, of: album.key, origin: "a-model", prompt: text("q"), at: PublishHouse.now)
  }

  private mutating func addPerson(to store: borrowing Store) throws {
    let files = house.configuration.sessionFiles
    let person = try store.addPerson(
      name: PersonName(stored: text("w")), plan: .owner, files: files, at: PublishHouse.now)
    _ = try store.signIn(person.id, device: text("d"), files: files, at: PublishHouse.now)
  }

  /// Gives each find the data that only a scan brings: an id of the scan, the texts that the model
  /// read, a candidate with its reason, a hint. Also adds the id of an entry in an earlier feed.
  private mutating func addSecrets() throws {
    var statements = ["BEGIN"]
    for entry in entries {
      let scan = text("x") + String(repeating: "0", count: 17)
      let find = "FROM finds WHERE id = '\(entry.id)'"
      statements += [
        """
        INSERT INTO scans (id, person, key, digest, bytes, kind, created)
        VALUES ('\(scan)', 'owner', '\(text("y"))', X'01', 1, 'album', 1)
        """,
        """
        UPDATE items SET scan = '\(scan)', text_read = '\(text("o"))', description = '\(text("o"))'
        WHERE id = (SELECT item \(find))
        """,
        """
        INSERT INTO candidates (item, position, album, similarity, kind, reason)
        SELECT item, 50, album, 0.5, 'named', '\(text("v"))' \(find)
        """,
        """
        INSERT INTO jobs (lane, kind, item, person, payload, state, next_attempt, created, updated)
        SELECT 'review', 'correct', item, 'owner', '{"hint":"\(text("j"))"}', 'done', 1, 1, 1 \(find)
        """,
        """
        UPDATE finds SET feed_id = 'https://private.example/\(text("e"))' WHERE id = '\(entry.id)'
        """,
      ]
    }
    let file = try house.folder.write(
      (statements + ["COMMIT"]).joined(separator: ";\n") + ";\n", to: "secrets.sql")
    let output = try Programs.run(
      "/usr/bin/sqlite3", ["-bail", house.configuration.database, ".read \(file)"],
      input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000, errors: .kept)
    guard output.exitCode == 0, output.errors.isEmpty else {
      throw CanaryError.refused(String(decoding: output.errors, as: UTF8.self))
    }
  }
}

enum CanaryError: Error { case refused(String) }

// MARK: Changes

extension CanaryLog {
  /// Makes changes of random finds.
  mutating func change(_ times: Int) throws {
    let store = try house.store()
    for _ in 0..<times { try change(store) }
  }

  private mutating func change(_ store: borrowing Store) throws {
    guard let index = entries.indices.randomElement(using: &random) else { return }
    let choice = Int.random(in: 0..<10, using: &random)
    if choice == 0 { return try deleteOrRestore(index, store) }
    guard !entries[index].isDeleted else { return }
    var edit = FindEdit()
    switch choice {
    case 1, 2, 3, 4:
      entries[index].isPublic.toggle()
      edit.publicChoice = .set(entries[index].isPublic ? .yes : .no)
    case 5:
      entries[index].former.insert(entries[index].tag)
      entries[index].tag = text("c")
      edit.tags = [Tag(stored: entries[index].tag)]
    case 6:
      entries[index].former.insert(entries[index].place)
      entries[index].place = text("p")
      edit.place = .set(entries[index].place)
    case 7: edit.note = .set(text("n"))
    case 8: return try correct(index, store)
    default: return try keepOwnPicture(index, store)
    }
    let id = EditID(randomBytes: Randomness.bytes(EditID.randomByteCount))
    _ = try store.edit([entries[index].id], edit, as: id, by: .owner, at: PublishHouse.now)
  }

  private mutating func deleteOrRestore(_ index: Int, _ store: borrowing Store) throws {
    let id = entries[index].id
    let isDone =
      try entries[index].isDeleted
      ? store.undelete(id, at: PublishHouse.now) : store.delete(id, at: PublishHouse.now)
    guard isDone else { throw CanaryError.refused("delete or restore \(id)") }
    entries[index].isDeleted.toggle()
  }

  /// The find gets another album, with a review and a picture.
  private mutating func correct(_ index: Int, _ store: borrowing Store) throws {
    let (record, album, review) = try record()
    let id = try store.keep(album)
    try keep(review, of: album, in: store)
    let (find, now) = (entries[index].id, PublishHouse.now)
    let correction = Correction.named(artist: album.artist, title: album.title)
    guard try store.correct(find, correction, by: .owner, at: now) == .accepted,
      let job = try store.claimJob(of: [.correct], at: now), job.find == find
    else { throw CanaryError.refused("correct \(find)") }
    try store.correct(find, to: id, by: job, evidence: Evidence(.person), at: now)
    try store.complete(job, at: now)
    let former = entries[index].record
    entries[index].former.formUnion(former.texts)
    entries[index].record = record
    if entries[index].hasOwnPicture { entries[index].record.picture = former.picture }
  }

  private mutating func keepOwnPicture(_ index: Int, _ store: borrowing Store) throws {
    let picture = text("m")
    try store.keepOwn((try house.addPicture(picture), [2, 7]), of: entries[index].id)
    entries[index].hasOwnPicture = true
    entries[index].former.insert(entries[index].record.picture)
    entries[index].record.picture = picture
  }
}
