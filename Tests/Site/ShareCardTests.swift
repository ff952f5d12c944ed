// The text of pictures to share: lines, the first sentence, and the position of each part.

import Albums
import Host
import Testing

@testable import Site

@Suite struct ShareCardTests {
  private static let longTitle =
    "A Field Guide to Leaving Quietly, and Other Instructions for People Who Stay Here"

  @Test func `a text that is too long ends with three dots in its last line`() {
    let lines = { (text: String) in
      TextLines(text, size: 48, isBold: true, width: 520, most: 2).lines
    }
    #expect(Self.longTitle.count == 81)
    #expect(lines(Self.longTitle) == ["A Field Guide to", "Leaving Quietly…"])
    #expect(lines("Salt") == ["Salt"])
    #expect(lines("") == [])
    #expect(lines("宇多田ヒカルの長い題名、それから") == ["宇多田ヒカルの長い題", "名、それから"])
    #expect(lines("Donaudampfschifffahrtskapitän") == ["Donaudampfschiff", "fahrtskapitän"])
    for text in [
      Self.longTitle, "חורף בעיר הגדולה של הצפון הרחוק", "W" + String(repeating: "m", count: 90),
    ] {
      for line in lines(text) {
        #expect(LetterWidths.width(of: line, isBold: true) * 48 <= 520 * 100, "\(line)")
      }
    }
  }

  @Test func `the first sentence ends with its mark, and a short beginning is no sentence`() {
    let cases = [
      ("A patient record. It grows.", "A patient record. It grows."),
      ("A patient record for a long night. It grows.", "A patient record for a long night."),
      ("Dr. John finds the groove of a city! More.", "Dr. John finds the groove of a city!"),
      ("夜の街を歩くための静かで長いレコード、そして雨。次の文。", "夜の街を歩くための静かで長いレコード、そして雨。"),
      ("No mark at the end of this line", "No mark at the end of this line"),
    ]
    for (text, first) in cases { #expect(FirstSentence(of: text).text == first) }
  }

  @Test(arguments: ShareForm.allCases)
  func `everything lies inside the picture, and no text is smaller than 22`(form: ShareForm) throws
  {
    let artwork = try Sample.artwork(1)
    let full = ShareContents(
      label: "Surprise Excellence", figures: "10.0", title: Self.longTitle, artist: Self.longTitle,
      sentence: Self.longTitle + Self.longTitle, artwork: artwork)
    var plain = ShareContents(title: "Salt", artwork: artwork)
    plain.artist = "עמית לוי"
    for contents in [full, plain] {
      let layout = ShareLayout(contents, form, log: "Records & Ferries")
      let baselines = layout.lines.map(\.y)
      #expect(baselines == baselines.sorted(), "\(form)")
      #expect(layout.lines.allSatisfy { $0.style.size >= 22 && $0.y <= form.height - 50 })
      let last = baselines.dropLast().last ?? 0
      #expect(form.height - 50 - last >= 22 + 10, "\(form): the name of the log is free")
    }
    let text = String(
      decoding: try SampleSite(
        settings: SiteSettings(publishing: Sample.appearance, words: Sample.words)
      )
      .site.templates.render(ShareCard(plain, form, Sample.settings)), as: UTF8.self)
    #expect(text.contains("direction=\"rtl\" text-anchor=\"end\">עמית לוי</text>"))
    #expect(text.contains(" href=\"\(artwork.fileName(side: 1000))\"/>"))
  }
}
