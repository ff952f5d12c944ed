// Every text of a page comes from the message catalogue. The test puts all texts of the message
// catalogue in brackets; words outside brackets must be data.

import Albums
import Foundation
import Support
import Testing
import Tracks

@testable import Site

@Suite struct LiteralTests {
  /// Names that are the same in every language.
  private static let names = [
    "AlbumScan", "MusicBrainz", "Cover Art Archive", "OpenAI", "Anthropic", "Atom", "JSON", "UTC",
    "Apple Music",
    "Bandcamp", "Spotify", "YouTube", "SHA",
    // The example on the camera page.
    "Kind of Blue", "Miles Davis",
    // The form of a sign-in code.
    "XXXX",
  ]

  @Test func `no page has a text that is not in the catalogue`() throws {
    let settings = SiteSettings(
      baseURL: "https://records.example", isOpenToLAN: true, words: try .pseudo())
    let sample = try SampleSite(settings: settings)
    try sample.keep(try Sample.artwork(1))
    try sample.site.build(try SampleLog.whole().contents)
    try sample.site.writeCertificatePage(Sample.certificate, into: "\(sample.root)/certificate")
    var files = try sample.files().filter { $0.key.hasSuffix(".html") }
    for page in try sample.site.filledPages() { files["pages/\(page.name)"] = page.bytes }
    try check(files, data: try Self.dataWords())
    #expect(files.count > 45)
  }

  @Test func `no page of the published log has a text that is not in the catalogue`() throws {
    let appearance = Sample.appearance
    let sample = try SampleSite(
      settings: SiteSettings(publishing: appearance, words: try .pseudo()))
    try sample.keep(try Sample.artwork(1))
    try sample.site.build(try SampleLog.whole().contents)
    let files = try sample.files().filter { $0.key.hasSuffix(".html") }
    let own = Self.words(
      "\(appearance.title) \(appearance.author) \(appearance.about ?? "") model-5")
    try check(files, data: try Self.dataWords().union(own))
    #expect(files.count > 25)
  }

  private func check(_ files: [String: [UInt8]], data: Set<String>) throws {
    for (path, bytes) in files {
      let strays = Self.words(
        Self.outsideBrackets(Self.text(of: String(decoding: bytes, as: UTF8.self)))
      )
      .filter { !data.contains($0) }
      #expect(strays.isEmpty, "\(path)")
    }
  }

  @Test func `brackets are removed with their contents`() {
    #expect(Self.outsideBrackets("a ⟦b ⟦c⟧ d⟧ e") == "a  e")
    #expect(
      Self.words(Self.text(of: #"<p title="one">two <b>four</b><script>x</script></p>"#)) == [
        "one", "two", "four",
      ])
  }

  /// The words of the sample's finds and of the fixed names.
  private static func dataWords() throws -> Set<String> {
    let log = try SampleLog.whole()
    var texts = names
    for find in log.finds {
      texts += [
        find.album.artist, find.album.title, find.album.recordLabel ?? "", find.finder?.text ?? "",
      ]
      texts +=
        find.album.genres
        + find.candidates.flatMap { [$0.reason, $0.album.artist, $0.album.title] }
        + (find.tracks?.list?.tracks ?? []).map(\.title)
      guard let review = find.review else { continue }
      texts += [review.summary] + review.bullets + review.keyTracks
      texts += review.sources.flatMap { [$0.title, $0.address] }
    }
    for scan in log.scans {
      texts += scan.named.map(\.reason) + [scan.reviewSoFar ?? ""]
    }
    return Set(texts.flatMap(words))
  }

  /// The words of at least two letters.
  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter }.map(String.init).filter { $0.count > 1 }
  }

  private static func outsideBrackets(_ text: String) -> String {
    var depth = 0
    return String(
      text.filter { character in
        if character == "⟦" { depth += 1 }
        defer { if character == "⟧" { depth -= 1 } }
        return depth == 0
      })
  }

  /// The text nodes of a page, and the attributes that a browser or a screen reader presents.
  private static func text(of page: String) -> String {
    let hidden = try? NSRegularExpression(
      pattern: "<(script|style)[^>]*>.*?</\\1>|<!--.*?-->|\\[\\[[a-z-]+\\]\\]",
      options: [.dotMatchesLineSeparators])
    let visible = replaced(page, hidden, with: "")
    let shown = try? NSRegularExpression(
      pattern: "\\s(?:alt|title|aria-label|placeholder)=\"([^\"]*)\"")
    let range = NSRange(visible.startIndex..., in: visible)
    var texts = (shown?.matches(in: visible, range: range) ?? []).compactMap { match in
      Range(match.range(at: 1), in: visible).map { String(visible[$0]) }
    }
    let tags = try? NSRegularExpression(pattern: "<[^>]*>")
    texts.append(replaced(visible, tags, with: " "))
    let entities = try? NSRegularExpression(pattern: "&#?[A-Za-z0-9]+;")
    return replaced(texts.joined(separator: "\n"), entities, with: " ")
  }

  private static func replaced(
    _ text: String, _ pattern: NSRegularExpression?, with template: String
  ) -> String {
    let range = NSRange(text.startIndex..., in: text)
    return pattern?.stringByReplacingMatches(in: text, range: range, withTemplate: template) ?? text
  }
}
