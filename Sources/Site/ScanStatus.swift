// `/scan/<id>/status.json`: where a scan stands, for scripts. The keys are INTERFACE's, all of
// them always there.

import Albums

/// The status document of a scan.
enum ScanStatus {
  static func path(_ id: ScanID) -> String { "scan/\(id)/status.json" }

  /// The pattern of a scan just accepted, with the placeholder id; the CGI fills it in.
  static let waitingPath = "scan/waiting/status.json"

  /// `artwork` is the album's when its files are really kept.
  static func bytes(_ scan: Scan, artwork: Artwork?, _ artworks: Artworks) -> [UInt8] {
    let folder = "/scan/\(scan.id)/"
    return JSON.object([
      ("id", .text(scan.id.text)),
      ("state", .text(scan.state.rawValue)),
      ("message", .text(message(scan))),
      ("album", scan.album.map(described) ?? .null),
      ("earlier", .list(scan.earlier.map(described))),
      ("candidates", .list(candidates(of: scan, in: folder, artworks))),
      ("artwork", .optional(artwork.map { folder + $0.fileName(side: 500) })),
      ("page", .text(scan.find.map { "/album/\($0)/" } ?? folder)),
      ("review", scan.reviewSoFar.map { .object([("text", .text($0))]) } ?? .null),
      ("hints", .list(scan.hints.map { .text($0.sentence) })),
      ("failure", failure(scan)),
      ("cost", scan.costMicrodollars.map { .number(dollars($0)) } ?? .null),
      ("updated", .text(scan.updated.iso)),
    ]).bytes
  }

  /// The sentence a person reads for the state. Source: PRODUCT "Loading 1a" to "Loading 3".
  static func message(_ scan: Scan) -> String {
    switch scan.state {
    case .queued, .identifying: "Extracting text and examining album art..."
    case .identified, .complete: found(scan)
    case .reviewing: "Writing a review that's somehow both pretentious and correct..."
    case .waiting: waiting(scan.failure ?? ScanFailure(.providerFailed))
    case .identificationFailed, .failed: scan.endingFailure.message
    }
  }

  /// What failed is said, too, where the advice alone would not say it.
  private static func waiting(_ failure: ScanFailure) -> String {
    let isPlain = failure.message == failure.code.advice
    return isPlain ? "\(failure.code.headline). \(failure.message)" : failure.message
  }

  private static func found(_ scan: Scan) -> String {
    guard let names = scan.album.map(AlbumNames.init) else { return "We found it" }
    return "\(opening(scan)) \(names.title) by \(names.artist)"
  }

  /// What comes before the album's names, once they are known.
  static func opening(_ scan: Scan) -> String {
    if !scan.earlier.isEmpty { return "You have this:" }
    return scan.isRecognised ? "You know this one:" : "We found"
  }

  private static func described(_ find: EarlierFind) -> JSON {
    .object([
      ("page", .text("/album/\(find.id)/")), ("found", .text(find.found.iso)),
      ("day", .text(find.found.dayInWords)),
    ])
  }

  /// Covers known here that are offered, and from identification on what else was named.
  private static func candidates(
    of scan: Scan, in folder: String, _ artworks: Artworks
  ) -> [JSON] {
    let isNamed = scan.state != .queued && scan.state != .identifying
    return scan.likely.map { described($0, in: folder, artworks) }
      + (isNamed ? scan.otherNamed.map(described) : [])
  }

  private static func described(_ named: NamedCandidate) -> JSON {
    let names = AlbumNames(named.album)
    return .object([
      ("kind", .text("named")), ("id", .text(named.id)), ("artist", .text(names.artist)),
      ("title", .text(names.title)), ("year", named.album.year.map(JSON.integer) ?? .null),
      ("reason", .text(PlainText.name(named.because, otherwise: ""))),
    ])
  }

  private static func described(
    _ match: LikelyMatch, in folder: String, _ artworks: Artworks
  ) -> JSON {
    let names = AlbumNames(match.album)
    return .object([
      ("kind", .text("cover")), ("id", .text(match.id)), ("artist", .text(names.artist)),
      ("title", .text(names.title)),
      ("year", match.album.year.map(JSON.integer) ?? .null),
      (
        "artwork",
        .optional(artworks.kept(match.album.artwork).map { folder + $0.fileName(side: 200) })
      ),
      ("earlier", .list(match.earlier.map(described))),
    ])
  }

  private static func described(_ album: Album) -> JSON {
    let names = AlbumNames(album)
    return .object([
      ("artist", .text(names.artist)),
      ("title", .text(names.title)),
      ("year", album.year.map(JSON.integer) ?? .null),
      ("genres", .list(album.genres.map { .text(PlainText.name($0, otherwise: "")) })),
      ("recordLabel", .optional(names.recordLabel)),
    ])
  }

  private static func failure(_ scan: Scan) -> JSON {
    let isFailed = scan.state == .failed || scan.state == .identificationFailed
    guard let failure = isFailed ? scan.endingFailure : scan.failure else { return .null }
    return .object([
      ("code", .text(failure.code.rawValue)), ("message", .text(failure.message)),
    ])
  }
}

/// Dollars with all six decimals of `microdollars`, `0.012300`.
private func dollars(_ microdollars: Int64) -> String {
  let decimals = String(abs(microdollars % 1_000_000))
  let zeros = String(repeating: "0", count: 6 - decimals.count)
  return "\(microdollars / 1_000_000).\(zeros)\(decimals)"
}
