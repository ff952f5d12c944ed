// Imports a host's covers, from pictures with names or from a CSV file with more facts, and removes
// them.

import Albums
import ArgumentParser
import Exchange
import Host
import Refresh
import Scanning
import Store

struct Catalogue: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Covers that are recognised without a scan before.",
    subcommands: [Import.self, Remove.self])

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Forget imported covers.",
      discussion: "Finds and their albums stay; the covers are not recognised any more.")

    @ParentCommand var program: AlbumScan
    @Argument(help: "Pictures' names in the catalogue, as “show covers” prints them.")
    var names: [String]

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      var (count, unknown): (Int, [String]) = (0, [])
      for name in names {
        let removed = try store.removeImportedCovers(named: name)
        count += removed
        if removed == 0 { unknown.append(name) }
      }
      let lock = try setup.takeLock()
      do {
        try KnownCovers(path: setup.configuration.coverIndex).bringUpToDate(from: store)
      } catch {
        throw Ending(.no, "the covers are removed, but could not be indexed: \(error)")
      }
      _ = consume lock
      Terminal.print("Removed \(count.of("cover")); \(try store.countCovers()) are known.")
      if !unknown.isEmpty {
        throw Ending(.no, "no imported cover is called \(unknown.joined(separator: ", "))")
      }
    }
  }

  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make the covers of a folder or a CSV file known.",
      discussion: """
        A folder: pictures named "Artist - Title.jpg", in it or in the folders in it. A CSV: the header \
        file,artist,title,year,genres,label,review; paths are relative to it; genres are separated \
        by semicolons; review names a JSON file. Importing again updates pictures that changed. Entries \
        that cannot be imported are listed, and the others are imported.
        """)

    @ParentCommand var program: AlbumScan

    @Argument(help: ArgumentHelp("A folder of pictures, or a CSV file.", valueName: "folder|csv"))
    var source: String

    func run() async throws {
      let setup = try Setup(program)
      let list: CatalogueList
      do {
        list = try catalogueList(at: source)
      } catch {
        throw Ending(.unusable, "\(error)")
      }
      for entry in list.passedOver { Terminal.note("Not imported: \(entry.name): \(entry.reason)") }
      let store = try setup.openStore()
      let tally = importAll(list.entries, with: setup, into: store)
      try refresh(with: setup, from: store)
      Terminal.print(tally.sentence(known: try store.countCovers()))
      if list.entries.isEmpty {
        throw Ending(.unusable, "\(source) holds no picture \"Artist - Title.jpg\"")
      }
      let refused = tally.refused + list.passedOver.count { $0.isError }
      if refused > 0 { throw Ending(.unusable, "\(refused) could not be imported") }
    }

    /// Indexes the covers and refreshes the pages of finds whose albums were imported again.
    private func refresh(with setup: Setup, from store: borrowing Store) throws {
      let lock = try setup.takeLock()
      do {
        try KnownCovers(path: setup.configuration.coverIndex).bringUpToDate(from: store)
        try setup.openRefresher().refreshStalePages(in: store, at: Setup.now())
      } catch let error as KnownCoversError {
        throw Ending(.no, "the covers are imported, but could not be indexed: \(error)")
      } catch let error as RefreshError {
        throw Ending(
          .no, "the covers are imported, but pages could not be written: \(error.explanation)")
      }
      _ = consume lock
    }

    /// Imports all entries. An entry that cannot be imported is printed, and the import continues.
    private func importAll(
      _ entries: [CatalogueEntry], with setup: Setup, into store: borrowing Store
    ) -> ImportTally {
      let importing = CatalogueImport(
        photoProgram: setup.photoProgram, artworkFolder: setup.configuration.artwork)
      var tally = ImportTally()
      for (index, entry) in entries.enumerated() {
        Terminal.progress(
          "\(index + 1) of \(entries.count): \(entry.album.artist) – \(entry.album.title)")
        do {
          tally.count(try importing.run(entry, into: store, at: Setup.now()))
        } catch {
          Terminal.endProgress()
          Terminal.note("\(error)")
          tally.refused += 1
        }
      }
      Terminal.endProgress()
      return tally
    }
  }
}

/// The numbers of added, changed, unchanged and refused entries of a catalogue.
private struct ImportTally {
  var added = 0
  var changed = 0
  var asTheyWere = 0
  var refused = 0

  mutating func count(_ outcome: CatalogueImport.Outcome) {
    switch outcome {
    case .added: added += 1
    case .changed: changed += 1
    case .asItWas: asTheyWere += 1
    }
  }

  func sentence(known: Int) -> String {
    "\(added + changed + asTheyWere) covers imported (\(added) new, \(changed) changed, "
      + "\(asTheyWere) as they were); \(known) are known here"
  }
}
