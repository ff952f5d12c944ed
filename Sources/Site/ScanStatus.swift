// `/scan/<id>/status.json`: the state of a scan, for scripts. It has all members of
// docs/interface.md "Status document", always.

import Albums
import Text

/// The status document of a scan.
enum ScanStatus {
  static func path(_ id: ScanID) -> String { "scan/\(id)/status.json" }

  /// The pattern for a new scan, with the placeholder id. The CGI fills it in.
  static let waitingPath = "scan/waiting/status.json"

  /// `artwork` is the album's artwork, or nil if its files do not exist.
  static func bytes(_ scan: Scan, artwork: Artwork?, _ artworks: Artworks) -> [UInt8] {
    let folder = "/scan/\(scan.id)/"
    let status: JSON = [
      "id": .cleaned(scan.id.text),
      "state": .cleaned(scan.state.rawValue),
      "message": .cleaned(message(scan)),
      "album": scan.album.map(described) ?? .null,
      "earlier": .array(scan.earlier.map(described)),
      "candidates": .array(candidates(of: scan, in: folder, artworks)),
      "artwork": .cleaned(artwork.map { folder + $0.fileName(side: 500) }),
      "page": .cleaned(scan.find.map { "/album/\($0)/" } ?? folder),
      "review": scan.reviewSoFar.map { ["text": .cleaned($0)] } ?? .null,
      "hints": .array(scan.hints.map { .cleaned($0.sentence) }),
      "failure": failure(scan),
      "cost": scan.costMicrodollars.map { .number(dollars($0)) } ?? .null,
      "updated": .cleaned(scan.updated.iso),
    ]
    return status.document
  }

  /// The sentence for the state.
  /// Source: docs/product.md "Loading 1a", "Loading 3".
  static func message(_ scan: Scan) -> String {
    switch scan.state {
    case .queued, .identifying: "Extracting text and examining album art..."
    case .identified, .complete: found(scan)
    case .reviewing: "Writing a review that's somehow both pretentious and correct..."
    case .waiting: waiting(scan.failure ?? ScanFailure(.providerFailed))
    case .identificationFailed, .failed: scan.endingFailure.message
    }
  }

  /// Includes the headline if the message is only the general advice.
  private static func waiting(_ failure: ScanFailure) -> String {
    let isPlain = failure.message == failure.code.advice
    return isPlain ? "\(failure.code.headline). \(failure.message)" : failure.message
  }

  private static func found(_ scan: Scan) -> String {
    guard let names = scan.album.map(AlbumNames.init) else { return "We found it" }
    return "\(opening(scan)) \(names.title) by \(names.artist)"
  }

  /// The words before the album's names, once they are known.
  static func opening(_ scan: Scan) -> String {
    if !scan.earlier.isEmpty { return "You have this:" }
    return scan.isRecognised ? "You know this one:" : "We found"
  }

  private static func described(_ find: EarlierFind) -> JSON {
    [
      "page": .cleaned("/album/\(find.id)/"), "found": .cleaned(find.found.iso),
      "day": .cleaned(find.found.dayInWords),
    ]
  }

  /// The offered known covers and, after the identification, the other named albums.
  private static func candidates(
    of scan: Scan, in folder: String, _ artworks: Artworks
  ) -> [JSON] {
    let isNamed = scan.state != .queued && scan.state != .identifying
    return scan.likely.map { described($0, in: folder, artworks) }
      + (isNamed ? scan.otherNamed.map(described) : [])
  }

  private static func described(_ named: NamedCandidate) -> JSON {
    let names = AlbumNames(named.album)
    return [
      "kind": .cleaned("named"), "id": .cleaned(named.id), "artist": .cleaned(names.artist),
      "title": .cleaned(names.title), "year": named.album.year.map(JSON.integer) ?? .null,
      "reason": .cleaned(PlainText.name(named.because, otherwise: "")),
    ]
  }

  private static func described(
    _ match: LikelyMatch, in folder: String, _ artworks: Artworks
  ) -> JSON {
    let names = AlbumNames(match.album)
    return [
      "kind": .cleaned("cover"), "id": .cleaned(match.id), "artist": .cleaned(names.artist),
      "title": .cleaned(names.title),
      "year": match.album.year.map(JSON.integer) ?? .null,
      "artwork": .cleaned(
        artworks.kept(match.album.artwork).map { folder + $0.fileName(side: 200) }),
      "earlier": .array(match.earlier.map(described)),
    ]
  }

  private static func described(_ album: Album) -> JSON {
    let names = AlbumNames(album)
    return [
      "artist": .cleaned(names.artist),
      "title": .cleaned(names.title),
      "year": album.year.map(JSON.integer) ?? .null,
      "genres": .array(album.genres.map { .cleaned(PlainText.name($0, otherwise: "")) }),
      "recordLabel": .cleaned(names.recordLabel),
    ]
  }

  private static func failure(_ scan: Scan) -> JSON {
    let isFailed = scan.state == .failed || scan.state == .identificationFailed
    guard let failure = isFailed ? scan.endingFailure : scan.failure else { return .null }
    return [
      "code": .cleaned(failure.code.rawValue), "message": .cleaned(failure.message),
    ]
  }
}

/// Dollars with all six decimals of `microdollars`, `0.012300`.
private func dollars(_ microdollars: Int64) -> JSON.Number {
  let decimals = String(abs(microdollars % 1_000_000))
  let zeros = String(repeating: "0", count: 6 - decimals.count)
  return JSON.Number(digits: "\(microdollars / 1_000_000).\(zeros)\(decimals)")
}
