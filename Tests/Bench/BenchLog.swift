// 10,000 invented albums, the same for both programs: values for the store, and content with
// layouts for Hugo.

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

  /// Adds a find of the album with this number to a history, as a scan that recognises a known
  /// cover.
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

  static let hugoConfiguration = """
    baseURL = "http://127.0.0.1:8017/"
    title = "AlbumScan"
    disableKinds = ["taxonomy", "term", "sitemap"]
    [outputs]
    home = ["HTML", "RSS"]
    section = ["HTML"]
    """

  static func hugoPage(_ number: Int) -> String {
    let album = album(number)
    let (summary, bullets, tracks) = texts(number)
    return """
      ---
      title: "\(album.title)"
      artist: "\(album.artist)"
      year: \(album.year ?? 0)
      genres: ["\(album.genres.joined(separator: "\", \""))"]
      label: "\(album.recordLabel ?? "")"
      rating: "\((number % 101) / 10).\(number % 10)"
      badge: "\(Recommendation.allCases[number % 24].rawValue)"
      date: \(Timestamp(milliseconds: 1_700_000_000_000 + Int64(number) * 7_000_000).iso)
      tracks: ["\(tracks.joined(separator: "\", \""))"]
      ---
      \(summary)

      \(bullets.map { "- \($0)" }.joined(separator: "\n"))
      """
  }

  /// Layouts that have as much head, markup and links as the pages of AlbumScan.
  static let hugoLayouts: [(String, String)] = [
    (
      "album/single.html",
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }} – {{ .Params.artist }}</title>
      <meta name="viewport" content="width=device-width"><meta name="description" content="{{ .Params.badge }}">
      <meta property="og:title" content="{{ .Title }}"><link rel="stylesheet" href="/style.css"></head><body>
      <header><a href="/">AlbumScan</a></header><main><p class="badge">{{ upper .Params.badge }} {{ .Params.rating }}</p>
      <h1>{{ .Params.artist }}</h1><h2>{{ .Title }}</h2><dl><dt>Released</dt><dd>{{ .Params.year }}</dd>
      <dt>Genre</dt><dd>{{ delimit .Params.genres ", " }}</dd><dt>Label</dt><dd>{{ .Params.label }}</dd>
      <dt>Found</dt><dd><time datetime="{{ .Date }}">{{ .Date.Format "2 January 2006" }}</time></dd></dl>
      {{ .Content }}<p>{{ .Params.rating }}/10</p><h3>Key Tracks</h3><ul>{{ range .Params.tracks }}<li>{{ . }}</li>{{ end }}</ul>
      <ul>{{ $q := urlquery (print .Params.artist " " .Title) }}<li><a href="https://bandcamp.com/search?q={{ $q }}">Bandcamp</a></li>
      <li><a href="https://www.youtube.com/results?search_query={{ $q }}">YouTube</a></li></ul></main></body></html>
      """
    ),
    (
      "index.html",
      """
      <!DOCTYPE html><html lang="en"><body><ol>{{ range first 100 .Site.RegularPages.ByDate.Reverse }}<li><a href="{{ .RelPermalink }}">{{ .Title }}
      {{ .Params.artist }} {{ .Params.rating }}</a></li>{{ end }}</ol></body></html>
      """
    ),
    (
      "album/list.html",
      """
      <!DOCTYPE html><html lang="en"><body>{{ range .Pages.GroupByDate "2006-01" }}<h2>{{ .Key }}</h2><ol>{{ range .Pages }}
      <li><a href="{{ .RelPermalink }}">{{ .Title }} {{ .Params.artist }} {{ .Params.rating }}</a></li>{{ end }}</ol>{{ end }}</body></html>
      """
    ),
  ]
}
