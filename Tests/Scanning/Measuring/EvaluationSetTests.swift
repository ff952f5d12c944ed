// Sets of photographs that measure a model: the rules for a line, and the set of this project.

import Exchange
import Support
import Testing

@Suite struct EvaluationSetTests {
  @Test(arguments: [
    ("file,artist\nx.jpg,Can", "must name the columns file, artist, title"),
    ("file,artist,title\nx.jpg,Can,", "set.csv, line 2: title must not be empty"),
    ("file,artist,title,year\nx.jpg,Can,Tago Mago,long ago", "line 2: \"long ago\" is not a year"),
    ("file,artist,title\nx.jpg,Can", "line 2: 2 fields where the header names 3"),
    (
      "file,artist,title\n\"x.jpg,Can,Tago Mago",
      "line 2: the quote that opens here is never closed"
    ),
  ])
  func `an invalid line is named`(text: String, words: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "set.csv")
    let error = #expect(throws: CatalogueError.self) { _ = try EvaluationSet(at: folder.path) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test func `missing photographs are named and skipped`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "file,artist,title,category\nhere.jpg,Can,Tago Mago,\nthere.jpg,Can,Ege Bamyasi,old",
      to: "set.csv")
    try folder.write("", to: "here.jpg")
    let set = try EvaluationSet(at: folder.path)
    #expect(set.cases.map(\.name) == ["here.jpg"])
    #expect(set.cases.map(\.category) == ["all"])
    #expect(set.missing == ["there.jpg"])
  }

  @Test func `the project's own set is valid and has every category`() throws {
    let set = try EvaluationSet(at: "\(Checkout.root)/sample/evaluation")
    #expect(set.cases.isEmpty, "photographs of sleeves are not ours to ship")
    #expect(set.missing.count >= 40)
    for kind in [
      "popular", "obscure", "editions", "script", "archive", "bootleg", "damaged", "partial",
      "controversy",
    ] {
      #expect(set.missing.contains { $0.hasPrefix(kind) }, "\(kind)")
    }
  }
}
