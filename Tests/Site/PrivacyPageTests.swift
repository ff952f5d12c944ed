// The privacy page names the services that get data, and the finds that everybody can read.

import Host
import Testing

@testable import Site

@Suite struct PrivacyPageTests {
  static let pages: [(outside: OutsideServices, has: [String], lacks: [String])] = [
    (
      OutsideServices(), ["MusicBrainz", "Cover Art Archive", "no AI model", "publishes no find"],
      ["square picture of the cover", "reads the words"]
    ),
    (
      OutsideServices(readsSleeves: true),
      [
        "reads the words and product codes on a sleeve",
        "prices on a sleeve or a spine are never sent",
      ], []
    ),
    (
      OutsideServices(model: .init(name: "OpenAI", address: "https://api.openai.com")),
      [
        "is a service of OpenAI at https://api.openai.com", "square picture of the cover",
        "publishes no find",
      ],
      ["no AI model"]
    ),
    (
      OutsideServices(model: .init(name: nil, address: "http://localhost:11434")),
      ["answers at http://localhost:11434, a server that the host has chosen"], ["is a service of"]
    ),
    (
      OutsideServices(publishing: .init(choice: .chosen, showsNotes: false, address: nil)),
      ["finds that somebody has made public"], ["publishes no find", "notes can be", "log is at"]
    ),
    (
      OutsideServices(
        publishing: .init(choice: .all, showsNotes: true, address: "https://records.example")),
      ["can read all finds", "notes can be read", "log is at https://records.example"], []
    ),
    (
      OutsideServices(
        publishing: .init(choice: .tag("Jazz & Soul"), showsNotes: false, address: nil)),
      ["finds with the tag “Jazz &amp; Soul”"], []
    ),
  ]

  @Test(arguments: pages.indices)
  func `the privacy page names the services and what is public`(index: Int) throws {
    let (outside, has, lacks) = Self.pages[index]
    let page = try text(outside)
    for words in has { #expect(page.contains(words), "\(words)") }
    for words in lacks { #expect(!page.contains(words), "\(words)") }
  }

  /// Pages show no notes if everybody can open them.
  @Test(arguments: pages.indices)
  func `the privacy page of open pages says first that everybody can read all finds`(
    index: Int
  ) throws {
    let page = try text(Self.pages[index].outside, showsNotes: false)
    #expect(page.contains("<p>Everybody who can reach this server can read all finds."))
    #expect(!page.contains("publishes no find"))
  }

  @Test func `a change of what the privacy page names writes the pages again`() throws {
    var digests: Set<String> = []
    for (outside, _, _) in Self.pages {
      let sample = try SampleSite(settings: settings(outside))
      digests.insert(try sample.site.inputsDigest(program: "1"))
      withExtendedLifetime(sample) {}
    }
    #expect(digests.count == Self.pages.count)
  }

  private func settings(_ outside: OutsideServices, showsNotes: Bool = true) -> SiteSettings {
    SiteSettings(
      baseURL: "https://records.example", showsNotes: showsNotes, outside: outside,
      words: Sample.words)
  }

  private func text(_ outside: OutsideServices, showsNotes: Bool = true) throws -> String {
    let settings = settings(outside, showsNotes: showsNotes)
    let sample = try SampleSite(settings: settings)
    return try sample.site.templates.text(of: PrivacyPage(settings: settings))
  }
}
