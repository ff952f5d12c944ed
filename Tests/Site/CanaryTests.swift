// Untrusted text in every field never changes the elements of a page. Source: docs/faults.md D3,
// D4.

import Albums
import Foundation
import Site
import Support
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct CanaryTests {
  static let sample = sampled(canaries, 5, of: "canaries") { String(reflecting: $0) }

  static let canaries: [String] = [
    "'\"><svg/onload=1>&amp;{{}}\u{2028}]]>",
    // Escaping by graphemes does not escape this quote: quote and accent are one grapheme.
    "x\"\u{301} onload=alert(1) y=\"\u{301}",
    "<\u{301}script>alert(1)</\u{301}script>", "'\u{20DD}onmouseover='1", "&\u{301}lt;img src=x>",
    "{{{title}}} {{=<% %>=}} {{> _head}}", "</title><script src=/x></script>",
    "--><img src=x onerror=1>",
    "\u{202E}gpj.exe\u{202C}\u{0}\u{1B}[31m\u{85}", "javascript:alert(1)//\" autofocus onfocus=1",
    "<![CDATA[<b>]]><?xml version=\"1.0\"?>", strays + "<p title=`a`>",
  ]

  /// Noncharacters and a tag character. A literal cannot contain noncharacters.
  static let strays = [0xFFFE, 0x1FFFF, 0xFDD0, 0xE0041].compactMap(Unicode.Scalar.init)
    .map(String.init).joined()

  @Test(arguments: sample)
  func `no text changes a page's tags or attributes`(canary: String) throws {
    let neutral = try Self.neutral.get()
    let tested = try Self.pages(saying: canary)
    #expect(Set(neutral.keys.map(Self.kind)) == Set(tested.keys.map(Self.kind)))
    let pages = Dictionary(neutral.map { (Self.kind($0), $1) }, uniquingKeysWith: { one, _ in one })
    for (path, page) in tested where path.hasSuffix(".html") {
      if page.contains("This page has a new address") {
        let former = try Self.formerPage.get()
        #expect(Self.shape(of: page) == Self.shape(of: former), "\(path)")
      } else {
        let expected = tags(of: pages[Self.kind(path)] ?? "")
        #expect(tags(of: page) == expected, "\(path) of \(canary.debugDescription)")
      }
      #expect(!page.unicodeScalars.contains { forbidden.contains($0) }, "\(path)")
    }
  }

  @Test(arguments: sample)
  func `feeds and status stay well-formed`(canary: String) throws {
    let tested = try Self.pages(saying: canary)
    let atom = XMLParser(data: Data(try #require(tested["feed.atom"]).utf8))
    #expect(atom.parse(), "\(String(describing: atom.parserError))")
    for (path, text) in tested where path.hasSuffix(".json") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    }
  }

  /// A path without the parts that are made from the text: the name of an index page, the digest of
  /// a file of the search.
  private static func kind(_ path: String) -> String {
    var parts = path.split(separator: "/").map(String.init)
    if ["artists", "genres", "labels"].contains(parts[0]), parts.count > 2 { parts[1] = "*" }
    if parts[0] == "search" { parts[1] = String(parts[1].prefix { $0 != "." }) }
    return parts.joined(separator: "/")
  }

  /// The page at a former address of an index page, whose link depends on the name.
  private static let formerPage = Result {
    try #require(try pages(saying: "plain words+")["artists/plain-words/index.html"])
  }

  /// The tags with the names of their attributes.
  private static func shape(of page: String) -> [[String]] {
    tags(of: page).map { [$0.name] + $0.attributes.map(\.name) }
  }

  private static let neutral = Result { try pages(saying: "plain words") }

  private var forbidden: Set<Unicode.Scalar> {
    Set("\0\u{1B}\u{85}\u{202E}\u{202C}\(Self.strays)".unicodeScalars)
  }

  /// Every page, feed and status of a history in which each text field is `text`.
  private static func pages(saying text: String) throws -> [String: String] {
    let sample = try SampleSite()
    let album = Album(
      artist: text, title: text, year: 1999, genres: [text], recordLabel: text)
    let rating = try #require(Rating(tenths: 50))
    let review = try Review(
      summary: text, bullets: [text, text, text], rating: rating, recommendation: .deepCut,
      keyTracks: [text, text, text],
      sources: [
        ReviewSource(passage: .summary, address: "https://a.example/1", title: text),
        ReviewSource(passage: .bullet(1), address: text, title: text),
      ])
    let at = Sample.moment(daysBefore: 0)
    var log = SampleLog()
    log.finds = [
      Find(
        id: Sample.find(1), scan: nil, found: at, isSure: false, album: album, review: review,
        finder: PersonName(stored: text)),
      Find(
        id: Sample.find(2), scan: nil, found: at, isSure: true, album: album, review: nil,
        unreviewed: .priceUnknown(model: text)),
    ]
    log.scans = [
      Scan(
        id: Sample.scan(1), created: at, updated: at, state: .failed,
        failure: .foreignLink(site: text)),
      Scan(
        id: Sample.scan(2), created: at, updated: at, state: .reviewing, album: album,
        reviewSoFar: text),
      Scan(
        id: Sample.scan(3), created: at, updated: at, state: .complete, album: album,
        find: Sample.find(1)),
    ]
    try sample.site.build(log.contents)
    return try sample.files().mapValues { String(decoding: $0, as: UTF8.self) }
      .filter { $0.key.hasSuffix(".html") || $0.key.hasSuffix(".json") || $0.key == "feed.atom" }
  }
}
