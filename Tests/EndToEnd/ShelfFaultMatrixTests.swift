// A table with a cell for each fault of each step of a shelf. For each cell, the whole job runs. A cell
// has the state, the reason and the cost. After every fault, no item is lost, a retry completes the
// shelf, and no sheet is paid for twice.

import Albums
import Host
import Services
import Store
import Support
import Testing

/// A step of a shelf that may fail.
enum ShelfStep: String, CaseIterable, Sendable {
  /// albumscan-photo finds the boxes.
  case detect
  /// albumscan-photo makes the pictures of the sheets.
  case sheet
  /// The model reads the sheets.
  case read
  /// Open Library is asked about the names.
  case ground
  /// MusicBrainz is asked about the names of a record.
  case groundRecord
  /// Open Library is asked for the cover.
  case cover
  /// albumscan-photo makes artwork of the cover.
  case artwork
}

/// A fault of a service or of a program.
enum ShelfFault: Sendable, CustomStringConvertible {
  case service(MatrixFault)
  case program(PhotoProgramFault)

  var description: String {
    switch self {
    case .service(let fault): fault.name
    case .program(let fault): fault.rawValue
    }
  }

  static let services: [ShelfFault] = [
    MatrixFault(name: "refused", fault: nil), MatrixFault(name: "timeout", fault: .timeout),
    MatrixFault(name: "401", fault: .unauthorised),
    MatrixFault(name: "429", fault: .rateLimited(retryAfterSeconds: 1)),
    MatrixFault(name: "429 quota", fault: .quota), MatrixFault(name: "500", fault: .serverError),
    MatrixFault(name: "garbage", fault: .garbage),
    MatrixFault(name: "cut off", fault: .cutOff(afterBytes: nil)),
  ].map { .service($0) }

  static let programs: [ShelfFault] = PhotoProgramFault.allCases.map { .program($0) }
}

/// The expected result of a shelf if the fault lasts.
struct ExpectedShelf: Equatable, Sendable {
  enum Page: String, Sendable {
    /// The photo cannot be used.
    case failed
    /// The shelf waits without boxes, or with boxes without names.
    case waitingForBoxes, waitingForNames
    /// The names are read, and no service knows the work.
    case withoutWork
    /// The work is known, and has no picture.
    case withoutCover
  }

  let page: Page

  /// Whether each call is booked at its maximum cost, because an answer that did not arrive completely
  /// may be charged.
  var isLost = false
}

/// A cell of the table.
struct ShelfCell: Sendable, CustomStringConvertible {
  let step: ShelfStep
  let fault: ShelfFault
  var description: String { "\(step) \(fault)" }

  static let all = ShelfStep.allCases.flatMap { step in
    step.faults.map { ShelfCell(step: step, fault: $0) }
  }

  /// Whether the cell waits for a timeout of 15 s or more. Only `make torture` has such a cell.
  var isSlow: Bool {
    switch (step, fault) {
    case (.read, _): false
    case (_, .program(.hangs)): true
    case (_, .service(let fault)): fault.fault == .timeout
    default: false
    }
  }

  /// Source: docs/faults.md C4, E4, docs/product.md "Shelves".
  var expected: ExpectedShelf {
    switch step {
    case .detect:
      if case .program(.refuses) = fault { return ExpectedShelf(page: .failed) }
      return ExpectedShelf(page: .waitingForBoxes)
    case .sheet: return ExpectedShelf(page: .waitingForNames)
    case .read:
      let isLost = ["timeout", "garbage", "cut off"].contains("\(fault)")
      return ExpectedShelf(page: .waitingForNames, isLost: isLost)
    case .ground, .groundRecord: return ExpectedShelf(page: .withoutWork)
    case .cover, .artwork: return ExpectedShelf(page: .withoutCover)
    }
  }
}

extension ShelfStep {
  var faults: [ShelfFault] {
    switch self {
    // A sheet is made of the shelf picture, which is readable.
    case .sheet: ShelfFault.programs.filter { "\($0)" != "refuses" }
    case .detect, .artwork: ShelfFault.programs
    // Open Library and MusicBrainz have no accounts.
    case .ground, .groundRecord, .cover: ShelfFault.services.filter { "\($0)" != "429 quota" }
    case .read: ShelfFault.services
    }
  }

  /// The command of albumscan-photo.
  fileprivate var command: String {
    switch self {
    case .detect: "shelf"
    case .sheet: "sheet"
    case .artwork: "artwork"
    case .read, .ground, .groundRecord, .cover: ""
    }
  }
}

@Suite(.serialized) struct ShelfFaultMatrixTests {
  static let sample =
    sampled(ShelfCell.all.filter { !$0.isSlow }, 4, of: "cells of a shelf", name: \.description)
    + (Environment.isTorture ? ShelfCell.all.filter(\.isSlow) : [])

  @Test(arguments: sample)
  func `each fault of each step leaves a documented shelf, and a retry completes it`(
    cell: ShelfCell
  ) throws {
    let house = try house(for: cell.step)
    try order(cell, in: house)
    let sent = try house.upload(try ShelfHouse.photo(.sparse))
    switch cell.expected.page {
    case .waitingForBoxes, .waitingForNames: try house.workUntilWaiting(sent.id)
    case .failed, .withoutWork, .withoutCover: try house.work()
    }
    try expectResult(of: cell, house, sent)
    #expect(house.refusals.isEmpty, "\(house.refusals)")
    #expect(house.realm.model.log.privacyFaults.isEmpty)
    try house.expectLedgerOfRequests(sent.id, "\(cell)")
    if cell.expected.page != .failed { try expectRetryWorks(after: cell, house, sent) }
  }

