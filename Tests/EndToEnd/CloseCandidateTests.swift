// Several albums are equally likely, or the model chose no album. The find then gets the best
// candidate, is not sure, and offers the other candidates. Source: docs/product.md step 5.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct CloseCandidateTests {
  static func answer(_ status: String, _ confidences: [String]) -> String {
    let names = [("AC/DC", "Back in Black", 1980), ("Sigur Rós", "( )", 2002)]
    let candidates = zip(names, confidences).map { name, confidence in
      """
      {"artist":"\(name.0)","album":"\(name.1)","year":\(name.2),"confidence":"\(confidence)",\
      "reason":"black"}
      """
    }
    return """
      {"status":"\(status)","text_read":"BLACK","text_confidence":"low","description":"black",\
      "candidates":[\(candidates.joined(separator: ","))],"genres":["rock"],"record_label":"Atlantic"}
      """
  }

  static let cases: [(name: String, answer: String, hasPicture: Bool, isSure: Bool)] = [
    ("one, settled on", answer("identified", ["high"]), false, true),
    ("two as likely", answer("identified", ["high", "high"]), false, false),
    ("two as likely, and the picture", answer("identified", ["high", "high"]), true, true),
    ("one far ahead", answer("identified", ["high", "low"]), false, true),
    ("not settled on", answer("search_needed", ["medium"]), false, false),
    ("not settled on, and the picture", answer("search_needed", ["medium"]), true, true),
  ]

  @Test(arguments: cases)
  func `the existence of an album does not make it the album of the cover`(
    name: String, answer: String, hasPicture: Bool, isSure: Bool
  ) throws {
    var answers = ModelAnswers.knowing([])
    let album = Awkward.backInBlack
    answers.identify(sleeve: album.sleeve, as: ModelAnswer(answer), subject: album.subject)
    let realm = try Realm(answers)
    if !hasPicture { realm.archive.order(.notFound, .always) }
    #expect(try realm.scan(album).exitCode == 0, "\(name)")
    let find = try #require(try realm.find(titled: "Back in Black"))
    #expect(find.isSure == isSure, "\(name)")
    let page = try realm.installation.text("album/\(find.id)/index.html")
    #expect(page.contains("Best guess.") == !isSure, "\(name)")
    let isOffered = page.contains("Sigur Rós")
    #expect(isOffered == answer.contains("Sigur"), "\(name)")
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0)
  }
}
