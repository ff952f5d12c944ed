// The pages at the former addresses of index pages. Earlier rules for names gave another key to some names.
// Source: docs/decisions/171-former-addresses-of-index-pages.md.

package import Albums
import Text

extension Site {
  /// Writes the pages at the former addresses, and removes the folders of these kinds that belong to no
  /// page. Call it after all index pages of the kinds are written.
  package func writeFormerAddresses<Index: HistoryIndex & ~Copyable>(
    of kinds: [FacetKind], from index: borrowing Index
  ) throws(SiteError) {
    for kind in kinds where kind.hasPages {
      let pages = try read(kind.folder) { try index.counts(of: kind) }
      let spellings = try read(kind.folder) { try index.spellings(of: kind) }
      let former = FormerAddresses(kind, pages, spellings: spellings)
      for (address, page) in former.pages {
        let moved = MovedPage(page, kind, settings: settings)
        try writeSummary(moved, at: "\(address.folder)/\(MovedPage.fileName)")
        for name in try tree.names(in: address.folder) where name != MovedPage.fileName {
          try tree.remove("\(address.folder)/\(name)")
        }
      }
      try removeFolders(of: kind, but: pages, former)
    }
  }

  private func removeFolders(
    of kind: FacetKind, but pages: [FacetCount], _ former: FormerAddresses
  ) throws(SiteError) {
    let parts = 1...OverviewAddress.parts(of: kind, entries: pages.count)
    let kept = Set(pages.map { IndexAddress(kind, key: $0.key).slug.encoded })
      .union(former.pages.map(\.address.slug.encoded))
      .union(parts.dropFirst().map(OverviewAddress.name(ofPart:)))
    for name in try tree.names(in: kind.folder)
    where name != "index.html" && !kept.contains(name.percentEncoded) {
      try tree.remove("\(kind.folder)/\(name)")
    }
  }
}

/// The former addresses of the index pages of a kind, with the pages to which they lead.
struct FormerAddresses {
  let pages: [(address: IndexAddress, page: FacetCount)]

  /// A former address that is the address of a present page leads to no other page. If two pages had
  /// one address, it leads to the first page in the order of the bytes of their keys.
  init(_ kind: FacetKind, _ present: [FacetCount], spellings: [Facet]) {
    var known = Set(present.map { Array($0.key.utf8) })
    var targets: [[UInt8]: FacetCount] = [:]
    for page in present { targets[Array(page.key.utf8)] = page }
    let former = spellings.map { (key: FormerNames.key(of: kind, named: $0.name), now: $0.key) }
      .filter { !$0.key.utf8.elementsEqual($0.now.utf8) }
      .sorted {
        $0.now.utf8.elementsEqual($1.now.utf8)
          ? $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
          : $0.now.utf8.lexicographicallyPrecedes($1.now.utf8)
      }
    var pages: [(address: IndexAddress, page: FacetCount)] = []
    for (key, now) in former where known.insert(Array(key.utf8)).inserted {
      guard let page = targets[Array(now.utf8)] else { continue }
      pages.append((IndexAddress(kind, key: key), page))
    }
    self.pages = pages
  }
}
