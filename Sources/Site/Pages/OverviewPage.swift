// The overview of a kind of index pages, such as /artists/: links to all pages with the numbers of
// their finds.

import Albums

/// `overview.mustache`: an overview, or a part of a long one.
struct OverviewPage: Page {
  static let template = "overview"
  let frame: Frame
  let heading: String

  /// Whether the page begins with links to its sections.
  let hasJumps: Bool
  let sections: [OverviewSection]
  let isEmpty: Bool

  /// Whether the overview has several parts. Then `parts` has a link to each of them.
  let hasParts: Bool
  let parts: [OverviewPart]

  /// The part after this one; nil on the last part.
  let next: OverviewPart?

  func field(_ name: FieldName) -> Field {
    switch name {
    case .frame: Field(frame)
    case .heading: Field(heading)
    case .hasJumps: Field(hasJumps)
    case .sections: Field(sections)
    case .isEmpty: Field(isEmpty)
    case .hasParts: Field(hasParts)
    case .parts: Field(parts)
    case .next: Field(next)
    default: .nothing
    }
  }

  /// All parts of an overview, the first one first. `pages` in the order of the bytes of their keys.
  static func all(
    _ kind: FacetKind, _ pages: [FacetCount], settings: SiteSettings
  ) -> [OverviewPage] {
    let lines = OverviewLine.list(kind, pages, settings.words)
    let count = OverviewPlace.parts(of: kind, entries: lines.count)
    let size = count == 1 ? lines.count : OverviewPlace.entries
    let parts = (0..<count).map { lines[($0 * size)..<min(($0 + 1) * size, lines.count)] }
    return parts.indices.map { OverviewPage(kind, parts, number: $0 + 1, settings) }
  }

  /// `number` counts from 1.
  private init(
    _ kind: FacetKind, _ parts: [ArraySlice<OverviewLine>], number: Int, _ settings: SiteSettings
  ) {
    let words = settings.words
    let name = words("index.\(kind.folder)")
    heading =
      number == 1
      ? name : words("index.part", ["name": .text(name), "number": .text(String(number))])
    frame = Frame(
      heading, summary: IndexPage.summary(in: settings), look: "dark index overview",
      place: PagePlace(address: OverviewPlace(kind: kind, part: number).address), settings: settings
    )
    sections = OverviewSection.list(kind, parts[number - 1])
    hasJumps = sections.count > 1
    isEmpty = sections.isEmpty
    hasParts = parts.count > 1
    let links = parts.enumerated().map { index, lines in
      OverviewPart(
        OverviewPlace(kind: kind, part: index + 1), lines, isHere: index + 1 == number, words)
    }
    self.parts = hasParts ? links : []
    next = number < links.count ? links[number] : nil
  }
}

/// A link to a part of an overview.
struct OverviewPart: View {
  let number: String

  /// The sections of its first and its last entry, `A to C`.
  let name: String
  let address: String

  /// Whether the page is this part.
  let isHere: Bool

  func field(_ name: FieldName) -> Field {
    switch name {
    case .number: Field(number)
    case .name: Field(self.name)
    case .address: Field(address)
    case .isHere: Field(isHere)
    default: .nothing
    }
  }

  fileprivate init(
    _ place: OverviewPlace, _ lines: ArraySlice<OverviewLine>, isHere: Bool, _ words: Phrasebook
  ) {
    number = words.number(place.part)
    address = place.address
    self.isHere = isHere
    let (first, last) = (lines.first?.initial ?? "", lines.last?.initial ?? "")
    name =
      first == last
      ? first : words("index.part.range", ["first": .text(first), "last": .text(last)])
  }
}

/// An entry with the names by which overviews group entries.
private struct OverviewLine {
  /// The name of its section; nil for kinds without sections.
  let section: String?

  /// The section that its name would have in a list from A to Z.
  let initial: String
  let entry: OverviewEntry

  /// The entries of an overview in the order of their sections. `pages` in the order of the bytes of
  /// their keys; a section stands where its first key is.
  static func list(
    _ kind: FacetKind, _ pages: [FacetCount], _ words: Phrasebook
  ) -> [OverviewLine] {
    var (sections, places) = ([[OverviewLine]](), [String?: Int]())
    for page in pages {
      let section = section(of: page, kind, words)
      let place = places[section] ?? sections.count
      if place == sections.count {
        places[section] = place
        sections.append([])
      }
      sections[place].append(
        OverviewLine(
          section: section, initial: Initial.section(of: page.key),
          entry: OverviewEntry(kind, page, words)))
    }
    return Array(sections.joined())
  }

  private static func section(
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

  /// The sections of a part. Lines of one section follow each other.
  fileprivate static func list(
    _ kind: FacetKind, _ lines: ArraySlice<OverviewLine>
  ) -> [OverviewSection] {
    var found: [(name: String?, entries: [OverviewEntry])] = []
    for line in lines {
      if found.last.map({ $0.name == line.section }) != true { found.append((line.section, [])) }
      found[found.count - 1].entries.append(line.entry)
    }
    return found.enumerated().map { number, section in
      let anchor = kind == .year ? "d\(section.entries[0].name.dropLast())0" : "s\(number + 1)"
      return OverviewSection(name: section.name, anchor: anchor, entries: section.entries)
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
