// Imports from the web: gives the worker the imports of module `Exchange`, and puts their results into
// words.

import Albums
import Exchange
import Host
import Photos
import Scanning
import Store

/// The actor lets other work run between two batches of an import.
extension DatabaseActor: ImportDatabase {}

struct WebImports: FileImports {
  let words: Phrasebook
  let artworkFolder: String
  let photoProgram: PhotoProgram
  let log: LogFile

  private var restore: HistoryRestore {
    HistoryRestore(artworkFolder: artworkFolder, photoProgram: photoProgram)
  }

  func summary(
    of file: String, in database: DatabaseActor, at now: Timestamp
  ) async throws -> ImportSummary {
    try await reading {
      switch try ImportKind.of(file) {
      case .log:
        let archive = try HistoryArchive(file)
        return summary(try await restore.report(of: archive, in: database))
      case .table:
        let table = try TableFile(file, zone: words.zone, at: now)
        return summary(try await TableImport(table, name: "").report(in: database))
      }
    }
  }

  /// The accounts of an export are not imported. In an installation without people, they would end
  /// the access of the owner who imports the file.
  func run(
    _ file: String, _ order: ImportOrder, by person: PersonID, into database: DatabaseActor,
    rowsPerCommit: Int, at now: Timestamp, began: (Int64) async throws -> Void,
    progress: () async throws -> Void
  ) async throws {
    try await reading {
      switch try ImportKind.of(file) {
      case .log:
        let archive = try HistoryArchive(file)
        _ = try await restore.report(of: archive, in: database)
        _ = try await restore.run(
          archive, name: order.name, by: person, into: database, takesPeople: false,
          writesReviews: order.writesReviews, rowsPerCommit: rowsPerCommit, at: now,
          leftOut: { log.write(now.iso, "import", "\(order.name): picture \($0) is unreadable") },
          began: began, progress: { _ in try await progress() })
      case .table:
        let table = try TableFile(file, zone: words.zone, at: now)
        _ = try await TableImport(table, name: order.name).run(
          by: person, into: database, takesAmbiguous: order.takesAmbiguous,
          writesReviews: order.writesReviews, rowsPerCommit: rowsPerCommit, at: now,
          makeID: { FindID(randomBytes: Randomness.bytes(FindID.randomByteCount)) },
          began: began, progress: { _ in try await progress() })
      }
    }
  }

  private func reading<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let error as ImportError {
      throw UnusableFile(reason: words.text(error.sentence))
    } catch {
      if error is StoreError || error is HostError || error is PhotoProgramError { throw error }
      throw UnusableFile(reason: "\(error)")
    }
  }

  private func summary(_ report: ImportReport) -> ImportSummary {
    var summary = ImportSummary()
    summary.new = report.count(.new)
    summary.existing = report.count(.existing)
    summary.ambiguous = report.count(.ambiguous)
    summary.unusable = report.count(.unusable)
    summary.repairs = report.repairs
    summary.unread = report.unread
    summary.albumsToLookUp = report.albumsToLookUp
    summary.minutes = report.minutes
    summary.megabytes = report.megabytes
    summary.albumsToReview = report.albumsToReview
    let left = report.rows.lazy.filter { $0.verdict == .unusable || $0.verdict == .ambiguous }
    summary.problems = left.prefix(ImportSummary.mostProblems).map(problem)
    return summary
  }

  private func problem(_ row: ImportReport.Row) -> ImportSummary.Problem {
    let isAmbiguous = row.verdict == .ambiguous
    // The reason of the row names an option of the command line, so the page has a sentence of its own.
    let reason = isAmbiguous ? Sentence("import.may-be-known") : row.reason
    return ImportSummary.Problem(
      line: row.line, isAmbiguous: isAmbiguous, artist: shortened(row.artist),
      title: shortened(row.title), reason: reason.map { words.text($0) } ?? "")
  }

  /// Without a limit, a name could be as long as the whole file.
  private func shortened(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.prefix(200)))
  }
}
