// Relative addresses of the published log: every link leads to a file from any depth, and no text
// of a page is taken for an address.

import Albums
import Host
import Support
import Testing

@testable import Site

@Suite struct RelativeLinkTests {
  @Test(arguments: [
    (#"<a href="/album/x/">"#, #"<a href="../../album/x/">"#),
    (#"<html data-root="/"><a href="/">"#, #"<html data-root="../../"><a href="../../">"#),
    (#"<img src="/a.jpg" alt="/a.jpg">"#, #"<img src="../../a.jpg" alt="/a.jpg">"#),
    (
      #"<img srcset="/a 200w, /b/c 500w, /d 1000w" sizes="/, /x">"#,
      #"<img srcset="../../a 200w, ../../b/c 500w, ../../d 1000w" sizes="/, /x">"#
    ),
    (
      #"<img srcset="https://x.example/a 1x, b 2x">"#,
      #"<img srcset="https://x.example/a 1x, b 2x">"#
    ),
    (
      #"<form action="/x"><video poster="/y">"#, #"<form action="../../x"><video poster="../../y">"#
    ),
    (
      ##"<a href="https://x.example/"><a href="#top">"##,
      ##"<a href="https://x.example/"><a href="#top">"##
    ),
    (#"<a href="//x.example/">"#, #"<a href="//x.example/">"#),
    (
      #"<meta content="/slash by Axes"><p title="/x">"#,
      #"<meta content="/slash by Axes"><p title="/x">"#
    ),
    (#"<a href="/?rating=9.5">"/" = "/x"</a>"#, #"<a href="../../?rating=9.5">"/" = "/x"</a>"#),
    (#"<a href=""#, #"<a href=""#), (#"<a href="/"#, #"<a href="../../"#), ("", ""),
    ("=\"/", "=\"/"),
  ])
  func `addresses become relative, and nothing else changes`(page: String, expected: String) {
    let path = "album/x/index.html"
    let bytes = RelativeLinks.rewritten(Array(page.utf8), root: RelativeLinks.root(for: path))
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    ("index.html", "./"), ("history/index.html", "../"),
    ("history/2026-11/1/index.html", "../../../"),
  ])
  func `a page reaches the root from its own depth`(path: String, root: String) {
    #expect(RelativeLinks.root(for: path) == root)
  }

  @Test(arguments: [
    (nil, "/"), ("https://records.example", "/"), ("https://records.example/a/b", "/a/b/"),
    ("https://records.example/a&b", "/a&amp;b/"), ("https://[::1]:8017/x", "/x/"),
  ])
  func `the 404 page begins its addresses with the path of the log`(url: String?, path: String) {
    #expect(PublishedAppearance(title: "T", author: "A", url: url).rootPath == path)
  }

  /// A template, and the line of its mistake.
  static let mistakes: [(String, Int)] = [
    ("<a href='/x'>", 1), ("<a href=/x>", 1), ("{{#a}}\n<img src=/x.svg>{{/a}}", 2),
    ("\n\n<a href = \"/x\">", 3), ("<a href= \"/x\">", 1), ("<a href =\"/x\">", 1),
    ("<a HREF=\"/x\">", 1), ("<a Href=\"{{.}}\">", 1), ("<a href='{{.}}'>", 1),
    ("<a href={{.}}>", 1), ("<a href\n=\n'/x'>", 2), ("<a href=\" /x\">", 1),
    ("<a href=\"\t{{address}}\">", 1), ("<form ACTION = /x>", 1), ("<video poster= '/x'>", 1),
    ("<img srcset=\"/a 1x,/b 2x\">", 1), ("<img srcset=\"{{small}} 1x,{{large}} 2x\">", 1),
    ("<img srcset=\"/a 1x,\n/b 2x\">", 1), ("<img SRCSET=\"/a 1x\">", 1), ("<p title='/x'>", 1),
    ("<html DATA-ROOT=\"/\">", 1),
  ]

  @Test(arguments: mistakes)
  func `a template whose addresses cannot become relative is refused`(
    template: String, line: Int
  ) throws {
    do {
      _ = try SampleSite(
        publishing: Sample.appearance,
        change: {
          try Files.replace(
            "\($0)/published/_top.mustache", with: Array(template.utf8), durably: false)
        })
      Issue.record("\(template) was accepted")
    } catch let error as SiteError {
      #expect("\(error)".hasPrefix("template _top: line \(line): "), "\(error)")
      #expect("\(error)".contains("so that it can become relative"), "\(error)")
    }
  }

  @Test(arguments: [
    "<a href=\"/x\" title='x'>a = /b</a>", "<a href='https://x.example/'>", "<A HREF=\"#top\">",
    "<img srcset=\"/a 1x, {{large}} 2x\" sizes=\"(a: 1px),/\">", "<p title = '/x'>x =", "=", "",
    "<a href = mailto:me@b.example>", "<a href=\"/x?a=b\">", "<meta content=\"/x\">", "href=",
    "<a href=\"", "<a href=\"{{#a}}/x{{/a}}\">",
  ])
  func `a template is refused only for addresses that stay absolute`(template: String) {
    #expect(RelativeLinks.objection(to: template) == nil)
  }

  /// Texts that look like addresses in a tag.
  static let hostile = [
    "href=\"/x\"", "src=\"/a.jpg\" srcset=\"/b 1x, /c 2x\"", "/slash", "\"/\"", "='/x'", "=\"/",
    "a\"\u{301} href=\"/y", "` href=\"/z\"",
  ]

  @Test(arguments: hostile)
  func `no text of a find is taken for an address`(text: String) throws {
    let sample = try SampleSite(publishing: Sample.appearance)
    try sample.keep(try Sample.artwork(1))
    var log = SampleLog()
    let review = try Sample.review(summary: text, tracks: [text, text, text])
    log.finds = [
      Sample.made(1, artist: text, title: text, artwork: try Sample.artwork(1), review: review),
      Sample.made(2, artist: text, title: text),
    ]
    try sample.site.build(log.contents)
    let files = try sample.files()
    #expect(brokenRelativeLinks(in: files, root: "/found/") == [])
    let page = String(
      decoding: try #require(files["album/\(Sample.find(1))/index.html"]), as: UTF8.self)
    let name = PlainText.escaped(PlainText.name(text, otherwise: ""))
    #expect(page.contains("<h1 title=\"\(name)\">"), "the title is as it was")
    #expect(page.contains("content=\"\(name) by "), "the description is as it was")
    #expect(page.contains(MarkedText.blocks(text)), "the review is as it was")
  }

  @Test func `every link of a large published log leads to a file, from any depth`() throws {
    let sample = try SampleSite(publishing: Sample.appearance)
    try sample.keep(try Sample.artwork(1))
    var log = SampleLog()
    let review = try Sample.review()
    for number in 0..<230 {
      var find = Sample.made(
        number, daysBefore: number / 120, artist: "Artist \(number % 3)",
        artwork: number % 2 == 0 ? try Sample.artwork(1) : nil,
        review: number % 3 == 0 ? review : nil)
      find.details.tags = ["Été", "a/b", "#1", "night"].prefix(number % 5).map { .init(stored: $0) }
      find.details.place = number % 7 == 0 ? "Café \"Ü\" & Söhne" : nil
      log.finds.append(find)
    }
    try sample.site.build(log.contents)
    let files = try sample.files()
    #expect(brokenRelativeLinks(in: files, root: "/found/") == [])
    #expect(files["artists/artist-0/index.html"] != nil)
    #expect(files.keys.contains { $0.hasPrefix("history/2026-11/1/") })
    #expect(files.keys.count { $0.hasSuffix(".html") } > 270)
    let month = try sample.text("history/2026-11/1/index.html")
    #expect(month.contains("data-root=\"../../../\""))
  }
}
