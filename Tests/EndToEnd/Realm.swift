// An installation with played services on loopback, which are as strict as the real services.

import Albums
import Host
import Services
import Store
import Support

final class Realm: Sendable {
  let model: any PlayedModel
  let musicBrainz: MusicBrainzService
  let archive: CoverArtService
  let openLibrary: OpenLibraryService
  let installation: Installation

  /// The model knows the twelve albums of `Awkward` and *Rumours*. The installation knows no
  /// covers. A line of `settings` replaces the line with the same name.
  init(
    provider: PlayedProvider = .openAI,
    _ answers: ModelAnswers = .knowing(Awkward.albums + [Awkward.rumours]),
    catalogue: [KnownAlbum] = Awkward.catalogue, programs: String = Checkout.debugPrograms,
    settings: String = ""
  ) throws {
    model = try provider.model(answers)
    musicBrainz = try MusicBrainzService(catalogue)
    archive = try CoverArtService(catalogue)
    openLibrary = try OpenLibraryService()
    let lines =
      model.settings + [
        ("musicbrainz-url", musicBrainz.url), ("cover-art-url", archive.url),
        ("open-library-url", openLibrary.url), ("open-library-covers-url", openLibrary.url),
        ("contact", "host@records.example"),
      ]
    let ours = lines.filter { line in
      !settings.split(separator: "\n").contains { $0.hasPrefix("\(line.name):") }
    }
    installation = try Installation(
      programs: programs,
      settings: (ours.map { "\($0.name): \($0.value)" } + [settings]).joined(separator: "\n"))
    try writeKey()
  }

  /// Writes the key of the played model into the installation's data.
  func writeKey() throws {
    guard let key = model.key else { return }
    try Files.replace(
      "\(installation.data)/keys/\(model.provider)", with: Array(key.utf8), mode: 0o600,
      durably: false)
  }

  /// The path of a photo of an album's sleeve.
  func photo(of album: KnownAlbum) throws -> String {
    let path = installation.folder.file("\(album.mbid).jpg")
    try Files.replace(path, with: try album.photo(), durably: false)
    return path
  }

  /// Queues a photo as the CGI does, without starting a worker.
  func accept(
    _ album: KnownAlbum, by person: PersonID = .owner,
    at time: Timestamp = Timestamp(milliseconds: Clock.wallMilliseconds())
  ) throws -> ScanID {
    try accept(try album.photo(), by: person, at: time)
  }

  /// Queues a photo, given as JPEG, with the codes that its client read.
  func accept(
    _ photo: [UInt8], by person: PersonID = .owner, codes: [ProductCode] = [],
    at time: Timestamp = Timestamp(milliseconds: Clock.wallMilliseconds())
  ) throws -> ScanID {
    let id = ScanID(randomBytes: Randomness.bytes(17))
    try Files.replace("\(installation.data)/photos/\(id).jpg", with: photo, durably: false)
    let scan = NewScan(
      id: id, person: person, key: nil, digest: SHA256.digest(of: Array(id.text.utf8)),
      byteCount: photo.count, guide: nil, codes: codes)
    _ = try installation.store().accept(scan, at: time)
    return id
  }

  /// Runs `albumscan scan`. Returns its exit code and its JSON.
  func scan(_ album: KnownAlbum) throws -> (exitCode: Int32, json: String) {
    let output = try installation.albumscan(["scan", "--json", try photo(of: album)])
    return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
  }

  func find(titled title: String) throws -> Find? {
    try installation.store().newestFinds(100).first { $0.album.title == title }
  }
}

extension Realm {
  /// Replaces the data by the data of a realm with one find, of *Louden Up Now*. The find is
  /// scanned once in each run, so the services of this realm have received no request.
  func copyFind() throws -> FindID {
    try installation.copyData("find-data") {
      let realm = try Realm()
      let scanned = try realm.scan(Awkward.loudenUpNow)
      guard scanned.exitCode == 0 else { throw InstallationError.failed(scanned.json) }
      return realm.installation
    }
    guard let find = try find(titled: Awkward.loudenUpNow.title) else {
      throw InstallationError.failed("the copied log has no find")
    }
    return find.id
  }
}
