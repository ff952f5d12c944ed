// Random changes of a history, in all the ways in which finds, albums and reviews change: scans,
// shelves, imports, edits and their undo, corrections, later facts, reviews, pictures, deletions and removed
// people.

package import Albums
package import Host
package import Store

package struct ChangingLog {
  private var random: SeededGenerator
  private let files: SessionFiles
  package private(set) var now = Timestamp(milliseconds: 1_795_000_000_000)
  private var finds: [FindID] = []
  private var edits: [EditID] = []
  private var imports: [Int64] = []
  private var people: [PersonID] = []
  private var shelves: [ScanID] = []
  private var count = 0

  package init(seed: UInt64, files: SessionFiles) {
    random = SeededGenerator(seed: seed)
    self.files = files
  }

  private enum Kind: CaseIterable {
    case scan, scanAgain, importRows, importAgain, edit, editAgain, publish, undo, delete, undelete,
      correct, confirm, keep, learn, review, germanReview, catalogue, picture, unreviewed, restore,
      restoreReviews, undoImport, person, removeOld, shelf, shelfAgain
  }

  /// Makes one change and returns its name.
  package mutating func change(_ store: borrowing Store) throws -> String {
    now = now.advanced(byMilliseconds: 1000)
    let kind = Kind.allCases.randomElement(using: &random) ?? .scan
    switch kind {
    case .scan, .scanAgain: try scan(store)
    case .shelf, .shelfAgain: try shelf(store)
    case .importRows, .importAgain: try importRows(store)
    case .edit, .editAgain: try edit(store)
    case .publish: try publish(store)
    case .undo:
      if let edit = edits.randomElement(using: &random) { _ = try store.undo(edit, at: now) }
    case .delete: if let find = find() { _ = try store.delete(find, at: now) }
    case .undelete: if let find = find() { _ = try store.undelete(find, at: now) }
    case .correct: try correct(store)
    case .confirm: try confirm(store)
    case .keep: _ = try store.keep(album())
    case .learn: try learn(store)
    case .review:
      try store.keep(review("en"), of: record().key, origin: "m\(digit())", at: now)
    case .germanReview: try store.keep(review("de"), of: record().key, origin: "m", at: now)
    case .catalogue:
      try store.importCover(
        of: record(), review: review("en"), fingerprint: [1], name: "cover \(digit())", at: now)
    case .picture: try picture(store)
    case .unreviewed: if let find = find() { try store.note(unreviewed: .reviewStopped, of: find) }
    case .restore: try restore(store)
    case .restoreReviews:
      let record = ReviewRecord(
        key: album().key, review: try review("fr"), origin: "m", prompt: "p", written: now)
      try store.restore([record])
    case .undoImport:
      if let id = imports.popLast() { _ = try store.undoImport(id, after: 0, count: 9, at: now) }
    case .person: try removePerson(store)
    case .removeOld:
      try store.removeOldDeletions(at: now.advanced(byMilliseconds: 31 * 86_400_000))
    }
    return "\(kind)"
  }

  // MARK: Values

  private mutating func digit() -> Int { Int.random(in: 0...3, using: &random) }

  private mutating func flip() -> Bool { Bool.random(using: &random) }

  private mutating func anyChoice() -> PublicChoice? {
    [nil, .yes, .yes, .no].randomElement(using: &random) ?? nil
  }

  private mutating func find() -> FindID? { finds.randomElement(using: &random) }

  private mutating func bytes() -> [UInt8] {
    (0..<17).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// One of a few works, so that several changes affect the same work. The key of "Live" contains
  /// the year. Some works of Neu! are books.
  private mutating func album() -> Album {
    let artist = ["Can", "Neu!"].randomElement(using: &random) ?? ""
    let title = ["Live", "Two", "Three"].randomElement(using: &random) ?? ""
    return Album(
      kind: artist == "Neu!" && title != "Live" ? .book : .album, artist: artist, title: title,
      year: flip() ? 1970 + digit() : nil, genres: flip() ? ["Rock", "Jazz"] : [],
      recordLabel: flip() ? "Label \(digit())" : nil, artwork: flip() ? artwork() : nil)
  }

  /// One of the albums. A book may have the same names.
  private mutating func record() -> Album {
    let work = album()
    return Album(artist: work.artist, title: work.title, year: work.year, genres: work.genres)
  }

  private mutating func artwork() -> Albums.Artwork? { Self.artworks.randomElement(using: &random) }

  /// The artwork of the albums. The type writes no picture files; pages show the artwork only if a
  /// test writes the files.
  package static let artworks = ["0", "1", "2", "3"].compactMap {
    Albums.Artwork(digest: String(repeating: $0, count: 64))
  }

  private mutating func review(_ language: String) throws -> Review {
    guard let rating = Rating(tenths: 10 * digit()) else {
      preconditionFailure("0 to 30 are ratings")
    }
    return try Review(
      summary: "A summary \(digit()).", bullets: ["one", "two", "three", "\(digit())"],
      rating: rating, recommendation: .deepCut, keyTracks: ["a", "b", "c"],
      sources: flip()
        ? [ReviewSource(passage: .summary, address: "https://a.example/", title: "A")] : [],
      language: language)
  }

  private mutating func details() -> FindDetails {
    FindDetails(
      status: [nil, .want, .have].randomElement(using: &random) ?? nil, tags: tags(),
      note: flip() ? "note \(digit())" : nil, place: flip() ? "place \(digit())" : nil,
      publicChoice: anyChoice(), ownRating: flip() ? Rating(tenths: 10 * digit()) : nil,
      isFavourite: flip())
  }

  private mutating func tags() -> [Tag] {
    ["jazz", "Jazz", "Hip-Hop", "hip hop", "C++", "C#"].filter { _ in
      Int.random(in: 0..<3, using: &random) == 0
    }.prefix(1)
      .map { Tag(stored: $0) }
  }

  // MARK: Changes

  private mutating func scan(_ store: borrowing Store) throws {
    count += 1
    let scan = NewScan(
      id: ScanID(randomBytes: bytes()), person: .owner, key: nil, digest: bytes(), byteCount: 1,
      guide: nil)
    _ = try store.accept(scan, at: now)
    guard let job = try store.claimJob(of: [.scan], at: now) else { return }
    try store.identify(job, as: store.keep(album()), isRecognised: false, at: now)
    let find = FindID(randomBytes: bytes())
    let isCertain = flip()
    try store.finish(
      job, as: find, evidence: Evidence(.recognised(isCertain: isCertain)), at: now)
    finds.append(find)
  }

  /// Adds finds from a new shelf or from one that exists, or removes some of them.
  private mutating func shelf(_ store: borrowing Store) throws {
    let known = flip() ? shelves.randomElement(using: &random) : nil
    let id = known ?? ScanID(randomBytes: bytes())
    if known == nil {
      try store.makeShelf(of: [album(), album(), album()], as: id, at: now)
      shelves.append(id)
    }
    let numbers = [1, 2, 3].filter { _ in flip() }
    if known != nil, flip() {
      _ = try store.change(id, .remove(numbers), by: .owner, at: now)
    } else {
      let added = try store.add(numbers, of: id, at: now)
      finds += added.filter { !finds.contains($0) }
    }
  }

  private mutating func importRows(_ store: borrowing Store) throws {
    let person = people.randomElement(using: &random) ?? .owner
    let id = try store.beginImport(
      ImportRecord(
        person: person, format: .discogs, name: "a.csv", digest: bytes(), header: ["a"], read: 0,
        created: now, ended: nil, undone: nil))
    imports.append(id)
    var rows: [ImportedFind] = []
    for line in 1...2 {
      count += 1
      // An imported find may be older than an existing find, sometimes by more than a year.
      let age: Int64 = flip() ? 9_000_000 : 40_000_000_000
      let found = now.advanced(byMilliseconds: -Int64.random(in: 0...age, using: &random))
      rows.append(
        ImportedFind(
          line: line, identity: "row \(count)", raw: ["raw"], find: FindID(randomBytes: bytes()),
          album: album(), hasFactsOfEdition: flip(), found: found, details: details()))
    }
    _ = try store.importFinds(rows, by: person, into: id, read: 2, at: now)
    finds += rows.map(\.find)
  }

  private mutating func edit(_ store: borrowing Store) throws {
    var change = FindEdit()
    let details = details()
    switch digit() {
    case 0: change.status = details.status.map { .set($0) } ?? .clear
    case 1: change.tags = details.tags
    case 2: change.note = details.note.map { .set($0) } ?? .clear
    case 3 where details.isFavourite: change.changes[Detail.favourite.name] = .clear
    case 3: change.ownRating = details.ownRating.map { .set($0) } ?? .clear
    default: change.place = details.place.map { .set($0) } ?? .clear
    }
    try make(change, store)
  }

  private mutating func publish(_ store: borrowing Store) throws {
    var change = FindEdit()
    change.publicChoice = anyChoice().map { .set($0) } ?? .clear
    try make(change, store)
  }

  /// Edits some finds, or deletes them.
  private mutating func make(_ change: FindEdit, _ store: borrowing Store) throws {
    let edit = EditID(randomBytes: bytes())
    let some = finds.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    if digit() == 0 {
      _ = try store.delete(some, as: edit, by: .owner, at: now)
    } else {
      _ = try store.edit(some, change, as: edit, by: .owner, at: now)
    }
    edits.append(edit)
  }

  private mutating func correct(_ store: borrowing Store) throws {
    guard let find = find() else { return }
    let other = album()
    let correction = Correction.named(
      artist: other.artist, title: other.title, kind: other.kind)
    guard try store.correct(find, correction, by: .owner, at: now) == .accepted,
      let job = try store.claimJob(of: [.correct], at: now), let corrected = job.find
    else { return }
    try store.correct(
      corrected, to: store.keep(other), by: job, evidence: Evidence(.person), at: now)
    try store.complete(job, at: now)
  }

  /// Adds later answers of the services to a find. The find may become sure, and may move to
  /// another row of its album.
  private mutating func confirm(_ store: borrowing Store) throws {
    guard let find = find(), let id = try store.albumID(of: find),
      var album = try store.album(id)
    else { return }
    album.year = 1970 + digit()
    album.storedKey = nil
    let learned = try store.learn(album, as: id, from: AlbumSources(releaseGroup: "group"))
    try store.confirm(
      find, of: id, as: learned, musicBrainz: flip() ? .agrees : .notAsked,
      picture: flip() ? .same : nil, at: now)
  }

  private mutating func learn(_ store: borrowing Store) throws {
    guard let find = find(), let id = try store.albumID(of: find) else { return }
    let facts = album()
    guard try store.kind(of: find) == facts.kind else { return }
    var album = facts
    if flip() { album.title = "Renamed \(digit())" }
    _ = try store.learn(album, as: id, fingerprint: [2])
  }

  private mutating func picture(_ store: borrowing Store) throws {
    guard let find = find(), try store.enqueue(.review, for: find, by: .owner, at: now),
      let job = try store.claimJob(of: [.review], at: now)
    else { return }
    let picture = flip() ? artwork() : nil
    try store.complete(job, at: now) { (store) throws(StoreError) in
      try store.keepOwn(picture.map { ($0, [2, 7]) }, of: find)
    }
  }

  /// Adds an album with facts, and a find of it, from an export.
  private mutating func restore(_ store: borrowing Store) throws {
    let album = album()
    try store.restore([
      AlbumRecord(
        key: album.key, keyRules: AlbumKey.rules, album: album,
        unownedArtwork: flip() ? artwork() : nil,
        sources: AlbumSources(releaseGroup: "group", release: "release", artwork: "archive"),
        covers: [])
    ])
    let id = try store.beginImport(
      ImportRecord(
        person: .owner, format: .albumscan, name: "log.zip", digest: bytes(), header: nil, read: 0,
        created: now, ended: nil, undone: nil))
    var record = FindRecord(
      id: FindID(randomBytes: bytes()), person: .owner, album: album.key, found: now,
      details: details())
    record.feedID = "https://private.example/"
    record.unreviewed = .reviewStopped
    record.ownArtwork = flip() ? artwork() : nil
    if try store.restore([(line: 1, record: record)], into: id, at: now) == 1 {
      finds.append(record.id)
    }
  }

  /// Adds people, or removes one of them with all finds.
  private mutating func removePerson(_ store: borrowing Store) throws {
    if let person = people.popLast() {
      try store.remove(person, finds: flip() ? .delete : .keep, files: files, at: now)
      return
    }
    if try !store.hasPeople() {
      _ = try store.addPerson(
        name: PersonName(stored: "Owner"), plan: .owner, files: files, at: now)
    }
    count += 1
    let person = try store.addPerson(
      name: PersonName(stored: "Person \(count)"), plan: .base, files: files, at: now)
    people.append(person.id)
  }
}
