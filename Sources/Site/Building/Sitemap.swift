// The sitemap of the published log: the addresses of all pages. Source:
// <https://www.sitemaps.org/protocol.html>.

import Albums

/// The files of a sitemap.
struct Sitemap {
  static let path = "sitemap.xml"

  /// The maximum number of addresses in a file. A larger sitemap is an index of numbered files.
  static let mostAddresses = 50_000

  /// The files by path, the numbered ones first.
  let files: [(path: String, bytes: [UInt8])]

  /// `addresses` begin with a slash and are percent-encoded. `base` is the address of the published
  /// log.
  init(_ addresses: [String], base: String, mostAddresses: Int = Self.mostAddresses) {
    let base = PlainText.escaped(base)
    guard addresses.count > mostAddresses else {
      files = [(Self.path, Self.file("urlset", "url", addresses[...], base))]
      return
    }
    var files: [(String, [UInt8])] = []
    for start in stride(from: 0, to: addresses.count, by: mostAddresses) {
      let part = addresses[start..<min(start + mostAddresses, addresses.count)]
      files.append((Self.path(files.count + 1), Self.file("urlset", "url", part, base)))
    }
    let parts = files.map { "/\($0.0)" }
    files.append((Self.path, Self.file("sitemapindex", "sitemap", parts[...], base)))
    self.files = files
  }

  /// The path of a numbered file.
  static func path(_ number: Int) -> String { "sitemap-\(number).xml" }

  /// Whether a name in the root is that of a numbered file.
  static func isNumbered(_ name: String) -> Bool {
    guard name.hasPrefix("sitemap-"), name.hasSuffix(".xml") else { return false }
    return Int(name.dropFirst(8).dropLast(4)) != nil
  }

  private static func file(
    _ root: String, _ element: String, _ addresses: ArraySlice<String>, _ base: String
  ) -> [UInt8] {
    var bytes = Array(
      """
      <?xml version="1.0" encoding="utf-8"?>
      <\(root) xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">

      """.utf8)
    let (before, after) = (
      Array("<\(element)><loc>\(base)".utf8), Array("</loc></\(element)>\n".utf8)
    )
    for address in addresses {
      bytes += before
      bytes += address.utf8
      bytes += after
    }
    return bytes + Array("</\(root)>\n".utf8)
  }
}

extension Site {
  /// Writes the sitemap, and removes numbered files that it no longer has.
  func writeSitemap<Index: HistoryIndex & ~Copyable>(
    _ counts: [FacetKind: [FacetCount]], _ statistics: HistoryStatistics,
    from index: borrowing Index
  ) throws(SiteError) {
    guard let base = settings.appearance?.url else { return }
    let finds = try read(Sitemap.path) { try index.findPages() }
    let sitemap = Sitemap(Self.listAddresses(counts, statistics) + finds, base: base)
    for file in sitemap.files { _ = try tree.write(file.bytes, at: file.path, durably: false) }
    try removeSitemaps(but: Set(sitemap.files.map(\.path)))
  }

  func removeSitemaps(but kept: Set<String>) throws(SiteError) {
    for name in try tree.names(in: "")
    where (name == Sitemap.path || Sitemap.isNumbered(name)) && !kept.contains(name) {
      try tree.remove(name)
    }
  }

  /// The addresses of all pages except those of finds.
  private static func listAddresses(
    _ counts: [FacetKind: [FacetCount]], _ statistics: HistoryStatistics
  ) -> [String] {
    var addresses = ["/", "/history/"]
    for (month, days) in statistics.months {
      let pages = MonthPages(month, finds: days.values.reduce(0, +))
      addresses += (0..<pages.count).reversed().map { pages.address(of: $0) }
    }
    for kind in FacetKind.withPages where hasOverview(of: kind, counts[kind] ?? []) {
      addresses.append(kind.address)
      for page in counts[kind] ?? [] {
        let indexAddress = IndexAddress(kind, key: page.key)
        addresses.append(indexAddress.address)
        addresses += (0..<IndexAddress.numberedParts(finds: page.count)).reversed().map {
          indexAddress.address(part: $0 + 1)
        }
      }
    }
    addresses.append(StatisticsAddress.address)
    let years = Set(statistics.months.map(\.month.year)).sorted(by: >)
    return addresses + years.map { StatisticsAddress.address(ofYear: $0) }
  }
}
