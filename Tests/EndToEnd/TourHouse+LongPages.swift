// Pages that need a larger history or protected pages. `TourHouse` has neither, so `Site` writes
// these pages for the tour only. A later build of `TourHouse` would remove them.

import Albums
import Host
import Site
import Store
import Support

extension TourHouse {
  /// The newest and the middle part of an index page of 201 finds, and a part of an overview of 1,100
  /// artists.
  static let longPages = [
    "artists/long-shelf", "artists/long-shelf/2", "artists/long--overview",
  ]

  /// The page of a find with its note, which only protected pages show.
  static let pageWithNote = "album/note"

  static func writeLongPages(in house: Installation, words: Phrasebook) throws {
    let folder = try TemporaryFolder()
    func site(isProtected: Bool) throws -> Site {
      try Site(
        root: folder.path, templates: "\(Checkout.root)/templates",
        publicFiles: "\(Checkout.root)/public", artwork: "\(house.data)/artwork",
        settings: SiteSettings(baseURL: house.origin, isProtected: isProtected, words: words))
    }
    let (index, open) = (longIndex(), try site(isProtected: false))
    try open.writeOverviews(from: index, years: [])
    _ = try open.writeIndexPage(
      of: .artist, key: "long shelf", since: Timestamp(milliseconds: 0), from: index)
    for (from, to) in zip(
      ["artists/long-shelf", "artists/long-shelf/2", "artists/part--2"], longPages)
    {
      try house.folder.write(try folder.text("\(from)/index.html"), to: "site/\(to)/index.html")
    }
    let store = try house.store()
    guard let noted = try store.newestFinds(60).first(where: { $0.details.note != nil }),
      let find = try store.find(noted.id)
    else { return }
    try site(isProtected: true).rewrite(find, .none)
    try house.folder.write(
      try folder.text("album/\(find.id)/index.html"), to: "site/\(pageWithNote)/index.html")
  }

  /// 1,100 artists from A to Z, and one with 201 finds.
  private static func longIndex() -> LoadedIndex {
    let others = (0..<1100).map { number in
      "\(Unicode.Scalar(UInt8(65 + number % 26)))rtists of the \(number + 1)th Street"
    }
    let names = others + Array(repeating: "Long Shelf", count: 201)
    let finds = names.enumerated().map { number, artist in
      Find(
        id: FindID(
          randomBytes: [UInt8(number >> 8), UInt8(number & 255)] + Array(repeating: 1, count: 15)),
        scan: nil, found: Timestamp(milliseconds: 1_560_000_000_000 + Int64(number) * 3_600_000),
        isSure: true, album: Album(artist: artist, title: "Volume \(number)"), review: nil)
    }
    let summaries = finds.enumerated().map { FindSummary($1, album: Int64($0)) }
    return LoadedIndex(summaries, zone: .utc) { add in
      for find in finds { for facet in find.facets { add(find.id, facet) } }
    }
  }
}
