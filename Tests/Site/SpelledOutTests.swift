// A view with a list of its fields lists each of its properties and no other field.

import Albums
import Testing

@testable import Site

@Suite struct SpelledOutTests {
  @Test func `a spelled-out view gives each of its properties by its name`() throws {
    var find = Sample.made(1, artwork: try Sample.artwork(1), review: try Sample.review())
    find.candidates = [NamedCandidate(id: "2", album: find.album, reason: "a reason")]
    find.job = JobNotice(topic: .review, isUnderWay: true)
    let page = AlbumPage(find, artwork: find.album.artwork, settings: Sample.settings)
    find.earlier = [EarlierFind(id: Sample.find(2), found: find.found)]
    let row = HistoryRow(find, artwork: find.album.artwork, Sample.words)
    try check(page)
    try check(page.frame)
    try check(row)
    try check(#require(page.review))
    try check(#require(row.verdict))
    try check(#require(page.cover))
    let again = AlbumPage(find, artwork: nil, settings: Sample.settings)
    try check(#require(again.before))
    try check(page.correct)
    try check(#require(page.correct.candidates.first))
    try check(#require(page.correct.errand))
  }

  private func check<View: SpelledOut>(_ view: View) throws {
    let properties = Mirror(reflecting: view).children
    #expect(Set(properties.compactMap(\.label)) == Set(View.fields.keys), "\(View.self)")
    for property in properties {
      let name = try #require(property.label)
      let field = plain(view.child(named: name))
      #expect(field == plain(property.value), "\(View.self).\(name)")
    }
  }

  /// The value as text, without a mark for optionals.
  private func plain(_ value: Any?) -> String {
    guard let value else { return "nothing" }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "\(value)" }
    return plain(mirror.children.first?.value)
  }
}
