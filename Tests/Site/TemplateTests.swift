// Templates: hosts may edit them, but cannot switch off the escaping.

import Albums
import Host
import Testing

@testable import Site

@Suite struct TemplateTests {
  @Test(arguments: [
    ("{{title}}", true), ("{{{summaryHTML}}}", true), ("{{& lineHTML }}", true),
    ("{{{title}}}", false), ("{{&title}}", false), ("{{ & title}}", false), ("{{=<% %>=}}", false),
    ("{{% CONTENT_TYPE: TEXT}}", false), ("{{ {title} }}", false),
    ("{{!comment}}{{#a}}b{{/a}}", true),
    ("{{{summaryHTML.x}}}", false),
  ])
  func `only checked markup may go unescaped`(template: String, isAllowed: Bool) {
    #expect((Templates.objection(to: template) == nil) == isAllowed)
  }

  @Test func `the installed templates name only fields that a page has`() throws {
    #expect(try SampleSite().site.unknownFields == [])
    let settings = SiteSettings(publishing: Sample.appearance, words: Sample.words)
    #expect(try SampleSite(settings: settings).site.unknownFields == [])
  }

  @Test func `a field that no page has is named with its template and line`() throws {
    let texts = [("own", "{{title}}\n{{#isCorrectedFirst}}a{{/isCorrectedFirst}}{{frame.colour}}")]
    let templates = try Templates(texts, words: Sample.words)
    let expected = [(2, "isCorrectedFirst"), (2, "colour")].map {
      UnknownField(template: "own", line: $0.0, name: $0.1)
    }
    #expect(templates.unknownFields == expected)
    #expect(expected[0].description == "own.mustache, line 2: {{isCorrectedFirst}}")
  }

  @Test func `a missing template is named`() throws {
    let sample = try SampleSite()
    #expect(throws: SiteError.template("home", "there is no such template")) {
      let site = try Site(
        root: sample.root, templates: "\(sample.folder)/artwork",
        publicFiles: "\(SampleSite.project)/public", artwork: "/nowhere", settings: Sample.settings)
      _ = try site.templates.render(HomePage(hasFinds: true, settings: Sample.settings))
    }
  }

  @Test func `a template that the host's folder lacks comes from the installed one`() throws {
    let sample = try SampleSite()
    let own = "\(sample.folder)/own"
    try Files.makeDirectories(own, mode: 0o755)
    try Files.replace(
      "\(own)/home.mustache", with: Array("{{> _top}}<p>My own page</p>".utf8), durably: false)
    let site = try Site(
      root: sample.root, templates: own, installedTemplates: "\(SampleSite.project)/templates",
      publicFiles: "\(SampleSite.project)/public", artwork: "/nowhere", settings: Sample.settings)
    let page = try site.templates.text(of: HomePage(hasFinds: true, settings: Sample.settings))
    #expect(page.contains("My own page"))
    #expect(page.contains("<header"))
    #expect(site.templates.has("history"))
  }

  @Test(arguments: [
    ("a\"b", "a&quot;b"), ("\"\u{301}", "&quot;\u{301}"), ("<&>'", "&lt;&amp;&gt;&#39;"),
    ("a\u{202E}b", "ab"), ("a\tb\u{2028}c", "a b c"), ("🏴\u{E0067}", "🏴"), ("plain", "plain"),
    ("e" + String(repeating: "\u{301}", count: 40), "e" + String(repeating: "\u{301}", count: 8)),
  ])
  func `text is escaped scalar by scalar`(text: String, escaped: String) {
    #expect(Array(PlainText.escaped(text).utf8) == Array(escaped.utf8))
  }

  @Test func `a name is one line of at most 300 characters`() {
    #expect(PlainText.name(" a\n\tb ", otherwise: "-") == "a b")
    #expect(PlainText.name("\u{202E}\u{0}", otherwise: "-") == "-")
    #expect(PlainText.name(String(repeating: "x", count: 300), otherwise: "-").count == 300)
    #expect(PlainText.name(String(repeating: "x", count: 301), otherwise: "-").hasSuffix("…"))
  }

  @Test func `a search address carries any name`() {
    let names = AlbumNames(Album(artist: "A&B", title: "ü/?#"), Sample.words)
    guard case .text(let address)? = View.shops(for: names).first?[.address] else {
      Issue.record("there is no link")
      return
    }
    #expect(address == "https://bandcamp.com/search?q=A%26B%20%C3%BC%2F%3F%23")
  }
}
