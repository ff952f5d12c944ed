// Compares each kind of page with a golden file that a person has checked. `RECORD=1 swift test`
// rewrites the golden files and fails the run, so a recording is always noticed. The digests in the
// names of assets are left out, because they change with each script.

import Albums
import Glibc
import Host
import Support
import Testing

@testable import Site

@Suite struct GoldenTests {
  static let isRecording = getenv("RECORD") != nil

  /// The golden file, and the path of the page in the site.
  static let pages: [(String, String)] = [
    ("home.html", "index.html"),
    ("history.html", "history/index.html"),
    ("month.html", "history/2026-10/index.html"),
    ("album.html", "album/\(Sample.find(1))/index.html"),
    ("album-not-sure.html", "album/\(Sample.find(2))/index.html"),
    ("album-without-review.html", "album/\(Sample.find(3))/index.html"),
    ("album-review-failed.html", "album/\(Sample.find(5))/index.html"),
    ("album-with-sources.html", "album/\(Sample.find(6))/index.html"),
    ("scan-waiting.html", "scan/waiting/index.html"),
    ("scan-failed.html", "scan/\(Sample.scan(2))/index.html"),
    ("scan-complete.html", "scan/\(Sample.scan(3))/index.html"),
    ("scan-recognised.html", "scan/\(Sample.scan(4))/index.html"),
    ("scan-deleted.html", "scan/\(Sample.scan(5))/index.html"),
    ("scan-offering.html", "scan/\(Sample.scan(6))/index.html"),
    ("scan-failed-offering.html", "scan/\(Sample.scan(7))/index.html"),
    ("scan-had-before.html", "scan/\(Sample.scan(8))/index.html"),
    ("status-offering.json", "scan/\(Sample.scan(6))/status.json"),
    ("status-had-before.json", "scan/\(Sample.scan(8))/status.json"),
    ("album-had-before.html", "album/\(Sample.find(4))/index.html"),
    ("error-correction.html", "error/badRoute/names/index.html"),
    ("status-reviewing.json", "scan/\(Sample.scan(1))/status.json"),
    ("status-failed.json", "scan/\(Sample.scan(2))/status.json"),
    ("status-complete.json", "scan/\(Sample.scan(3))/status.json"),
    ("settings-link.html", "settings/index.html"),
    ("sign-in.html", "sign-in/index.html"),
    ("privacy.html", "privacy/index.html"),
    ("shelf.html", "shelf/index.html"),
    ("offline.html", "offline/index.html"),
    ("error.html", "error/tooLarge/index.html"),
    ("error-heic.html", "error/notJPEG/heic/index.html"),
    ("404.html", "404.html"),
    ("feed.atom", "feed.atom"),
    ("feed.json", "feed.json"),
    ("index-artist.html", "artists/night-ferries/index.html"),
    ("index-tier.html", "tiers/1/index.html"),
    ("overview-artists.html", "artists/index.html"),
    ("overview-tiers.html", "tiers/index.html"),
    ("statistics.html", "statistics/index.html"),
    ("statistics-year.html", "statistics/2026/index.html"),
    ("robots.txt", "robots.txt"),
  ]

  @Test func `pages equal their golden files`() throws {
    let sample = try SampleSite()
    try sample.keep(try Sample.artwork(1))
    try sample.site.build(try SampleLog.whole().contents)
    for (golden, path) in Self.pages { try compare(golden, try sample.text(path)) }
  }

  /// The same for the published log.
  static let publishedPages: [(String, String)] = [
    ("front.html", "index.html"),
    ("history.html", "history/index.html"),
    ("month.html", "history/2026-10/index.html"),
    ("album.html", "album/\(Sample.find(1))/index.html"),
    ("album-not-sure.html", "album/\(Sample.find(2))/index.html"),
    ("album-with-sources.html", "album/\(Sample.find(6))/index.html"),
    ("404.html", "404.html"),
    ("feed.atom", "feed.atom"),
    ("feed.json", "feed.json"),
    ("feed-of-tag.atom", "tags/night-music/feed.atom"),
    ("index-tag.html", "tags/night-music/index.html"),
    ("overview-artists.html", "artists/index.html"),
    ("statistics.html", "statistics/index.html"),
    ("robots.txt", "robots.txt"),
    ("_headers", "_headers"),
    ("sitemap.xml", "sitemap.xml"),
  ]

  @Test func `pages of the published log equal their golden files, and their links lead to files`()
    throws
  {
    let sample = try SampleSite(
      settings: SiteSettings(publishing: Sample.appearance, words: Sample.words))
    try sample.keep(try Sample.artwork(1))
    var log = try SampleLog.whole()
    log.finds[0].details = FindDetails(
      status: .want, tags: [Albums.Tag(stored: "Night Music")], note: "A *note*.",
      place: "Harbour & Sons", publicChoice: .yes, ownRating: Rating(tenths: 87), isFavourite: true)
    try sample.site.build(log.contents)
    #expect(brokenRelativeLinks(in: try sample.files(), root: "/found/") == [])
    for (golden, path) in Self.publishedPages {
      try compare("published/\(golden)", try sample.text(path))
    }
  }

