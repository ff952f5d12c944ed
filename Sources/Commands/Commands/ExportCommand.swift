// Exports the history into one file: complete, with pictures, or as a table.

import Albums
import ArgumentParser
import Exchange
import Host
import Store

struct Export: AsyncParsableCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case json, csv, discogs
    case safe = "csv-safe"
  }

  static let configuration = CommandConfiguration(
    abstract: "Write the log into one file.",
    discussion: """
      json: everything, as a ZIP with pictures; a path that ends with "/" makes a folder. csv: one line \
      for each find. csv-safe: the same for spreadsheets, which would run some texts as formulas. \
      discogs: the records that you have, in the columns of a Discogs collection. An existing file is \
      replaced.
      """)

  @ParentCommand var program: AlbumScan
  @Argument(help: ArgumentHelp("The new file.", valueName: "file")) var path: String
  @Option(help: "json, csv, csv-safe or discogs.") var format = Format.json

  func validate() throws {
    if format != .json, path.hasSuffix("/") {
      throw ValidationError("only --format json makes a folder")
    }
  }

  func run() async throws {
    let setup = try Setup(program)
    let words = setup.words
    // Scans must not wait for a long export, so the export reads a copy of the database.
    let copy = Files.temporaryPath(for: setup.configuration.database)
    let (count, all) = try setup.openStore().readingCopy(at: copy) { store in
      (try write(store, setup), try store.countFinds())
    }
    Terminal.print(words("cli.export.done", ["count": .count(count), "file": .text(path)]))
    if format == .discogs, count < all {
      Terminal.note(words("cli.export.only-have", ["count": .count(all - count)]))
    }
  }

  /// Returns the number of finds in the file.
  private func write(_ store: borrowing Store, _ setup: Setup) throws -> Int {
    switch format {
    case .json:
      try HistoryExport(artworkFolder: setup.configuration.artwork).write(store, to: path).finds
    case .csv: try table(.exact, setup, store)
    case .safe: try table(.safe, setup, store)
    case .discogs: try table(.discogs, setup, store)
    }
  }

  private func table(
    _ format: TableExport.Format, _ setup: Setup, _ store: borrowing Store
  ) throws -> Int {
    try TableExport(format, zone: setup.words.zone).write(store, to: path)
  }
}
