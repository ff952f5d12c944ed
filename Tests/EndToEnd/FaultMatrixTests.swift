// A table of the services that a scan calls and of their faults. A cell has the state, the page and
// the cost. The table documents the behaviour.

import Albums
import Host
import Services
import Store
import Support
import Testing

/// The calls of a scan to its services.
enum CalledStage: String, CaseIterable, Sendable {
  case identify, search, musicBrainz, archive, image, review
}

/// The expected result of a scan if the fault lasts.
struct ExpectedResult: Equatable, Sendable, CustomStringConvertible {
  enum Page: String, Sendable {
    /// The scan's page. The scan waits; the page gives the reason and offers a manual retry.
    case waiting
    /// The album's page. In the order of the cases: with all parts; not sure and without artwork;
    /// without artwork; without a review.
    case whole, unsure, withoutArtwork, withoutReview
  }

  /// The number of answered calls. `isOneLost` says whether one more call is booked at its maximum
  /// cost, because an answer that did not arrive completely may be charged.
  struct Cost: Equatable, Sendable {
    var answered: Int
    var isOneLost = false
  }

  let page: Page
  let cost: Cost

  /// Whether a free automatic retry for the missing data is queued.
  var isRefilled = false

  var description: String {
    "\(page), \(cost.answered) answered\(cost.isOneLost ? " and one lost" : "")"
      + (isRefilled ? ", refilled" : "")
  }
}

extension CalledStage {
  /// The expected result for a fault in this stage. Source: docs/product.md "Partial success always
  /// beats failure"; docs/faults.md E4, B5.
  func expectedResult(of trouble: String) -> ExpectedResult {
    let isLost = ["timeout", "garbage", "cut off", "slow"].contains(trouble)
    let isHosts = ["401", "404", "429 quota"].contains(trouble)
    switch self {
    // The photo is kept and the scan waits. The ledger books a cost only if the service may have
    // answered the call.
    case .identify:
      return ExpectedResult(page: .waiting, cost: .init(answered: 0, isOneLost: isLost))
    // The album of call 1 is kept, and MusicBrainz and the picture confirm it. If the port is
    // closed, or only the host can repair the fault, the review is not requested either.
    case .search where isHosts || trouble == "refused":
      return ExpectedResult(page: .withoutReview, cost: .init(answered: 1))
    case .search: return ExpectedResult(page: .whole, cost: .init(answered: 2, isOneLost: isLost))
    // The album is not confirmed, and its picture cannot be found.
    case .musicBrainz:
      return ExpectedResult(page: .unsure, cost: .init(answered: 2), isRefilled: true)
    // "No picture" is an answer, so there is no retry.
    case .archive where trouble == "404", .image where trouble == "404":
      return ExpectedResult(page: .withoutArtwork, cost: .init(answered: 2))
    case .archive, .image:
      return ExpectedResult(page: .withoutArtwork, cost: .init(answered: 2), isRefilled: true)
    case .review:
      return ExpectedResult(page: .withoutReview, cost: .init(answered: 1, isOneLost: isLost))
    }
  }

  /// Makes the service of this stage answer with the fault.
  fileprivate func order(_ trouble: MatrixFault, in realm: Realm) throws {
    switch self {
    case .identify: try realm.model.order(trouble, of: .identify)
    case .search:
      try realm.model.order(trouble, of: .identifySearched, closingAfter: .identify)
    case .musicBrainz: try realm.musicBrainz.order(trouble)
    case .archive: try realm.archive.order(trouble, of: .front)
    case .image: try realm.archive.order(trouble, of: .picture, closingAfter: .archive)
    case .review: try realm.model.order(trouble, of: .review, closingAfter: .identify)
    }
  }
}

@Suite(.serialized) struct FaultMatrixTests {
  static let cells = CalledStage.allCases.flatMap { stage in
    Fault.matrix.map { (stage: stage, trouble: $0) }
  }

  /// The sample has one cell for each fault.
  static let sample = sampled(cells, Fault.matrix.count, of: "cells of stage and trouble") {
    "\($0.stage) \($0.trouble)"
  }

  @Test(arguments: sample)
  func `each trouble of each service leaves a documented state, page and cost`(
    stage: CalledStage, trouble: MatrixFault
  ) throws {
    let realm = try realm(for: stage)
    try stage.order(trouble, in: realm)
    let expected = stage.expectedResult(of: trouble.name)
    let answer = try realm.scan(Awkward.backInBlack)
    #expect(answer.exitCode == (expected.page == .waiting ? 4 : 0))
    let id = try #require(answer.json.firstMatch(of: #/"id":"([0-9a-z]{26})"/#)).output.1
    let store = try realm.installation.store()
    let scan = try #require(try store.scan(ScanID(unchecked: String(id))))
    #expect(try cost(of: scan.id, store) == expected.cost)
    #expect(try store.queuedJobs().map(\.request) == (expected.isRefilled ? [.refill] : []))
    try expectPage(expected.page, scan, realm)
    #expect(realm.model.log.requests.count <= 6, "whatever happens")
    #expect(realm.model.log.refusals.isEmpty, "\(realm.model.log.refusals)")
  }

  /// An installation whose model identifies the album in call 1. For the stage `search`, it first
  /// asks for call 2.
  private func realm(for stage: CalledStage) throws -> Realm {
    let album = Awkward.backInBlack
    var answers = ModelAnswers.knowing([album])
    if stage == .search {
      answers.identify(
        album, as: ModelAnswer(album.identification(status: "search_needed")),
        searched: ModelAnswer(album.identification))
    }
    return try Realm(answers, settings: "model-timeout: 2")
  }

  private func cost(of scan: ScanID, _ store: borrowing Store) throws -> ExpectedResult.Cost {
    let calls = try store.callRecords(of: scan)
    return ExpectedResult.Cost(
      answered: calls.count { $0.answer != nil },
      isOneLost: calls.contains {
        $0.answer == nil && $0.state != "refused" && $0.state != "unsent"
      })
  }

  private func expectPage(_ page: ExpectedResult.Page, _ scan: Scan, _ realm: Realm) throws {
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
    #expect(words.contains("Best guess.") == (page == .unsure))
    let hasPicture = page == .whole || page == .withoutReview
    #expect(words.contains("-1000.jpg") == hasPicture)
    #expect(words.contains("Album art unavailable") == !hasPicture)
    #expect((find.review == nil) == (page == .withoutReview))
    #expect(words.contains("Review Temporarily Unavailable") == (page == .withoutReview))
  }
}
