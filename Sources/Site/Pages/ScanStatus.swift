// `/scan/<id>/status.json`: the state of a scan, for scripts. The document always has all members
// of docs/interface.md "Status document".

import Albums
import Text

/// Writes the status documents of scans.
struct ScanStatus {
  let artworks: Artworks
  let words: Phrasebook

  static func path(_ id: ScanID) -> String { "scan/\(id)/status.json" }

  /// The path of the pattern for a new scan, with the placeholder id. The CGI inserts the id of the
  /// scan.
  static let waitingPath = "scan/waiting/status.json"

  /// The way in which an album was found. The key of its text is `scan.` with the raw value.
  enum Opening: String {
    case found, recognised, before

    init(_ scan: Scan) {
      self =
        scan.earlier.contains(where: \.isOwnScan)
        ? .before : scan.isRecognised ? .recognised : .found
    }

    func sentence(_ names: AlbumNames) -> Sentence {
      switch self {
      case .found: names.sentence("scan.found")
      case .recognised: names.sentence("scan.recognised")
      case .before: names.sentence("scan.before")
      }
    }
  }

  /// `artwork` is the album's artwork, or nil if its files do not exist.
  func bytes(_ scan: Scan, artwork: Artwork?) -> [UInt8] {
    let folder = "/scan/\(scan.id)/"
    let status: JSON = [
      "version": .integer(1),
      "id": .cleaned(scan.id.text),
      "state": .cleaned(scan.state.rawValue),
      "message": .cleaned(message(scan)),
      "album": scan.album.map(described) ?? .null,
      "provisional": .bool(scan.isProvisional),
      "opening": .cleaned(scan.album.map { _ in Opening(scan).rawValue }),
      "wanted": .cleaned(scan.earlier.wants().map(words.text)),
      "earlier": .array(earlier(scan).map { described($0, scan.album?.kind ?? .album) }),
      "earlierMessage": .cleaned(earlierMessage(scan)),
      "candidates": .array(candidates(of: scan, in: folder)),
      "artwork": .cleaned(artwork.map { folder + $0.fileName(side: 500) }),
      "page": .cleaned(scan.findPage ?? folder),
      "review": scan.reviewSoFar.map { ["text": .cleaned($0)] } ?? .null,
      "hints": .array(scan.shownAdvice.map { .cleaned(words.text($0.sentence)) }),
      "failure": failure(scan),
      "cost": scan.costMicrodollars.map { .number(dollars($0)) } ?? .null,
      "updated": .cleaned(scan.updated.iso),
    ]
    return status.document
  }

  /// The sentence about the state of the scan.
  /// Source: docs/product.md "Loading 1a", "Loading 3".
  func message(_ scan: Scan) -> String {
    switch scan.state {
    case .queued, .identifying: goingOn(Sentence("scan.stage.examining"))
    case .identified, .complete: found(scan)
    case .reviewing: goingOn(Sentence("scan.stage.reviewing"))
    case .waiting: waiting(scan.failure ?? .providerFailed)
    case .identificationFailed where scan.endsWithQuestion:
      words.text(ScanPage.question(scan.likely))
    case .identificationFailed, .failed: words.text(scan.endingFailure.message)
    }
  }

  private func goingOn(_ sentence: Sentence) -> String {
    words("scan.stage.goes-on", ["sentence": .sentence(sentence)])
  }

  private func waiting(_ failure: Failure) -> String {
    words.text([failure.reason] + (failure.advice.map { [$0] } ?? []))
  }

  private func found(_ scan: Scan) -> String {
    guard let names = scan.album.map({ AlbumNames($0, words) }) else {
      return words("scan.found-unnamed")
    }
    return words.text(Opening(scan).sentence(names))
  }

  /// A sentence about earlier finds, with `{when}` in place of the link to the newest find.
  private func earlierMessage(_ scan: Scan) -> String? {
    EarlierNotice(scan.earlier).map { notice in
      let (opening, closing) = words.parts(notice.sentence, around: "when")
      return "\(opening){when}\(closing)"
    }
  }

  /// The find of the message comes first, then the newest other finds.
  private func earlier(_ scan: Scan) -> [EarlierFind] {
    let first = EarlierNotice(scan.earlier)?.finds.first
    let others = scan.earlier.filter { $0 != first }
    return Array(((first.map { [$0] } ?? []) + others).prefix(EarlierFind.shown))
  }

  private func described(_ find: EarlierFind, _ kind: WorkKind) -> JSON {
    [
      "page": .cleaned(kind.page(of: find.id)), "found": .cleaned(find.found.iso),
      "day": .cleaned(words.day(find.found)),
      "when": .cleaned(words("when.day", ["day": .day(find.found)])),
      "scannedByYou": .bool(find.isOwnScan),
    ]
  }

  /// The offered known covers and, after the identification, the other named albums.
  private func candidates(of scan: Scan, in folder: String) -> [JSON] {
    let isNamed = scan.state != .queued && scan.state != .identifying
    return scan.likely.map { described($0, in: folder) }
      + (isNamed ? scan.otherNamed.map { described($0, in: folder) } : [])
  }

  private func described(_ named: NamedCandidate, in folder: String) -> JSON {
    let names = AlbumNames(named.album, words)
    return [
      "kind": .cleaned("named"), "id": .cleaned(named.id), "artist": .cleaned(names.artist),
      "title": .cleaned(names.title), "year": named.album.year.map(JSON.integer) ?? .null,
      "reason": .cleaned(named.text(words)), "artwork": picture(of: named.album, in: folder),
    ]
  }

  private func described(_ match: LikelyMatch, in folder: String) -> JSON {
    let names = AlbumNames(match.album, words)
    return [
      "kind": .cleaned("cover"), "id": .cleaned(match.id), "artist": .cleaned(names.artist),
      "title": .cleaned(names.title),
      "year": match.album.year.map(JSON.integer) ?? .null,
      "artwork": picture(of: match.album, in: folder),
      "earlier": .array(
        match.earlier.prefix(EarlierFind.shown).map { described($0, match.album.kind) }),
    ]
  }

  private func picture(of album: Album, in folder: String) -> JSON {
    .cleaned(artworks.kept(album.artwork).map { folder + $0.fileName(side: 200) })
  }

  private func described(_ album: Album) -> JSON {
    let names = AlbumNames(album, words)
    return [
      "artist": .cleaned(names.artist),
      "title": .cleaned(names.title),
      "year": album.year.map(JSON.integer) ?? .null,
      "genres": .array(album.genres.map { .cleaned(PlainText.name($0, otherwise: "")) }),
      "recordLabel": .cleaned(names.recordLabel),
    ]
  }

  private func failure(_ scan: Scan) -> JSON {
    let isFailed = scan.state == .failed || scan.state == .identificationFailed
    guard let failure = isFailed ? scan.endingFailure : scan.failure else { return .null }
    return [
      "code": .cleaned(failure.code.rawValue), "message": .cleaned(words.text(failure.message)),
      "arguments": .cleaned(failure.arguments),
    ]
  }
}

/// Dollars with all six decimals of `microdollars`, `0.012300`.
private func dollars(_ microdollars: Int64) -> JSON.Number {
  let decimals = String(abs(microdollars % 1_000_000))
  let zeros = String(repeating: "0", count: 6 - decimals.count)
  return JSON.Number(digits: "\(microdollars / 1_000_000).\(zeros)\(decimals)")
}
