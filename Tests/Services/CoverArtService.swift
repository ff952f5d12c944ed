// Plays coverartarchive.org and archive.org on one port, with two redirects and a picture. Refuses
// the requests that the real redirect service refuses. Source: docs/services.md §5.

import Host
import JPEG
import Pictures
import Support

package final class CoverArtService: PlayedService {
  package let endpoint: ServiceEndpoint

  package init(
    _ catalogue: [KnownAlbum] = Awkward.catalogue, port: UInt16 = 0,
    watch: (@Sendable (LoggedRequest) -> Void)? = nil
  ) throws {
    endpoint = try ServiceEndpoint(
      Rules(
        name: "cover-art",
        judge: { CoverArtCall(request: $0, catalogue: catalogue).judgement() },
        answer: { fault, plan in Self.answer(to: fault, plan.kind) }),
      port: port, watch: watch)
  }

  /// The value of the setting `cover-art-url`.
  package var url: String { origin }

  private static func answer(to fault: Fault, _ kind: RequestKind) -> Answer? {
    switch fault {
    case .notFound: CoverArtCall.page(404, "No cover art found for this release")
    case .serverError: Answer(500, html: "Whoops. Our bad.\n")
    default: nil
    }
  }
}

/// Sleeves as JPEG. Each sleeve is drawn once in a run.
enum DrawnPictures {
  /// The sleeve of one edition; the album's own sleeve if `edition` is nil.
  static func jpeg(of album: KnownAlbum, edition: UInt64?, side: Int) -> [UInt8] {
    let name = "picture-\(edition.map { "\($0)" } ?? album.drawingName)-\(side).jpg"
    let jpeg = try? Fixtures.bytes(name) {
      let sleeve = edition.map { DrawnSleeve(seed: $0, side: 1200).pixels } ?? album.sleeve
      return try JPEG.encode(
        sleeve.reduced(toLongerSide: side), quality: 90, maximumBytes: 8 << 20)
    }
    return jpeg ?? []
  }

  /// The cover of a book in portrait format, 333 by 500 pixels.
  static func cover(of book: KnownBook) -> [UInt8] {
    let jpeg = try? Fixtures.bytes("cover-\(book.number).jpg") {
      let sleeve = DrawnSleeve(seed: UInt64(book.number), side: 500).pixels
      return try JPEG.encode(
        sleeve.reduced(toWidth: 333, height: 500), quality: 90, maximumBytes: 8 << 20)
    }
    return jpeg ?? []
  }
}

struct CoverArtCall {
  let request: ServedRequest
  let catalogue: [KnownAlbum]

  private struct Refusal: Error {
    let answer: Answer
    let reason: String
  }

  static func page(_ status: Int, _ text: String) -> Answer {
    var answer = Answer(
      status,
      html:
        "<!doctype html>\n<html lang=en>\n<title>\(status)</title>\n<h1>\(status)</h1>\n<p>\(text)</p>\n"
    )
    answer.headers.append(Header("Access-Control-Allow-Origin", "*"))
    return answer
  }

  func judgement() -> Judgement {
    let faults = MusicBrainzService.privacyFaults(of: request)
    do throws(Refusal) {
      var plan = try plan()
      plan.privacyFaults = faults
      return .planned(plan)
    } catch {
      return .refused(error.answer, reason: error.reason, kind: .other, privacyFaults: faults)
    }
  }

  private func plan() throws(Refusal) -> Plan {
    guard ["GET", "HEAD"].contains(request.method) else {
      throw refusal(405, "Method not allowed: \(request.method)")
    }
    let steps = request.path.split(separator: "/").map(String.init)
    switch steps.first {
    case "release", "release-group": return try front(steps)
    case "download" where steps.count == 3: return try archived(steps)
    case "items" where steps.count == 3: return try picture(steps)
    default: throw refusal(404, "No resource at \(request.path)")
    }
  }

  private func refusal(_ status: Int, _ text: String) -> Refusal {
    Refusal(answer: Self.page(status, text), reason: "\(status) \(text)")
  }

  /// The response to `/release-group/{mbid}/front-1200` and similar paths: 307 to the archive.
  private func front(_ steps: [String]) throws(Refusal) -> Plan {
    let isGroup = steps[0] == "release-group"
    guard steps.count >= 2, isMBID(steps[1]) else { throw refusal(400, "invalid MBID specified") }
    let entry = catalogue.first { album in
      isGroup
        ? ([album.mbid] + album.formerMBIDs).contains(steps[1])
        : album.releases.contains { ([$0.mbid] + $0.formerMBIDs).contains(steps[1]) }
    }
    guard let album = entry else {
      throw refusal(404, "No \(steps[0]) found with identifier \(steps[1])")
    }
    guard steps.count == 3, steps[2].hasPrefix("front") else {
      throw isGroup
        ? refusal(400, "\(steps.last ?? "") not supported for release groups.")
        : refusal(404, "No cover art found for release \(steps[1])")
    }
    let release =
      isGroup
      ? album.releases.first { $0.hasFront }
      : album.releases.first { ([$0.mbid] + $0.formerMBIDs).contains(steps[1]) && $0.hasFront }
    guard let release else {
      return plan(.front, album) {
        Self.page(404, "No cover art found for \(steps[0]) \(steps[1])")
      }
    }
    let size = steps[2].replacing(".jpg", with: "").dropFirst("front".count)
    let suffix = ["-250", "-500", "-1200"].contains(size) ? "_thumb\(size.dropFirst())" : ""
    let name = "mbid-\(release.mbid)"
    return redirect(.front, album, to: "/download/\(name)/\(name)-1\(suffix).jpg", 307)
  }

  /// The response to `/download/…`: 302 to the server that has the file.
  private func archived(_ steps: [String]) throws(Refusal) -> Plan {
    let album = try album(ofFile: steps)
    return redirect(.archive, album, to: "/items/\(steps[1])/\(steps[2])", 302)
  }

  private func picture(_ steps: [String]) throws(Refusal) -> Plan {
    let album = try album(ofFile: steps)
    let edition = album.releases.first { steps[1] == "mbid-\($0.mbid)" }?.sleeveSeed
    let side = steps[2].wholeMatch(of: /.*_thumb([0-9]+)\.jpg/).flatMap { Int($0.1) } ?? 1200
    return plan(.picture, album) {
      Answer(
        200, [Header("Content-Type", "image/jpeg")],
        DrawnPictures.jpeg(of: album, edition: edition, side: side))
    }
  }

  private func album(ofFile steps: [String]) throws(Refusal) -> KnownAlbum {
    let mbid = String(steps[1].dropFirst("mbid-".count))
    let album = catalogue.first { album in
      album.releases.contains { $0.mbid == mbid && $0.hasFront }
    }
    guard let album else { throw refusal(404, "No item at \(request.path)") }
    return album
  }

  private func redirect(
    _ kind: RequestKind, _ album: KnownAlbum, to path: String, _ status: Int
  ) -> Plan {
    let target = "http://\(request.header("host") ?? "")\(path)"
    return plan(kind, album) {
      Answer(
        status,
        [
          Header("Location", target), Header("Access-Control-Allow-Origin", "*"),
          Header("Content-Type", "text/plain"),
        ], Array("See: \(target)\n".utf8))
    }
  }

  private func plan(
    _ kind: RequestKind, _ album: KnownAlbum, _ answer: @escaping @Sendable () -> Answer
  ) -> Plan {
    var plan = Plan(kind: kind) { ($0.milliseconds, answer()) }
    plan.subject = album.subject
    return plan
  }

  private func isMBID(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/) != nil
  }
}
