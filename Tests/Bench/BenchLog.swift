// Invented albums with reviews for a store.

import Albums
import Store

enum BenchLog {
  static func album(_ number: Int) -> Album {
    Album(
      artist: "Artist \(number % 900) & the Band", title: "Album Number \(number)",
      year: 1950 + number % 75, genres: ["Genre \(number % 40)", "Genre \(number % 7)"],
      recordLabel: "Record Label \(number % 120)")
  }

  private static func texts(_ number: Int) -> (summary: String, bullets: [String], tracks: [String])
  {
    let sentence =
      "It is the *\(number)th* of its kind, and what it does with rhythm, space and a borrowed organ is worth ten minutes of anybody's afternoon."
    return (
      "\(sentence) \(sentence)", (1...4).map { "Point \($0): \(sentence)" },
      (1...5).map { "Track \($0) of \(number)" }
    )
  }

  static func review(_ number: Int) -> Review? {
    let (summary, bullets, tracks) = texts(number)
    guard let rating = Rating(tenths: number % 101) else { return nil }
    return try? Review(
      summary: summary, bullets: bullets, rating: rating,
      recommendation: Recommendation.allCases[number % 24], keyTracks: tracks)
  }

  /// Adds a find of the album with this number to a history, as a scan of a known cover does.
  static func add(
    _ number: Int, to store: borrowing Store, at moment: Timestamp, artwork: Artwork? = nil
  ) throws {
    var album = album(number)
    album.artwork = artwork
    try store.importCover(
      of: album, review: review(number), fingerprint: [0], name: "bench:\(number)", at: moment)
    _ = try store.accept(
      NewScan(
        id: ScanID(randomBytes: bytes(number)), person: .owner, key: nil, digest: bytes(number),
        byteCount: 1, guide: nil),
      at: moment)
    guard let claim = try store.claimJob(of: [.scan], at: moment),
      let id = try store.albumID(of: album.key)
    else { throw BenchError.noInstallation }
    try store.identify(claim, as: id, isRecognised: true, at: moment)
    try store.finish(
      claim, as: FindID(randomBytes: bytes(number)),
      evidence: Evidence(.recognised(isCertain: true)), at: moment)
  }

  /// 17 bytes, different for every number.
  static func bytes(_ number: Int) -> [UInt8] {
    (0..<17).map { UInt8(truncatingIfNeeded: (number &+ 1) &* 2_654_435_761 >> ($0 % 4 * 8) &+ $0) }
      .enumerated().map {
        $0.offset < 4 ? UInt8(truncatingIfNeeded: number >> ($0.offset * 8)) : $0.element
      }
  }
}
