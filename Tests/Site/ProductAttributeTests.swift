// The attribute by which the scripts of a browser recognise the pages of AlbumScan.

import Albums
import Host
import Support
import Testing

@testable import Site

@Suite struct ProductAttributeTests {
  /// A rendered text, and the same text with the attribute.
  private static let texts: [(String, String)] = [
    (
      "<!DOCTYPE html>\n<html lang=\"en\">x</html>\n",
      "<!DOCTYPE html>\n<html data-albumscan lang=\"en\">x</html>\n"
    ),
    ("<html>x</html>", "<html data-albumscan>x</html>"),
    (
      "<!-- a host's comment -->\n<!doctype HTML><HTML\nclass=x>x</HTML> ",
      "<!-- a host's comment -->\n<!doctype HTML><HTML data-albumscan\nclass=x>x</HTML> "
    ),
    ("<!doctype html><!-- x --><html>", "<!doctype html><!-- x --><html data-albumscan></html>\n"),
    ("<!doctype html>\n<title>x", "<!doctype html>\n<html data-albumscan><title>x</html>\n"),
    ("<!doctype html>", "<!doctype html><html data-albumscan></html>\n"),
    (
      "<!doctype html>\n<html-part>",
      "<!doctype html>\n<html data-albumscan><html-part></html>\n"
    ),
    ("", ""), (" \n", " \n"), ("<!doctype html", "<!doctype html"), ("<!-- <html>", "<!-- <html>"),
    ("<?xml version=\"1.0\"?><feed></feed>", "<?xml version=\"1.0\"?><feed></feed>"),
    ("<svg></svg>", "<svg></svg>"),
    ("<p>A part of a page <html></p>", "<p>A part of a page <html></p>"),
  ]

  @Test func `pages get the attribute and their end, other texts stay as they are`() {
    for (text, expected) in Self.texts {
      let added = ProductAttribute.added(to: Array(text.utf8))
      #expect(String(decoding: added, as: UTF8.self) == expected, "\(text)")
    }
  }

  @Test func `every page of a household, filled pages too, has the attribute once`() throws {
    let sample = try SampleSite()
    try sample.keep(try Sample.artwork(1))
    try sample.site.build(try SampleLog.whole().contents)
    var pages = try sample.files().filter { $0.key.hasSuffix(".html") }
    #expect(
      ["404.html", "413.html", "500.html", "offline/index.html"].allSatisfy { pages[$0] != nil })
    for (name, bytes) in try sample.site.filledPages() { pages["filled \(name)"] = bytes }
    for (path, bytes) in pages { expectAttribute(in: bytes, path) }
    for (path, bytes) in try sample.files() where !path.hasSuffix(".html") && !path.hasSuffix(".js")
    {
      #expect(bytes.firstRange(of: Array("data-albumscan".utf8)) == nil, "\(path)")
    }
  }

  private func expectAttribute(in bytes: [UInt8], _ path: String) {
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.split(separator: "<html data-albumscan ").count == 2, "\(path): \(text.prefix(80))")
    #expect(text.split(separator: "data-albumscan").count == 2, "\(path)")
    #expect(text.contains("</html>"), "\(path)")
  }

  @Test func `the pages of a host's own templates have it, too`() throws {
    let sample = try SampleSite(publishing: Sample.appearance) { folder in
      try Files.makeDirectories("\(folder)/own")
      try Files.replace(
        "\(folder)/own/_head.mustache",
        with: Array("<!DOCTYPE html>\n<html lang=\"x\" data-root=\"/\">\n<head>\n".utf8),
        durably: false)
    }
    try sample.site.build(try SampleLog.whole().contents)
    let pages = try sample.files().filter { $0.key.hasSuffix(".html") }
    #expect(pages.count > 5)
    for (path, bytes) in pages {
      #expect(
        String(decoding: bytes, as: UTF8.self).contains("<html data-albumscan lang=\"x\""),
        "\(path)")
    }
  }

  @Test func `a new service worker appears after all pages`() throws {
    let sample = try SampleSite()
    let log = try SampleLog.whole()
    try sample.site.build(log.contents)
    let all = try sample.files()
    // The site of an earlier version.
    for (path, bytes) in all where path.hasSuffix(".html") || path == "sw.js" {
      let old = String(decoding: bytes, as: UTF8.self).replacing(" data-albumscan", with: "")
      try Files.replace(
        "\(sample.root)/\(path)", with: Array((path == "sw.js" ? "old" : old).utf8), durably: false)
    }
    try sample.site.buildPages(
      HistoryContents(newest: log.newest, months: log.months, feed: Sample.feed),
      index: log.index,
      findsIn: { month in log.newestFirst.filter { Zone.utc.month(of: $0.found) == month } },
      scans: { log.scans }, shelves: { [] })
    let files = try sample.files()
    #expect(files["sw.js"] == Array("old".utf8))
    for (path, bytes) in files where path.hasSuffix(".html") { expectAttribute(in: bytes, path) }
    try sample.site.copyWorker()
    #expect(try sample.files() == all)
  }
}
