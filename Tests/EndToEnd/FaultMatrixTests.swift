// Every service a scan asks × everything that can go wrong with it: the state, the page and the cost of
// each cell. The table is the documentation.

import Albums
import Host
import Services
import Store
import Support
import Testing

/// What is asked of whom.
enum AskedStage: String, CaseIterable, Sendable {
  case identify, search, musicBrainz, archive, image, review
}

/// What a scan is after a trouble that does not pass.
struct Aftermath: Equatable, Sendable, CustomStringConvertible {
  enum Page: String, Sendable {
    /// The scan's page: it waits, says why, and offers to try now.
    case waiting
    /// The album's page: whole; not sure and without its picture; without its picture; without a review.
    case whole, unsure, withoutArtwork, withoutReview
  }

  /// Calls that were answered, and whether one more is booked at its worst case, because what never
  /// arrived whole may have been answered and charged.
  struct Cost: Equatable, Sendable {
    var answered: Int
    var isOneLost = false
  }

  let page: Page
  let cost: Cost

  /// What is missing is asked for again by itself, for free.
  var isRefilled = false

  var description: String {
    "\(page), \(cost.answered) answered\(cost.isOneLost ? " and one lost" : "")"
      + (isRefilled ? ", refilled" : "")
  }
}

extension AskedStage {
  /// The table. Source: PRODUCT "Partial success always beats failure"; FAULTS E4, B5.
  func aftermath(of trouble: String) -> Aftermath {
    let isLost = ["timeout", "garbage", "cut off", "slow"].contains(trouble)
    let isHosts = ["401", "404", "429 quota"].contains(trouble)
    switch self {
    // The photo is kept and the scan waits; nothing is owed unless the call may have been answered.
    case .identify: return Aftermath(page: .waiting, cost: .init(answered: 0, isOneLost: isLost))
    // What call 1 named stands; MusicBrainz and the picture confirm it. Where only the host can help,
    // or nothing listens any more, the review is not asked for either.
    case .search where isHosts || trouble == "refused":
      return Aftermath(page: .withoutReview, cost: .init(answered: 1))
    case .search: return Aftermath(page: .whole, cost: .init(answered: 2, isOneLost: isLost))
    // Nothing confirms the album, and nothing leads to its picture.
    case .musicBrainz:
      return Aftermath(page: .unsure, cost: .init(answered: 2), isRefilled: true)
    // That there is no picture is an answer, and is not asked again.
    case .archive where trouble == "404", .image where trouble == "404":
      return Aftermath(page: .withoutArtwork, cost: .init(answered: 2))
    case .archive, .image:
      return Aftermath(page: .withoutArtwork, cost: .init(answered: 2), isRefilled: true)
    case .review:
      return Aftermath(page: .withoutReview, cost: .init(answered: 1, isOneLost: isLost))
    }
  }

  /// Makes the stage's service suffer.
  fileprivate func suffer(_ trouble: MatrixTrouble, in realm: Realm) throws {
    switch self {
    case .identify: try realm.model.suffer(trouble, of: .identify)
    case .search:
      try realm.model.suffer(trouble, of: .identifySearched, closingAfter: .identify)
    case .musicBrainz: try realm.musicBrainz.suffer(trouble)
    case .archive: try realm.archive.suffer(trouble, of: .front)
    case .image: try realm.archive.suffer(trouble, of: .picture, closingAfter: .archive)
    case .review: try realm.model.suffer(trouble, of: .review, closingAfter: .identify)
    }
  }
}

@Suite(.serialized) struct FaultMatrixTests {
  static let cells = AskedStage.allCases.flatMap { stage in
    Fault.matrix.map { (stage: stage, trouble: $0) }
  }

  /// Twice as many as there are troubles: each trouble comes twice.
  static let sample = sampled(cells, 2 * Fault.matrix.count, of: "cells of stage and trouble") {
    "\($0.stage) \($0.trouble)"
  }

  @Test(arguments: sample)
  func `each trouble of each service leaves a documented state, page and cost`(
    stage: AskedStage, trouble: MatrixTrouble
  ) throws {
    let realm = try realm(for: stage)
    try stage.suffer(trouble, in: realm)
    let expected = stage.aftermath(of: trouble.name)
    let answer = try realm.scan(Awkward.backInBlack)
    #expect(answer.exitCode == (expected.page == .waiting ? 4 : 0))
    let id = try #require(answer.json.firstMatch(of: #/"id":"([0-9a-z]{26})"/#)).output.1
    let store = try realm.installation.store()
    let scan = try #require(try store.scan(ScanID(unchecked: String(id))))
    #expect(try cost(of: scan.id, store) == expected.cost)
    #expect(try store.queuedErrands().map(\.kind) == (expected.isRefilled ? [.refill] : []))
    try expectPage(expected.page, scan, realm)
    #expect(realm.model.log.requests.count <= 6, "whatever happens")
    #expect(realm.model.log.refusals.isEmpty, "\(realm.model.log.refusals)")
  }

  /// The model sees at once which album it is; where call 2 is tried it needs to search first.
  private func realm(for stage: AskedStage) throws -> Realm {
    let album = Awkward.backInBlack
    var answers = ModelAnswers.knowing([album])
    if stage == .search {
      answers.identify(
        album, as: ModelAnswer(album.identification(status: "search_needed")),
        searched: ModelAnswer(album.identification))
    }
    return try Realm(answers, settings: "model-timeout: 2")
  }

  private func cost(of scan: ScanID, _ store: borrowing Store) throws -> Aftermath.Cost {
    let calls = try store.callRecords(of: scan)
    return Aftermath.Cost(
      answered: calls.count { $0.answer != nil },
      isOneLost: calls.contains {
        $0.answer == nil && $0.state != "refused" && $0.state != "unsent"
      })
  }

  private func expectPage(_ page: Aftermath.Page, _ scan: Scan, _ realm: Realm) throws {
    guard page != .waiting else {
      #expect(scan.state == .waiting)
      #expect(Files.exists("\(realm.installation.data)/photos/\(scan.id).jpg"))
      let words = try realm.installation.text("scan/\(scan.id)/index.html")
      #expect(words.contains("Try again now") && !words.contains("Unable to identify"))
      return
    }
    #expect(scan.state == .complete)
    #expect(try realm.installation.photos.isEmpty)
    let find = try #require(try realm.installation.store().newestFinds(1).first)
    let words = try realm.installation.text("album/\(find.id)/index.html")
    #expect(words.contains("Back in Black"))
    #expect(find.isSure == (page != .unsure))
    #expect(words.contains("Not sure.") == (page == .unsure))
    let hasPicture = page == .whole || page == .withoutReview
    #expect(words.contains("-1000.jpg") == hasPicture)
    #expect(words.contains("Album art unavailable") == !hasPicture)
    #expect((find.review == nil) == (page == .withoutReview))
    #expect(words.contains("Review Temporarily Unavailable") == (page == .withoutReview))
  }
}
