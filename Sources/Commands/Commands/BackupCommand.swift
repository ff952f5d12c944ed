// Makes a backup of the history in one file.

import Albums
import ArgumentParser
import Exchange
import Host
import Store

struct BackupHistory: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Write the whole history into one file, while scans run.",
    discussion: """
      The file is a tar file with the database, the artwork, the photos of waiting scans and the \
      control file. It contains no keys, no certificates and no sign-ins. It is read back before it \
      gets its name.
      """)

  @ParentCommand var program: AlbumScan
  @Flag(help: "Replace a file of that name.") var replace = false
  @Flag(help: "Print one JSON document.") var json = false
  @Argument(help: "The file to write, outside of the data folder and the site.") var file: String

  func run() async throws {
    let setup = try Setup(program)
    let store = try setup.openStore(waitMilliseconds: 600_000)
    let report: Backup.Report
    do throws(BackupError) {
      report = try Backup(setup.configuration).write(
        store, to: file, replaces: replace, at: Setup.now())
    } catch {
      throw Ending(error, refused: .usage)
    }
    try setup.noteBackup(report)
    if json { return try Terminal.printJSON(Report(report)) }
    Terminal.print(setup.words.text(report.sentence))
  }

  private struct Report: Encodable {
    let version = 1
    let file: String
    let finds: Int
    let files: Int
    let bytes: Int
    let missing: [String]

    init(_ report: Backup.Report) {
      file = report.file
      finds = report.finds
      files = report.files
      bytes = report.bytes
      missing = report.missing
    }
  }
}

extension Backup.Report {
  /// The backup in one line.
  var sentence: Sentence {
    Sentence(
      "cli.backup.done",
      [
        "file": .text(file), "count": .count(finds), "files": .count(files),
        "size": .text("\((bytes + (1 << 20) - 1) >> 20)"),
      ])
  }
}

extension Setup {
  /// The maximum number of missing files that are printed.
  private static let mostNamed = 10

  /// Prints the missing files, and stores the time of the backup for the status page. The text of
  /// the marker file stays.
  func noteBackup(_ report: Backup.Report) throws(HostError) {
    if !report.missing.isEmpty {
      let names = report.missing.prefix(Self.mostNamed).joined(separator: ", ")
      Terminal.note(
        words(
          "cli.backup.missing", ["count": .count(report.missing.count), "files": .text(names)]))
    }
    let marker = configuration.backupMarker
    let text = Files.exists(marker) ? try Files.read(marker, limit: 4096) : []
    try Files.replace(marker, with: text, durably: false)
  }

  /// The present day in the installation's time zone: `2026-11-22`.
  var today: String {
    let time = words.zone.civilTime(of: Self.now())
    let parts = [time.month, time.day].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(time.year)-\(parts[0])-\(parts[1])"
  }
}
