// Links to index pages.

import Albums

/// A genre of an album, or a tag of a find.
struct FacetLink: View {
  let name: String

  /// The address of its index page; nil if the page does not exist.
  let address: String?

  /// The text between the previous link and this one.
  let before: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .name: Field(self.name)
    case .address: Field(address)
    case .before: Field(before)
    default: .nothing
    }
  }

  static func list(_ kind: FacetKind, _ texts: [String], _ links: [Facet]) -> [FacetLink] {
    var list: [FacetLink] = []
    for text in texts {
      let name = PlainText.name(text, otherwise: "")
      guard !name.isEmpty else { continue }
      let own =
        kind == .tag
        ? Facet(.tag, key: Tag(stored: text).key, name: text) : Facet(kind, named: text)
      let facet = own.flatMap { own in
        links.first { $0.isSamePage(as: own) }
      }
      list.append(
        FacetLink(
          name: name, address: facet.map { IndexPlace($0.kind, key: $0.key).address },
          before: list.isEmpty ? "" : ", "))
    }
    return list
  }
}
