// The overview of a kind of index pages, such as /artists/: links to all pages with the numbers of
// their finds.

import Albums

/// `overview.mustache`.
struct OverviewPage: Page {
  static let template = "overview"
  let frame: Frame
  let heading: String

  /// Whether the page begins with links to its sections.
  let hasJumps: Bool
  let sections: [OverviewSection]
  let isEmpty: Bool

  func field(_ name: FieldName) -> Field {
    switch name {
    case .frame: Field(frame)
    case .heading: Field(heading)
    case .hasJumps: Field(hasJumps)
    case .sections: Field(sections)
    case .isEmpty: Field(isEmpty)
    default: .nothing
    }
  }

  /// `pages` in the order of the bytes of their keys.
  init(_ kind: FacetKind, _ pages: [FacetCount], settings: SiteSettings) {
    let words = settings.words
    heading = words("index.\(kind.folder)")
    frame = Frame(
      heading, summary: Sentence("index.summary"), look: "dark index overview",
      settings: settings)
    sections = OverviewSection.list(kind, pages, words)
    hasJumps = sections.count > 1
    isEmpty = pages.isEmpty
  }

  static func path(_ kind: FacetKind) -> String { "\(kind.folder)/index.html" }
}

/// The pages that begin with the same letter, or the years of a decade.
struct OverviewSection: View {
  /// The letter or the decade; nil for the only section of an overview.
  let name: String?

  /// The fragment of its address.
  let anchor: String
  let entries: [OverviewEntry]

  func field(_ name: FieldName) -> Field {
    switch name {
    case .name: Field(self.name)
    case .anchor: Field(anchor)
    case .entries: Field(entries)
    default: .nothing
    }
  }

  static func list(
    _ kind: FacetKind, _ pages: [FacetCount], _ words: Phrasebook
  ) -> [OverviewSection] {
    var found: [(name: String?, entries: [OverviewEntry])] = []
    for page in pages {
      let name = name(of: page, kind, words)
      let entry = OverviewEntry(kind, page, words)
      if let place = found.firstIndex(where: { $0.name == name }) {
        found[place].entries.append(entry)
      } else {
        found.append((name, [entry]))
      }
    }
    return found.enumerated().map { number, section in
      let anchor = kind == .year ? "d\(section.entries[0].name.dropLast())0" : "s\(number + 1)"
      return OverviewSection(name: section.name, anchor: anchor, entries: section.entries)
    }
  }

  private static func name(
    of page: FacetCount, _ kind: FacetKind, _ words: Phrasebook
  ) -> String? {
    switch kind {
    case .artist, .recordLabel: Initial.section(of: page.key)
    case .year:
      words("index.decade", ["decade": .text(String((Int(page.key) ?? 0) / 10 * 10))])
    case .tag, .tier, .genre, .place, .shelf: nil
    }
  }
}

/// A link to an index page.
struct OverviewEntry: View {
  let name: String
  let address: String

  /// The number of finds.
  let count: String

  /// The labels of a tier; nil for other kinds.
  let note: String?

  func field(_ name: FieldName) -> Field {
    switch name {
    case .name: Field(self.name)
    case .address: Field(address)
    case .count: Field(count)
    case .note: Field(note)
    default: .nothing
    }
  }

  init(_ kind: FacetKind, _ page: FacetCount, _ words: Phrasebook) {
    name = FacetName.heading(of: page, kind, words)
    address = IndexPlace(kind, key: page.key).address
    count = words.number(page.count)
    note = kind == .tier ? FacetName.labels(ofTier: page.key, words) : nil
  }
}

/// The sections of names: A to Z, then one section for each of the other writing systems.
enum Initial {
  /// The name of the section of a key, `A`, `0–9` or `А–Я`.
  static func section(of key: String) -> String {
    guard let first = key.unicodeScalars.first else { return others }
    if first.isASCII {
      let letter = Character(first)
      return letter.isLetter ? letter.uppercased() : letter.isNumber ? "0–9" : others
    }
    return systems.first { $0.scalars.contains(first.value) }?.name ?? others
  }

  private static let others = "#"

  /// Blocks of Unicode. Source: <https://www.unicode.org/Public/UNIDATA/Blocks.txt>.
  private static let systems: [(scalars: ClosedRange<UInt32>, name: String)] = [
    (0x0370...0x03FF, "Α–Ω"), (0x0400...0x052F, "А–Я"), (0x0531...0x058F, "Ա–Ֆ"),
    (0x0590...0x05FF, "א–ת"), (0x0600...0x077F, "ا–ي"), (0x0900...0x097F, "अ–ह"),
    (0x0E00...0x0E7F, "ก–ฮ"), (0x10A0...0x10FF, "ა–ჰ"), (0x1100...0x11FF, "가–힣"),
    (0x1F00...0x1FFF, "Α–Ω"), (0x3040...0x30FF, "あ–ん"), (0x3400...0x9FFF, "漢"),
    (0xAC00...0xD7AF, "가–힣"), (0xF900...0xFAFF, "漢"), (0x20000...0x3FFFF, "漢"),
  ]
}
