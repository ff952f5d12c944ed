// An installation of the release programs with played services, whose browser has a slow line:
// Chromium – shaping proxy – lighttpd with TLS – CGI – worker – services.

import Albums
import Glibc
import Host
import Services
import Store
import Support

final class BrowserHouse {
  let house: BenchHouse
  let proxy: ShapingProxy
  private let model: OpenAIService
  private let musicBrainz: MusicBrainzService
  private let archive: CoverArtService
  private let server: BenchServer

  var origin: String { "https://127.0.0.1:\(proxy.port)" }

  /// The certificate that the browser trusts.
  var certificate: String { house.folder.file("data/certificate/albumscan.crt") }

  /// The albums of the scans, one after another. An album that only the year distinguishes from
  /// others gets no early name, so its scan would measure the whole answer
  /// (docs/decisions/075-early-start.md).
  private static let albums = Awkward.albums.filter { $0.title != Awkward.weezer.title }

  init() throws {
    let port = UInt16.random(in: 20_000...26_000)
    proxy = try ShapingProxy(to: port, .phone)
    model = try OpenAIService(.inTurn(Self.albums))
    musicBrainz = try MusicBrainzService(Awkward.catalogue)
    archive = try CoverArtService(Awkward.catalogue)
    DemoPace.phone.set(model: model, musicBrainz: musicBrainz, archive: archive)
    house = try BenchHouse(
      settings: """
        words: \(Checkout.root)/words
        provider: openai
        openai-url: \(model.url)
        musicbrainz-url: \(musicBrainz.url)
        cover-art-url: \(archive.url)
        contact: bench@records.example
        """, origin: "https://127.0.0.1:\(proxy.port)", port: port)
    try Files.replace(
      house.folder.file("data/keys/openai"), with: Array(OpenAIService.key.utf8), mode: 0o600,
      durably: false)
    server = try BenchServer(
      house: house, options: "--https --certificate-port \(UInt16.random(in: 26_001...32_000))")
  }

  /// Sets the response times of the model.
  func setPace(_ pace: DemoPace) { pace.set(model: model) }

  /// Scans a photo at the terminal, without the proxy. Returns the path of its album's page.
  func addFind() throws -> String {
    let photo = try house.folder.write("", to: "photo.jpg")
    try Files.replace(photo, with: try Awkward.backInBlack.photo(), durably: false)
    guard house.albumscan(["scan", photo]).exitCode == 0,
      let find = try Files.entries(of: house.folder.file("site/album"))
        .first(where: { !$0.hasPrefix(".") })
    else { throw BenchError.noInstallation }
    return "/album/\(find)/"
  }

  /// Adds 300 finds, so that the history has a whole page of finds.
  func fillHistory() throws {
    let store = try Store.open(house.folder.file("data/albums.db"))
    for number in 0..<300 {
      try BenchLog.add(
        number, to: store,
        at: Timestamp(milliseconds: 1_700_000_000_000 + Int64(number) * 7_000_000))
    }
    guard house.albumscan(["refresh"]).exitCode == 0 else { throw BenchError.noInstallation }
  }
}