  /// Pages of a history with books.
  static let bookPages: [(String, String)] = [
    ("book.html", "book/\(Sample.find(2))/index.html"),
    ("book-moved.html", "album/\(Sample.find(3))/index.html"),
    ("book-history.html", "history/index.html"),
    ("book-overview-authors.html", "authors/index.html"),
    ("book-statistics.html", "statistics/index.html"),
    ("book-feed.atom", "feed.atom"),
  ]

  @Test func `pages of a history with books equal their golden files`() throws {
    let sample = try SampleSite()
    for number in [1, 2] { try sample.keep(try Sample.artwork(number)) }
    var log = try BookPageTests.log()
    log.finds[2].isMoved = true
    try sample.site.build(log.contents)
    for (golden, path) in Self.bookPages { try compare(golden, try sample.text(path)) }
    let published = try SampleSite(
      settings: SiteSettings(publishing: Sample.appearance, words: Sample.words))
    for number in [1, 2] { try published.keep(try Sample.artwork(number)) }
    try published.site.build(log.contents)
    for (golden, path) in Self.bookPages where golden != "book-statistics.html" {
      try compare("published/\(golden)", try published.text(path))
    }
  }

  /// Pages of a history with shelves.
  static let shelfPages: [(String, String)] = [
    ("shelf-history.html", "history/index.html"), ("shelf-feed.atom", "feed.atom"),
    ("shelf-feed.json", "feed.json"),
  ]

  @Test func `pages of a history with shelves equal their golden files`() throws {
    let log = try ShelfEntryTests.log()
    for settings in [
      Sample.settings, SiteSettings(publishing: Sample.appearance, words: Sample.words),
    ] {
      let sample = try SampleSite(settings: settings)
      for number in [1, 2] { try sample.keep(try Sample.artwork(number)) }
      try sample.site.build(log.contents)
      for (golden, path) in Self.shelfPages {
        try compare(settings.isPublished ? "published/\(golden)" : golden, try sample.text(path))
      }
    }
  }

  @Test func `pages of an empty log and an open network equal their golden files`() throws {
    let settings = SiteSettings(
      baseURL: "http://192.168.1.5:8017", isOpenToLAN: true, words: Sample.words)
    let sample = try SampleSite(settings: settings)
    try sample.site.build(SampleLog().contents)
    try compare("home-empty-open.html", try sample.text("index.html"))
    try compare("history-empty-open.html", try sample.text("history/index.html"))
    try compare("statistics-empty.html", try sample.text("statistics/index.html"))
    try compare("feed-empty.atom", try sample.text("feed.atom"))
  }

  @Test func `the certificate page equals its golden file`() throws {
    let settings = SiteSettings(baseURL: "https://192.168.1.5:8017", words: Sample.words)
    let sample = try SampleSite(settings: settings)
    try sample.site.writeCertificatePage(Sample.certificate, into: sample.root)
    try compare("certificate.html", try sample.text("index.html"))
    let files = try sample.files().keys.sorted()
    #expect(files == ["albumscan.crt", "icon.svg", "index.html", "logo.svg", "style.css"])
  }

  @Test func `the pages that the CGI fills equal their golden files`() throws {
    let sample = try SampleSite()
    for page in try sample.site.filledPages() {
      try compare("filled-\(page.name)", String(decoding: page.bytes, as: UTF8.self))
    }
  }

  @Test func `the pages of a stranger equal their golden files`() throws {
    let settings = SiteSettings(
      baseURL: "http://192.168.1.5:8017", needsHTTPS: true, words: Sample.words)
    let templates = try SampleSite(settings: settings).site.templates
    try compare("sign-in-plain-http.html", try templates.text(of: SignInPage(settings: settings)))
    let refused = ErrorPage(
      Sentence("code.signIn"), Sentence("refusal.sign-in"), leadsToSignIn: true,
      settings: settings)
    try compare("error-sign-in.html", try templates.text(of: refused))
  }

  @Test func `every refusal has its page`() throws {
    let sample = try SampleSite()
    try sample.site.build(SampleLog().contents)
    for refusal in Refusal.withPages + [.quota(contact: nil)] {
      let page = try sample.text("error/\(refusal.page)/index.html")
      #expect(page.contains(PlainText.escaped(Sample.words.text(refusal.heading))))
      #expect(page.contains(PlainText.escaped(Sample.words.text(refusal.advice))))
    }
  }

  private func compare(_ golden: String, _ page: String) throws {
    let text = page.replacing(#/(/assets/[A-Za-z0-9_.-]+-)[0-9a-f]{12}\./#) {
      "\($0.output.1)DIGEST."
    }
    let path = "\(SampleSite.project)/Tests/Site/Golden/\(golden)"
    if Self.isRecording {
      try Files.makeDirectories(Files.parent(of: path))
      try Files.replace(path, with: Array(text.utf8), durably: false)
      Issue.record("recorded \(golden)")
    } else {
      #expect(text == String(decoding: try Files.read(path), as: UTF8.self), "\(golden)")
    }
  }
}
