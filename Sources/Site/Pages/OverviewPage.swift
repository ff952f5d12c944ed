// The overview of a kind of index pages, such as /artists/: links to all pages with the numbers of
// their finds.

import Albums

/// `overview.mustache`: an overview, or a part of a long one.
struct OverviewPage: Page {
  static let template = "overview"
  let view: View

  /// All parts of an overview, the first part first. `pages` are in the order of the bytes of their
  /// keys, and `collages` are empty or have the same order.
  static func all(
    _ kind: FacetKind, _ pages: [FacetCount], _ collages: [Collage] = [], hasBooks: Bool = false,
    settings: SiteSettings
  ) -> [OverviewPage] {
    let lines =
      collages.isEmpty
      ? OverviewLine.list(kind, pages, settings.words)
      : collages.map { OverviewLine($0, settings.words) }
    let count = OverviewAddress.parts(of: kind, entries: lines.count)
    let size = count == 1 ? lines.count : OverviewAddress.entries
    let parts = (0..<count).map { lines[($0 * size)..<min(($0 + 1) * size, lines.count)] }
    return parts.indices.map {
      OverviewPage(
        kind, parts, number: $0 + 1, hasCollages: !collages.isEmpty, hasBooks: hasBooks, settings)
    }
  }

  /// `number` counts from 1.
  private init(
    _ kind: FacetKind, _ parts: [ArraySlice<OverviewLine>], number: Int, hasCollages: Bool,
    hasBooks: Bool, _ settings: SiteSettings
  ) {
    let words = settings.words
    let name = words("index.\(kind.folder)")
    let heading =
      number == 1
      ? name : words("index.part", ["name": .text(name), "number": .text(String(number))])
    let frame = Frame(
      heading, summary: IndexPage.summary(in: settings), look: "index overview",
      preview: LinkPreview(address: OverviewAddress(kind: kind, part: number).address),
      bar: .below(.history), settings: settings)
    let sections = View.sections(kind, parts[number - 1])
    let links = parts.enumerated().map { index, lines in
      View.overviewPart(
        OverviewAddress(kind: kind, part: index + 1), lines, isHere: index + 1 == number, words)
    }
    let (hasParts, hasNext) = (parts.count > 1, number < links.count)
    view = [
      .view(.frame, frame.view),
      .text(.heading, heading),
      // The page begins with links to its sections.
      .flag(.hasJumps, sections.count > 1),
      .views(.sections, sections),
      .flag(.isEmpty, sections.isEmpty),
      // The entries are collages of covers.
      .flag(.hasCollages, hasCollages),
      // Links to the parts of a long overview.
      .flag(.hasParts, hasParts),
      .views(.parts, hasParts ? links : []),
      .view(.next, hasNext ? links[number] : nil),
      // The page links to the overview of the authors.
      .flag(.hasBooks, hasBooks),
    ]
  }
}

extension View {
  /// A link to a part of an overview. `isHere` is whether the page is this part.
  fileprivate static func overviewPart(
    _ overview: OverviewAddress, _ lines: ArraySlice<OverviewLine>, isHere: Bool,
    _ words: Phrasebook
  ) -> View {
    let (first, last) = (lines.first?.initial ?? "", lines.last?.initial ?? "")
    let range = words("index.part.range", ["first": .text(first), "last": .text(last)])
    return [
      .text(.number, words.number(overview.part)),
      // The sections of the part's first and last entry, `A to C`.
      .text(.name, first == last ? first : range),
      .text(.address, overview.address),
      .flag(.isHere, isHere),
    ]
  }

  /// The sections of a part: the pages that begin with the same letter, or the years of a decade. Lines of
  /// one section follow each other. For other kinds, one section without a name has all lines.
  fileprivate static func sections(
    _ kind: FacetKind, _ lines: ArraySlice<OverviewLine>
  ) -> [View] {
    var found: [(name: String?, lines: [OverviewLine])] = []
    for line in lines {
      if found.last.map({ $0.name == line.section }) != true { found.append((line.section, [])) }
      found[found.count - 1].lines.append(line)
    }
    return found.enumerated().map { number, section in
      let anchor = kind == .year ? "d\(section.lines[0].name.dropLast())0" : "s\(number + 1)"
      return [
        .text(.name, section.name),
        // The fragment of the section's address.
        .text(.anchor, anchor),
        .views(.entries, section.lines.map(\.entry)),
      ]
    }
  }

  /// A link to an index page, with the number of its finds. `note` has the labels of a tier.
  static func overviewEntry(
    _ name: String, at address: String, finds: Int, note: String? = nil, _ words: Phrasebook
  ) -> View {
    [
      .text(.name, name), .text(.address, address), .text(.count, words.number(finds)),
      .text(.note, note),
    ]
  }
}

/// An entry with the names by which overviews group entries.
private struct OverviewLine {
  /// The name of its section; nil for kinds without sections.
  let section: String?

  /// The section of the name in a list from A to Z.
  let initial: String
  let name: String
  let entry: View

  private init(section: String?, initial: String, name: String, entry: View) {
    (self.section, self.initial, self.name, self.entry) = (section, initial, name, entry)
  }

  /// Tags and genres have no sections.
  init(_ collage: Collage, _ words: Phrasebook) {
    self.init(
      section: nil, initial: Initial.section(of: collage.page.key), name: collage.name(words),
      entry: collage.view(isFirst: false, words))
  }

  /// The entries of an overview in the order of their sections. `pages` are in the order of the
  /// bytes of their keys, and the sections are in the order of their first keys.
  static func list(
    _ kind: FacetKind, _ pages: [FacetCount], _ words: Phrasebook
  ) -> [OverviewLine] {
    var (sections, indexes) = ([[OverviewLine]](), [String?: Int]())
    for page in pages {
      let section = section(of: page, kind, words)
      let index = indexes[section] ?? sections.count
      if index == sections.count {
        indexes[section] = index
        sections.append([])
      }
      let name = FacetName.heading(of: page, kind, words)
      sections[index].append(
        OverviewLine(
          section: section, initial: Initial.section(of: page.key), name: name,
          entry: .overviewEntry(
            name, at: IndexAddress(kind, key: page.key).address, finds: page.count,
            note: kind == .tier ? FacetName.labels(ofTier: page.key, words) : nil, words)))
    }
    return Array(sections.joined())
  }

  private static func section(
    of page: FacetCount, _ kind: FacetKind, _ words: Phrasebook
  ) -> String? {
    switch kind {
    case .artist, .author, .recordLabel: Initial.section(of: page.key)
    case .year:
      words("index.decade", ["decade": .text(String((Int(page.key) ?? 0) / 10 * 10))])
    case .tag, .tier, .genre, .place, .labelDecade, .credited, .named: nil
    }
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
