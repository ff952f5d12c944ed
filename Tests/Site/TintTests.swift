// The colours that pages take from covers: the style sheet, its contrasts, and the pages that use it.

import Albums
import Foundation
import Host
import Testing

@testable import Site

@Suite struct TintTests {
  private static let sheet = "\(SampleSite.project)/public/album/tints.css"
  private static let tints = (0..<Tint.count).compactMap(Tint.init(number:))

  @Test func `the style sheet follows its rule`() throws {
    let made = Array(TintSheet.text.utf8)
    if GoldenTests.isRecording {
      try Files.replace(Self.sheet, with: made, mode: Files.publicMode, durably: false)
    }
    #expect(try Files.read(Self.sheet) == made && !GoldenTests.isRecording)
  }

  @Test func `each text has a contrast of 7 on each tint, by day and by night`() throws {
    let bar = try ["#ffffff", "#00de52"].map { try #require(SheetColour($0)) }
    let states = try Self.states()
    #expect(states.count == 4)
    for tint in Self.tints {
      let colours = TintColours(tint)
      for text in bar { #expect(text.contrast(with: colours.bar) >= 7, "\(tint.className)") }
      for (name, day, night) in TintSheet.texts {
        let (byDay, byNight) = (try #require(SheetColour(day)), try #require(SheetColour(night)))
        #expect(byDay.contrast(with: colours.day) >= 7, "\(name) on \(tint.className)")
        #expect(byNight.contrast(with: colours.night) >= 7, "\(name) on \(tint.className)")
      }
      for state in states {
        #expect(state.day.contrast(with: colours.day) >= 4.5, "\(tint.className)")
        #expect(state.night.contrast(with: colours.night) >= 4.5, "\(tint.className)")
      }
    }
  }

  /// The colours of messages in the sheet of all pages.
  private static func states() throws -> [(day: SheetColour, night: SheetColour)] {
    let sheet = String(
      decoding: try Files.read("\(SampleSite.project)/public/shared/style.css"), as: UTF8.self)
    return try ["good", "unsure", "note", "bad"].compactMap { name in
      guard let start = sheet.range(of: "--\(name): light-dark(") else { return nil }
      let values = sheet[start.upperBound...].prefix { $0 != ";" }.split(separator: ", ")
      let night = values[1].hasPrefix("var(--accent)") ? "#00de52" : values[1].prefix { $0 != ")" }
      return (try #require(SheetColour(values[0])), try #require(SheetColour(night)))
    }
  }

  /// `hasColours`: the host chose a colour of the published log.
  @Test(arguments: [
    (true, false, "album tint-5"), (false, false, "album"), (true, true, "album"),
  ])
  func `the page of a find has the tint of its cover`(
    _ isOn: Bool, hasColours: Bool, look: String
  ) throws {
    var find = try SampleLog.whole().finds[0]
    find.album.artwork = try Sample.artwork(1)
    let published = PublishedAppearance(
      title: "T", author: "A", background: hasColours ? "#101010" : nil)
    let settings =
      hasColours
      ? SiteSettings(publishing: published, usesCoverColours: isOn, words: Sample.words)
      : SiteSettings(
        baseURL: "https://records.example", usesCoverColours: isOn, words: Sample.words)
    let sample = try SampleSite(settings: settings)
    try sample.keep(try Sample.artwork(1))
    try sample.site.build(SampleLog(finds: [find]).contents)
    let page = try sample.text("album/\(find.id)/index.html")
    #expect(page.contains("class=\"\(look)\"") || page.contains("class=\"\(look) published\""))
  }
}
