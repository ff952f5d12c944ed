// One scan with services at the phone app's own latencies, behind lighttpd: what we add to the critical
// path of call 1, then the longer of artwork and review.

import Albums
import Glibc
import Host
import Services
import Store
import Support

struct ScanBench {
  /// Call 1 3.0 s, then the review's 4.0 s, beside which MusicBrainz and the archive take 1.9 s.
  private let criticalPathMilliseconds = 7000.0

  func figures() throws -> [Figure] {
    let name = "one scan with services at the phone app's latencies / its critical path of 7.0 s"
    guard Files.exists("/usr/sbin/lighttpd") else {
      return [Figure(name: name, value: "lighttpd is not installed", target: "≤ 1.03", isMet: nil)]
    }
    let times = try Awkward.albums.prefix(3).map(time)
    let ratio = Measure.median(times) / criticalPathMilliseconds
    return [
      Figure(
        name: name, value: "\(thousandths(ratio)) (\(rounded(Measure.median(times))) ms)",
        target: "≤ 1.03", isMet: ratio <= 1.03)
    ]
  }

  /// Milliseconds from the last byte of the upload to the scan's end in the database.
  private func time(_ album: KnownAlbum) throws -> Double {
    let model = try OpenAIService(.knowing(Awkward.albums))
    let musicBrainz = try MusicBrainzService()
    let archive = try CoverArtService()
    DemoPace.phone.set(model: model, musicBrainz: musicBrainz, archive: archive)
    let house = try BenchHouse(
      settings: """
        provider: openai
        openai-url: \(model.url)
        musicbrainz-url: \(musicBrainz.url)
        cover-art-url: \(archive.url)
        contact: bench@records.example
        """)
    try Files.replace(
      house.folder.file("data/keys/openai"), with: Array(OpenAIService.key.utf8), mode: 0o600,
      durably: false)
    let server = try BenchServer(house: house)
    let head =
      "--benchbound\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"p.jpg\"\r\n\r\n"
    let body = Array(head.utf8) + (try album.photo()) + Array("\r\n--benchbound--\r\n".utf8)
    let store = try Store.open(house.folder.file("data/albums.db"))
    let start = Measure.now()
    guard server.post(body) < .infinity else { return .infinity }
    while try store.countFinds() == 0 {
      usleep(5000)
      if Measure.now() - start > 30_000 { return .infinity }
    }
    return Measure.now() - start
  }

  private func thousandths(_ value: Double) -> String {
    let whole = Int((value * 1000).rounded())
    let rest = String(whole % 1000)
    return "\(whole / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
  }
}
