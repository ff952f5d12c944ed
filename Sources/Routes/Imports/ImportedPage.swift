// GET …/imports/<id>: the state of an uploaded file. It is the dry run with the button that starts the
// import, the progress of a step, or the result with the undo.

import Albums
import CGI
import Host
import Store
import Text

struct ImportedPage {
  static let folder = "/cgi-bin/albumscan/imports"

  /// The maximum number of names in the list of edited finds that stay after an undo. Source:
  /// docs/limits.md.
  private static let mostKept = 200

  let access: Access

  private var installation: Installation { access.installation }

  /// The state of the file.
  private enum State {
    case working(String)
    case refused(String)
    case checked(ImportSummary)
    case imported(number: Int64?, count: Int, repairs: Int)

    /// `sentence` says how many finds were deleted. Edited finds stay.
    case undone(sentence: String?, kept: [Find])
  }

  func page(of upload: UploadID, _ store: borrowing Store) throws -> RouteResult {
    guard let last = try store.uploadedImport(upload) else { throw Refusal.notFound }
    let state = try state(of: last, store)
    let needsWorker = try installation.needsWorker(store)
    if access.request.wantsJSON {
      return RouteResult(.json(.ok, json(state, last)), needsWorker: needsWorker)
    }
    var fill = PageFill()
    fill["id"] = upload.text
    fill["name"] = installation.name(of: last.order.name)
    switch state {
    case .working(let message):
      fill["message"] = message
      fill.show("working")
      fill.show("cancel", last.order.step == .check)
    case .refused(let message):
      fill["message"] = message
      fill.show("refused")
    case .checked(let summary): add(summary, to: &fill)
    case .imported(let number, let count, let repairs):
      fill["message"] = result(count, repairs)
      fill["number"] = number.map { "\($0)" } ?? ""
      fill.show("imported")
      fill.show("undo", number != nil && count > 0)
    case .undone(let sentence, let kept): add(sentence, kept, to: &fill)
    }
    return RouteResult(
      try installation.page(.imported, fill).response, needsWorker: needsWorker)
  }

  // MARK: The state

  private func state(of last: UploadedImport, _ store: borrowing Store) throws -> State {
    let summary = try summary(of: last.order.upload)
    switch (last.state, last.order.step) {
    case (.queued, _): return .working(try message(about: last, summary, store))
    case (.failed, _):
      if let reason = summary?.refusal {
        return .refused(installation.sentence("import.refused", ["reason": .text(reason)]))
      }
      return .refused(installation.text(last.failure ?? .gaveUp))
    case (.done, .check):
      // The result of the dry run is removed after a day.
      guard let summary else { throw Refusal.notFound }
      return .checked(summary)
    case (.done, .run), (.done, .undo):
      guard let number = last.order.number else {
        return .imported(number: nil, count: 0, repairs: summary?.repairs ?? 0)
      }
      let count = try store.countImportedRows(of: number)
      guard try store.importRecord(number)?.undone != nil else {
        return .imported(number: number, count: count, repairs: summary?.repairs ?? 0)
      }
      var kept: [Find] = []
      for id in try store.importedFinds(of: number, atMost: Self.mostKept) {
        if let find = try store.find(id) { kept.append(find) }
      }
      let deleted = last.order.rowCount.map { sentence("import.deleted", max(0, $0 - count)) }
      return .undone(sentence: deleted, kept: kept)
    }
  }

  private func summary(of upload: UploadID) throws -> ImportSummary? {
    let path = installation.configuration.importReport(upload.text)
    guard Files.exists(path) else { return nil }
    return JSON(try Files.read(path, limit: 4 << 20)).flatMap { ImportSummary($0) }
  }

  /// The progress of a step, or the reason why the step waits.
  private func message(
    about last: UploadedImport, _ summary: ImportSummary?, _ store: borrowing Store
  ) throws -> String {
    if let failure = last.failure { return installation.text(failure) }
    guard last.order.step == .run, let summary, let number = last.order.number,
      let record = try store.importRecord(number)
    else { return installation.sentence("import.working.\(last.order.step.rawValue)") }
    return installation.sentence(
      "import.progress",
      ["done": .count(min(record.read, summary.rowCount)), "count": .count(summary.rowCount)])
  }

