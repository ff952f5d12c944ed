// The values of one item of a shelf for the shelf's page.

import Albums
import Host

struct ShelfItemEntry {
  let installation: Installation
  let shelf: Shelf
  let item: ShelfItem

  /// Whether the page has the photo, so that an item without a cover shows its part of the photo.
  let hasPicture: Bool

  func fill() -> PageFill {
    var entry = PageFill()
    entry["number"] = "\(item.number)"
    entry["sureness"] = item.sureness.rawValue
    entry.show(item.sureness.rawValue)
    entry["name"] = spokenName
    addBox(to: &entry)
    addNames(to: &entry)
    addCover(to: &entry)
    let isPending = item.reading == nil && !shelf.state.isFinal
    entry.show("pending", isPending)
    if let original = item.original {
      entry.show("copy")
      entry["original"] = installation.sentence(
        original.scan == shelf.id ? "shelf.items.copy-here" : "shelf.items.copy",
        ["number": .count(original.number), "photo": .count(original.photo)])
      entry["original-page"] = "\(ShelfRoutes.page(of: original.scan))#item-\(original.number)"
    }
    addPeople(to: &entry)
    if let find = item.find {
      entry.show("added")
      entry["find"] = (item.work?.album.kind ?? .book).page(of: find)
    } else {
      entry.show("not-added")
      guard item.original == nil else { return entry }
      let isSure = item.sureness == .sure && item.names != nil
      entry.show(isSure ? "can-add" : "can-review")
    }
    return entry
  }

  /// Shows who has or wants the work. A find of the shelf's person comes first, then a wish of anybody,
  /// then a find of another person.
  private func addPeople(to entry: inout PageFill) {
    guard item.original == nil, item.find == nil else { return }
    switch (item.holder, item.wisher) {
    case (.person?, _): entry.show("owned")
    case (_, let wisher?):
      entry.show("wanted")
      entry["wish"] = sentence(of: wisher)
    case (.other(let name)?, nil):
      entry.show("owned-by")
      entry["owner"] = name?.text ?? installation.sentence("shelf.items.somebody")
    case (nil, nil): break
    }
  }

  private func sentence(of wisher: ShelfItem.Holder) -> String {
    switch wisher {
    case .person: installation.sentence("earlier.want.own")
    case .other(let name?): installation.sentence("earlier.want.name", ["name": .text(name.text)])
    case .other(nil): installation.sentence("earlier.want.somebody")
    }
  }

  private func addBox(to entry: inout PageFill) {
    guard let size = shelf.size else { return }
    entry.show("has-box")
    entry["points"] = item.box.points
    func share(_ value: Double, of whole: Int) -> String {
      let tenths = Int((value / Double(max(1, whole)) * 1000).rounded())
      return "\(tenths / 10).\(tenths % 10)%"
    }
    let xs = stride(from: 0, to: 8, by: 2).map { item.box.corners[$0] }
    let ys = stride(from: 1, to: 8, by: 2).map { item.box.corners[$0] }
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    entry["label-x"] = share(left, of: size.width)
    entry["label-y"] = share(top, of: size.height)
    let (width, height) = ((xs.max() ?? 0) - left, (ys.max() ?? 0) - top)
    entry["crop-view"] = [left, top, width, height].map { "\(Int($0))" }.joined(separator: " ")
  }

  private func addNames(to entry: inout PageFill) {
    let (album, reading) = (item.work?.album, item.reading)
    entry.show(item.names == nil ? "unread" : "read")
    entry["title"] = item.names?.title
    let creator = item.names?.creator ?? reading?.creator
    entry["creator"] = creator
    entry.show("unknown-creator", creator?.isEmpty != false)
    let publisher = album?.recordLabel ?? reading?.publisher
    let year = album?.year.map { String($0) }
    entry["publisher"] = publisher
    entry["year"] = year
    entry["publisher-year"] = [publisher, year].compactMap(\.self).joined(separator: " • ")
    entry["pages"] = album?.pages.map {
      installation.sentence("shelf.items.pages", ["count": .count($0)])
    }
    for kind in SpineReading.Kind.allCases {
      let isKind = (item.kind ?? .book) == kind
      entry.show("\(isKind ? "is" : "not")-\(kind.rawValue)")
    }
  }

  private func addCover(to entry: inout PageFill) {
    if item.work?.album.artwork != nil {
      entry.show("has-cover")
      entry["cover"] = "/cgi-bin/albumscan/scans/\(shelf.id)/items/\(item.number)/cover"
    } else {
      entry.show(hasPicture && shelf.size != nil ? "has-crop" : "no-cover")
    }
  }

  /// The text about a box that a screen reader speaks: number, names and certainty.
  private var spokenName: String {
    let number = SentenceArgument.count(item.number)
    guard let names = item.names else {
      return installation.sentence("shelf.items.spoken.unknown", ["number": number])
    }
    let creator = names.creator.flatMap { $0.isEmpty ? nil : $0 }
    let who = creator ?? installation.sentence("shelf.items.unknown-author")
    let state = item.find == nil ? item.sureness.rawValue : "added"
    return installation.sentence(
      "shelf.items.spoken.\(state)",
      ["number": number, "title": .text(names.title), "creator": .text(who)])
  }
}