  private static let book = PlayedShelf([1: PlayedSpine("The Hobbit", "J.R.R. Tolkien")])
  private static let record = PlayedShelf([1: PlayedSpine("Heroes", "David Bowie", kind: .record)])

  private func house(for step: ShelfStep) throws -> ShelfHouse {
    switch step {
    case .detect, .sheet, .artwork:
      try ShelfHouse(Self.book, programs: try FaultyPhotoProgram.programs())
    case .read: try ShelfHouse(Self.book, settings: "model-timeout: 2")
    case .groundRecord: try ShelfHouse(Self.record)
    case .ground, .cover: try ShelfHouse(Self.book)
    }
  }

  private func order(_ cell: ShelfCell, in house: ShelfHouse) throws {
    let realm = house.realm
    switch (cell.step, cell.fault) {
    case (_, .program(let fault)): try house.installation.order(fault, of: cell.step.command)
    case (.read, .service(let fault)): try realm.model.order(fault, of: .shelf)
    case (.groundRecord, .service(let fault)): try realm.musicBrainz.order(fault)
    case (.cover, .service(let fault)):
      // The redirect to a cover has no body that could be cut off. A closed port cannot distinguish
      // kinds of requests, so it closes after the search for the work, before the request for the cover.
      let kind: RequestKind = fault.name == "cut off" ? .picture : .front
      try realm.openLibrary.order(fault, of: kind, closingAfter: .search)
    case (_, .service(let fault)): try realm.openLibrary.order(fault)
    }
  }

  private func expectResult(
    of cell: ShelfCell, _ house: ShelfHouse, _ sent: ShelfHouse.Sent
  ) throws {
    let shelf = try house.shelf(sent.id)
    let page = try house.page(of: sent)
    let first = shelf.items.first
    let records = try house.installation.store().callRecords(of: sent.id)
    #expect(Files.exists(house.picture(of: sent.id)) == (cell.expected.page != .failed))
    switch cell.expected.page {
    case .failed:
      #expect(shelf.state == .failed && shelf.failure == .unreadable)
      #expect(page.contains("Scanning Failed") && records.isEmpty)
      // Better light helps a dark photo; this one is unreadable.
      #expect(!page.contains("better lighting"))
    case .waitingForBoxes:
      #expect(shelf.state == .waiting && shelf.items.isEmpty && records.isEmpty)
      #expect(page.contains("Try again now"), "\(page)")
    case .waitingForNames:
      #expect(shelf.state == .waiting && !shelf.items.isEmpty)
      #expect(page.contains("Try again now"), "\(page)")
      let lost = records.filter { $0.state == "reserved" }
      #expect(!lost.isEmpty == cell.expected.isLost, "\(records.map(\.state))")
      #expect(records.allSatisfy { $0.answer == nil || cell.step == .read })
    case .withoutWork:
      #expect(shelf.state == .complete && shelf.failure == nil)
      #expect(first?.names != nil && first?.work == nil && first?.sureness != .sure)
    case .withoutCover:
      #expect(shelf.state == .complete && shelf.failure == nil)
      #expect(first?.work != nil && first?.work?.album.artwork == nil && first?.sureness == .sure)
    }
  }

  /// The fault ends, and the person tries again: with the button of a shelf that waits, else by saving
  /// the names of the item.
  private func expectRetryWorks(
    after cell: ShelfCell, _ house: ShelfHouse, _ sent: ShelfHouse.Sent
  ) throws {
    let realm = house.realm
    let asked = realm.model.log.count(of: .shelf)
    realm.model.recover()
    realm.musicBrainz.recover()
    realm.openLibrary.recover()
    try house.installation.recoverPhotoProgram()
    let before = try house.shelf(sent.id)
    let spine = (cell.step == .groundRecord ? Self.record : Self.book)[1]
    switch before.state {
    case .waiting:
      #expect(try house.post("/scans/\(sent.id)/retry", cookie: sent.cookie).status == 200)
    default:
      let names = "title=\(spine.title ?? "")&creator=\(spine.creator ?? "")&kind=\(spine.kind)"
      try house.post(
        "/scans/\(sent.id)/items/1/edit", names.replacing(" ", with: "+"), cookie: sent.cookie)
    }
    try house.work()
    let shelf = try house.shelf(sent.id)
    #expect(
      shelf.state == .complete && shelf.failure == nil, "\(String(describing: shelf.failure))")
    #expect(before.items.isEmpty || shelf.items.map(\.number) == before.items.map(\.number))
    #expect(shelf.items.allSatisfy { $0.reading != nil })
    let first = try #require(shelf.items.first)
    #expect(first.work != nil && first.sureness == .sure, "\(first)")
    #expect(first.work?.album.artwork != nil || cell.step == .groundRecord)
    try house.expectLedgerOfRequests(sent.id, "\(cell)")
    if before.state != .waiting { #expect(realm.model.log.count(of: .shelf) == asked) }
    try expectPaidOnce(sent.id, house)
    #expect(try house.installation.store().queuedJobs().isEmpty)
  }

  /// Each sheet has one answer. The row of a lost answer does not count.
  private func expectPaidOnce(_ id: ScanID, _ house: ShelfHouse) throws {
    let answers = try house.installation.sqlite(
      "SELECT part FROM calls WHERE answer IS NOT NULL AND attempt = 1"
    ).split(separator: "\n")
    #expect(answers.count == Set(answers).count, "\(answers)")
    #expect(!answers.isEmpty)
  }
}
