// Templates that cannot be used: the error names the template, the line and the remedy.

import Albums
import Testing

@testable import Site

@Suite struct TemplateErrorTests {
  /// A template, the line of its mistake, and a part of the reason.
  static let mistakes: [(String, Int, String)] = [
    ("a\n{{#title}}\nb", 2, "{{#title}} is not closed"),
    ("{{#title}}{{^artist}}{{/artist}}", 1, "{{#title}} is not closed"),
    ("a\nb{{/title}}", 2, "{{/title}} closes no section"),
    ("{{#title}}\n\n{{/artist}}", 3, "{{/artist}} does not close {{#title}} of line 1"),
    ("{{#title}}{{^artist}}{{/title}}{{/artist}}", 1, "{{/title}} does not close {{^artist}}"),
    ("a\n\n{{title", 3, "not closed by }}"), ("{{", 1, "not closed by }}"),
    ("{{{summaryHTML}}", 1, "not closed by }}}"), ("{{! no end", 1, "not closed by }}"),
    ("{{}}", 1, "without a name"), ("{{# }}", 1, "without a name"), ("{{>}}", 1, "without a name"),
    ("{{a b}}", 1, "a name has only letters"), ("{{ #title}}", 1, "a name has only letters"),
    ("{{títle}}", 1, "a name has only letters"), ("{{a/b}}", 1, "a name has only letters"),
    ("x\n{{#first()}}x{{/first()}}", 2, "there is no function first()"),
    ("{{last(tracks)}}", 1, "there is no function last()"),
    ("x\n{{<parent}}{{/parent}}", 2, "write a partial: {{> name}}"),
    ("{{$block}}x{{/block}}", 1, "write a partial: {{> name}}"),
    ("{{>*name}}", 1, "cannot come from a field"),
    ("a\n{{words.no.such.text}}", 2, "names no text of the catalogues"),
    ("a\n{{#words.album.by}}{{title}}", 2, "{{/words.album.by}} is missing"),
    // A text of the message catalogues does not change the number of a line.
    (
      "{{words.deleted.title}}\n{{#words.deleted.text}}\n{{$title}}\n{{/title}}{{/words.deleted.text}}\n{{#year}}",
      5, "{{#year}} is not closed"
    ),
  ]

  @Test(arguments: mistakes)
  func `a mistake is named with its template and line`(
    template: String, line: Int, reason: String
  ) {
    do throws(SiteError) {
      _ = try Sheet([:]).rendered(template)
      Issue.record("no error: \(template)")
    } catch {
      #expect("\(error)".hasPrefix("template page: line \(line): "), "\(error)")
      #expect("\(error)".contains(reason), "\(error)")
    }
  }

  @Test func `a partial that contains itself without end is named`() throws {
    let expected = SiteError.template(
      "part", "line 2: more than 100 sections and partials are within each other")
    #expect(throws: expected) {
      try Sheet([.title: .text("x")]).rendered("{{> part}}", partials: ["part": "x\n{{> part}}\n"])
    }
    #expect(throws: expected) {
      try Sheet([.title: .text("x")]).rendered(
        "{{> part}}", partials: ["part": "x\n  {{#title}}{{> part}}{{/title}}\n"])
    }
  }

  @Test func `ten thousand sections within each other are refused, not run`() throws {
    let open = String(repeating: "{{#title}}", count: 10_000)
    let close = String(repeating: "{{/title}}", count: 10_000)
    #expect(throws: SiteError.self) { try Sheet([.title: .text("x")]).rendered(open + close) }
  }
}
