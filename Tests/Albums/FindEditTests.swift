// Details of finds: the texts that may be tags, notes and places, and the effects of a change.

import Albums
import Testing

@Suite struct FindEditTests {
  @Test(arguments: [
    ("Jazz", "Jazz"), ("  late   night ", "late night"), ("宇多田", "宇多田"), ("a\tb", "a b"),
  ])
  func `a tag has single spaces`(text: String, tag: String) {
    #expect(Tag(text)?.text == tag)
  }

  @Test(arguments: [
    "", "   ", "a,b", "a\u{0}b", "a\u{1B}b", String(repeating: "x", count: 51),
    "a" + String(repeating: "\u{301}", count: 500),
  ])
  func `an empty, long or broken text is no tag`(text: String) {
    #expect(Tag(text) == nil)
  }

  @Test func `a list has each tag once, whatever its case, in the order of the text`() {
    #expect(Tag.list("Jazz, , soul,JAZZ ,soul")?.map(\.text) == ["Jazz", "soul"])
    #expect(Tag.list(",,")?.isEmpty == true)
    #expect(Tag.list("ok, \u{7}") == nil)
    let many = (0...FindDetails.mostTags).map { "t\($0)" }.joined(separator: ",")
    #expect(Tag.list(many) == nil)
  }

  @Test func `a change leaves what it does not name, and an empty field removes a value`() throws {
    let before = FindDetails(
      status: .want, tags: [Tag(stored: "Jazz")], note: "n", place: "p", publicChoice: .yes)
    #expect(try FindEdit(status: "have").applied(to: before).status == .have)
    #expect(try FindEdit(status: "have").applied(to: before).note == "n")
    let cleared = try FindEdit(
      status: "", tags: "", note: "  \r\n ", place: " ", publicChoice: "undecided"
    ).applied(to: before)
    #expect(cleared == FindDetails())
    #expect(try FindEdit(status: "none").applied(to: before).status == nil)
    let added = try FindEdit(addTags: "jazz, soul", removeTags: "").applied(to: before)
    #expect(added.tags.map(\.text) == ["Jazz", "soul"])
    #expect(try FindEdit(removeTags: "JAZZ").applied(to: before).tags.isEmpty)
  }

  @Test func `a note keeps its lines, without empty lines around it`() throws {
    let edit = try FindEdit(note: "\r\n\r\n* one\r\n* two\r\n\r\n")
    #expect(edit.note == .set("* one\n* two"))
  }

  @Test(arguments: [
    (["status": "owned"], FindEditError.status), (["tags": "a\u{2}"], .tags),
    (["note": String(repeating: "x", count: 4001)], .note), (["note": "\u{8}"], .note),
    (["place": String(repeating: "x", count: 201)], .place), (["public": "maybe"], .publicChoice),
    (["own-rating": "11"], .ownRating), (["own-rating": "8.55"], .ownRating),
    (["favourite": "maybe"], .favourite),
  ])
  func `a field that cannot be used is refused by its name`(
    fields: [String: String], error: FindEditError
  ) {
    #expect(throws: error) {
      try FindEdit(
        status: fields["status"], tags: fields["tags"], note: fields["note"],
        place: fields["place"], publicChoice: fields["public"], ownRating: fields["own-rating"],
        favourite: fields["favourite"])
    }
  }

  @Test func `each detail has its own names, and an undo of its value leaves the others`() throws {
    let samples = [
      "status": "have", "notes": "a *note*", "place": "Kiosk", "public": "no", "own-rating": "8.5",
      "favourite": "yes",
    ]
    for names in [Detail.all.map(\.name), Detail.all.map(\.column), Detail.all.map(\.field)] {
      #expect(Set(names).count == Detail.all.count)
    }
    let full = try FindEdit { samples[$0] }.applied(to: FindDetails())
    for detail in Detail.all {
      let text = try #require(samples[detail.field], "\(detail.name)")
      #expect(detail.text(full) == text)
      let value = try #require(detail.value(full))
      #expect(detail.allows(value))
      var without = full
      detail.set(&without, nil)
      #expect(detail.value(without) == nil)
      for other in Detail.all where other.name != detail.name {
        #expect(other.value(without) == other.value(full))
      }
      detail.set(&without, value)
      #expect(without == full)
    }
  }

  @Test func `a find never has too many tags`() throws {
    let full = FindDetails(tags: (0..<FindDetails.mostTags).map { Tag(stored: "t\($0)") })
    #expect(throws: FindEditError.tags) { try FindEdit(addTags: "more").applied(to: full) }
    #expect(try FindEdit(addTags: "T1").applied(to: full) == full)
  }
}
