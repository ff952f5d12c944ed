// An installation of the release programs with played services, and a stopwatch for its scans.

import Albums
import Glibc
import Host
import Services
import Store
import Support

/// The times of a scan in milliseconds.
struct ScanTimes {
  /// From the last byte of the upload to the end of the scan.
  var total = Double.infinity

  /// From the identification to the first sentence of the review.
  var firstSentence = Double.infinity

  /// From the arrival of call 1 at the model to the album's name in the status.
  var name = Double.infinity
}

final class ServicesHouse {
  let musicBrainz: MusicBrainzService
  private let model: any PlayedModel
  private let archive: CoverArtService
  private let house: BenchHouse
  private let server: BenchServer

  var port: UInt16 { house.port }
  var database: String { house.folder.file("data/albums.db") }

  /// `pace` has the times of the services; if nil, they answer at once.
  init(
    _ answers: ModelAnswers, _ catalogue: [KnownAlbum], provider: PlayedProvider = .openAI,
    pace: DemoPace? = .phone, settings: String = ""
  ) throws {
    model = try provider.model(answers)
    musicBrainz = try MusicBrainzService(catalogue)
    archive = try CoverArtService(catalogue)
    pace?.set(model: model, musicBrainz: musicBrainz, archive: archive)
    house = try BenchHouse(
      settings: """
        \(model.settings.map { "\($0.name): \($0.value)" }.joined(separator: "\n"))
        musicbrainz-url: \(musicBrainz.url)
        cover-art-url: \(archive.url)
        contact: bench@records.example
        \(settings)
        """)
    if let key = model.key {
      try Files.replace(
        house.folder.file("data/keys/\(model.provider)"), with: Array(key.utf8), mode: 0o600,
        durably: false)
    }
    server = try BenchServer(house: house)
  }

  /// Uploads one photo and waits for the end of its scan in the database.
  func time(_ album: KnownAlbum) throws -> ScanTimes {
    let store = try Store.open(database)
    let body = try Self.body(of: album)
    let start = Measure.now()
    var named = Double.infinity
    var identified = Double.infinity
    var sentence = Double.infinity
    guard server.post(body) < .infinity, let scan = try store.queuedScans().first else {
      return ScanTimes()
    }
    let status = house.folder.file("site/scan/\(scan.id)/status.json")
    while try store.countFinds() == 0 {
      let text = String(decoding: (try? Files.read(status)) ?? [], as: UTF8.self)
      let now = Measure.now()
      if text.contains(#""album":{"#) {
        named = min(named, Measure.bootNow())
        if text.contains(#""provisional":false"#) { identified = min(identified, now) }
      }
      if text.contains(#""review":{"#) { sentence = min(sentence, now) }
      usleep(5000)
      if now - start > 30_000 { return ScanTimes() }
    }
    let total = Measure.now() - start
    let asked = model.log.requests(of: .identify).first { $0.refusal == nil }
    return ScanTimes(
      total: total, firstSentence: sentence - identified,
      name: asked.map { named - Double($0.atMicroseconds) / 1000 } ?? .infinity)
  }

  /// Uploads a photo of each album without a pause. Returns the milliseconds until all albums are
  /// finds.
  func time(_ albums: [KnownAlbum], within limit: Double = 180_000) throws -> Double {
    let bodies = try albums.map(Self.body)
    let store = try Store.open(database)
    let start = Measure.now()
    for body in bodies where server.post(body) == .infinity { return .infinity }
    while try store.countFinds() < albums.count {
      usleep(20_000)
      if Measure.now() - start > limit { return .infinity }
    }
    return Measure.now() - start
  }

  /// From now on, the model answers with `fault`.
  func order(_ fault: Fault) { model.order(fault, .always) }

  /// Uploads a photo. The result is infinity if it is not accepted.
  @discardableResult
  func post(_ photo: [UInt8]) -> Double { server.post(BenchServer.body(of: photo)) }

  /// Uploads a photo of an album that the installation knows. Returns the milliseconds from its last
  /// byte to its find. Each `number` makes another file of the photo.
  func recognition(
    of album: KnownAlbum, number: Int, within limit: Double = 30_000
  ) throws -> Double {
    let store = try Store.open(database)
    let before = try store.countFinds()
    let start = Measure.now()
    let sent = post(LoadBench.numbered(try album.photo(), number))
    guard sent < .infinity else { return .infinity }
    let uploaded = Measure.now() - start - sent
    while try store.countFinds() == before {
      usleep(5000)
      if Measure.now() - start > limit { return .infinity }
    }
    return Measure.now() - start - uploaded
  }

  private static func body(of album: KnownAlbum) throws -> [UInt8] {
    BenchServer.body(of: try album.photo())
  }
}
