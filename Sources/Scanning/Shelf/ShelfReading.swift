// Reads the sheets of a shelf with the model: books all calls first, sends at most four at once, and
// gives each item as soon as it is read. A failed sheet does not stop the others. Source:
// docs/limits.md "Shelves".

package import Albums
import Host
import Models
package import Store

/// The names that were read on the sheets, and the failures of sheets.
package struct ShelfReadings: Equatable, Sendable {
  /// By the number of the item. An item without a reading stays unread.
  package fileprivate(set) var readings: [Int: SpineReading] = [:]

  /// By the `part` of the sheet. A sheet that failed may have readings of some items.
  package fileprivate(set) var failures: [Int: ScanFailure] = [:]

  /// Of the failures after which a later attempt can read more, the one with the latest
  /// `notBefore`. Nil if no attempt can. For example, sheets that the cap, the plan or a limit does
  /// not admit stay unread.
  package var retryable: ScanFailure? {
    failures.values.filter(\.isRetryable)
      .max { ($0.notBefore?.milliseconds ?? 0) < ($1.notBefore?.milliseconds ?? 0) }
  }
}

package struct ShelfReading: Sendable {
  /// The maximum number of calls of one shelf at the same time.
  package static let callsAtOnce = 4

  package let call: ModelCall
  package let model: String
  let prompt: Prompt

  init(call: ModelCall, model: String, prompt: Prompt) {
    self.call = call
    self.model = model
    self.prompt = prompt
  }

  /// Nil if the prompt for shelves cannot be read; the log contains the reason. A host's own folder
  /// of prompts may be older than the prompt for shelves.
  init?(call: ModelCall, model: String, configuration: Configuration, _ log: LogFile) {
    do {
      let prompt = try Prompt("shelf", in: configuration.prompts)
      self.init(call: call, model: model, prompt: prompt)
    } catch {
      log.write(call.now().iso, "shelf", "\(error)", level: .warning)
      return nil
    }
  }

  /// The version of the prompt, for the results.
  package var promptVersion: String { prompt.version }

  /// Reads the sheets in order. `onItem` gets the number and the reading of each item once for each
  /// answer, also of an answer that the ledger has already.
  package func read(
    _ sheets: [ShelfSheet], for owner: CallOwner,
    onItem: @escaping @Sendable (_ number: Int, SpineReading) async -> Void
  ) async -> ShelfReadings {
    let booked: [BookedSheet]
    do {
      booked = try await book(sheets, for: owner)
    } catch {
      let failures = sheets.map { ($0.part, error) }
      return ShelfReadings(failures: Dictionary(failures) { first, _ in first })
    }
    Failpoint.pass("shelf:booked")
    var result = ShelfReadings()
    await withTaskGroup(of: SheetOutcome.self) { group in
      for (index, sheet) in booked.enumerated() {
        if index >= Self.callsAtOnce, let outcome = await group.next() { result.add(outcome) }
        group.addTask { await read(sheet, for: owner, onItem) }
      }
      for await outcome in group { result.add(outcome) }
    }
    return result
  }

  /// All calls are booked in one transaction.
  private func book(
    _ sheets: [ShelfSheet], for owner: CallOwner
  ) async throws(ScanFailure) -> [BookedSheet] {
    var calls: [(question: Question, planned: PlannedCall)] = []
    for sheet in sheets {
      let question = ShelfQuestion.question(about: sheet, model: model, prompt: prompt)
      let planned = try call.plan(
        question, for: owner, .shelf, prompt: prompt.version, part: sheet.part)
      calls.append((question, planned))
    }
    let bookings = try await call.book(calls.map(\.planned))
    return zip(sheets, zip(calls, bookings)).map { sheet, booked in
      BookedSheet(
        sheet: sheet, question: booked.0.question, planned: booked.0.planned, booking: booked.1)
    }
  }

  /// Reads one sheet. If no item of the first answer can be read, asks a second time.
  private func read(
    _ booked: BookedSheet, for owner: CallOwner,
    _ onItem: @escaping @Sendable (Int, SpineReading) async -> Void
  ) async -> SheetOutcome {
    let part = booked.sheet.part
    let first = await follow(booked.sheet, onItem) { (onText) throws(ScanFailure) in
      try await call.answer(
        booked.question, booked: booked.planned, booked.booking, onText: onText)
    }
    guard first.failure == nil, first.readings.isEmpty else { return first }
    let again = booked.question.again(
      because: "There was no item with a number of the picture in it.")
    let second = await follow(booked.sheet, onItem) { (onText) throws(ScanFailure) in
      try await call.answer(
        again, for: owner, .shelf, prompt: prompt.version, attempt: 2, part: part, onText: onText)
    }
    guard second.failure == nil, second.readings.isEmpty else { return second }
    return SheetOutcome(
      part: part, readings: [:], failure: ScanFailure(.nonsenseTwice, isFinal: true))
  }

  /// Makes a call and gives its items while the answer arrives. A call that fails after all its items
  /// were read is a success.
  private func follow(
    _ sheet: ShelfSheet, _ onItem: @escaping @Sendable (Int, SpineReading) async -> Void,
    _ ask: @Sendable (@escaping TextHandler) async throws(ScanFailure) -> ModelAnswer
  ) async -> SheetOutcome {
    let (pieces, ear) = AsyncStream.makeStream(of: String.self)
    async let heard = Self.hear(pieces, ShelfReader(numbers: sheet.numbers), onItem)
    var failure: ScanFailure?
    var answer: ModelAnswer?
    do {
      answer = try await ask { ear.yield($0) }
    } catch {
      failure = error
    }
    ear.finish()
    var reader = await heard
    if let answer {
      for item in reader.finish(with: answer.text) { await onItem(item.number, item.reading) }
    }
    return SheetOutcome(
      part: sheet.part, readings: reader.readings, failure: reader.isComplete ? nil : failure)
  }

  private static func hear(
    _ pieces: AsyncStream<String>, _ reader: ShelfReader,
    _ onItem: @escaping @Sendable (Int, SpineReading) async -> Void
  ) async -> ShelfReader {
    var reader = reader
    for await piece in pieces {
      for item in reader.hear(piece) { await onItem(item.number, item.reading) }
    }
    return reader
  }
}

/// A sheet with its question and the booking of its call.
private struct BookedSheet: Sendable {
  let sheet: ShelfSheet
  let question: Question
  let planned: PlannedCall
  let booking: Booking
}

/// The result of a sheet's calls.
private struct SheetOutcome: Sendable {
  let part: Int
  let readings: [Int: SpineReading]
  let failure: ScanFailure?
}

extension ShelfReadings {
  fileprivate mutating func add(_ outcome: SheetOutcome) {
    readings.merge(outcome.readings) { first, _ in first }
    if let failure = outcome.failure { failures[outcome.part] = failure }
  }
}
