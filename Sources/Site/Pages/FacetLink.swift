// Links to index pages.

import Albums

extension View {
  /// A genre of an album, or a tag of a find. `address` is the address of its index page; nil if
  /// the page does not exist. `before` is the text between the previous link and this one.
  static func facet(_ name: String, at address: String?, isFirst: Bool) -> View {
    [.text(.name, name), .text(.address, address), .text(.before, isFirst ? "" : ", ")]
  }

  static func facets(_ kind: FacetKind, _ texts: [String], _ links: [Facet]) -> [View] {
    var list: [View] = []
    for text in texts {
      let name = PlainText.name(text, otherwise: "")
      guard !name.isEmpty else { continue }
      let own =
        kind == .tag
        ? Facet(.tag, key: Tag(stored: text).key, name: text) : Facet(kind, named: text)
      let facet = own.flatMap { own in
        links.first { $0.isSamePage(as: own) }
      }
      let address = facet.map { IndexAddress($0.kind, key: $0.key).address }
      list.append(.facet(name, at: address, isFirst: list.isEmpty))
    }
    return list
  }
}