  private func json(_ state: State, _ last: UploadedImport) -> JSON {
    var summary: ImportSummary?
    let message: String?
    switch state {
    case .working(let text), .refused(let text): message = text
    case .checked(let checked): (summary, message) = (checked, nil)
    case .imported(_, let count, let repairs): message = result(count, repairs)
    case .undone(let sentence, _): message = sentence
    }
    return [
      "version": 1, "id": .string(last.order.upload.text), "name": .string(last.order.name),
      "step": .string(last.order.step.rawValue), "state": .string(last.state.rawValue),
      "import": last.order.number.map { .integer(Int($0)) } ?? .null,
      "message": message.map { .string($0) } ?? .null, "dryRun": summary?.json ?? .null,
    ]
  }

  // MARK: Parts of the page

  private func add(_ summary: ImportSummary, to fill: inout PageFill) {
    fill.show("checked")
    fill["new"] = number(summary.new)
    fill["existing"] = number(summary.existing)
    fill["ambiguous"] = number(summary.ambiguous)
    fill["unusable"] = number(summary.unusable)
    if summary.albumsToLookUp > 0 {
      fill["needs"] = installation.sentence(
        "import.needs",
        [
          "count": .count(summary.albumsToLookUp),
          "time": .sentence(ImportSummary.time(summary.minutes)),
          "megabytes": .count(summary.megabytes),
        ])
      fill.show("needs")
    }
    fill["repairs"] = sentence("import.repairs", summary.repairs)
    fill.show("repairs", summary.repairs > 0)
    fill.list(
      "unread",
      summary.unread.sentences.map { sentence in
        var entry = PageFill()
        entry["unread"] = installation.text(sentence)
        return entry
      })
    let hasSome = summary.new + summary.ambiguous + summary.repairs > 0
    fill.show("some", hasSome)
    fill.show("nothing", !hasSome)
    fill["button"] = button(summary)
    fill["ambiguous-choice"] = sentence("import.ambiguous", summary.ambiguous)
    fill.show("ambiguous", summary.ambiguous > 0)
    if let cost = summary.reviewCost, summary.albumsToReview > 0 {
      fill["reviews-choice"] = installation.sentence(
        "import.reviews",
        ["count": .count(summary.albumsToReview), "amount": .money(cost.inWholeCents)])
      fill.show("reviews")
    }
    addProblems(of: summary, to: &fill)
  }

  private func button(_ summary: ImportSummary) -> String {
    if summary.new > 0 { return sentence("import.button", summary.new) }
    return installation.sentence(
      summary.ambiguous > 0 ? "import.button.any" : "import.button.repair")
  }

  private func addProblems(of summary: ImportSummary, to fill: inout PageFill) {
    fill.show("problems", !summary.problems.isEmpty)
    fill.list(
      "problem",
      summary.problems.map { problem in
        var entry = PageFill()
        entry["line"] = installation.sentence("import.line", ["line": .count(problem.line)])
        entry["title"] = problem.title
        entry["artist"] = problem.artist
        entry["reason"] = problem.reason
        return entry
      })
    let more = summary.ambiguous + summary.unusable - summary.problems.count
    fill["more"] = sentence("import.more", more)
    fill.show("more", more > 0)
  }

  private func add(_ sentence: String?, _ kept: [Find], to fill: inout PageFill) {
    fill["message"] = sentence ?? ""
    fill.show("undone")
    fill.show("kept", !kept.isEmpty)
    fill.list(
      "find",
      kept.map { find in
        var entry = PageFill()
        entry["page"] = find.page
        entry["title"] = find.album.title
        entry["artist"] = find.album.artist
        return entry
      })
  }

  private func sentence(_ key: String, _ count: Int) -> String {
    installation.sentence(key, ["count": .count(count)])
  }

  private func result(_ count: Int, _ repairs: Int) -> String {
    let sentences = [
      count > 0 || repairs == 0 ? sentence("import.result", count) : nil,
      repairs > 0 ? sentence("import.repaired", repairs) : nil,
    ]
    return sentences.compactMap(\.self).joined(separator: " ")
  }

  private func number(_ count: Int) -> String {
    installation.messages?.number(count) ?? "\(count)"
  }
}
