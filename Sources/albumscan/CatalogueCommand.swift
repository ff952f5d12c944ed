// Covers the host makes known: pictures with names, or a CSV with all that is known of them.

import Albums
import ArgumentParser
import Host
import Scanning
import Store

struct Catalogue: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Covers known here without any scan.", subcommands: [Import.self])

  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make the covers of a folder or a CSV file known.",
      discussion: """
        A folder: pictures named "Artist - Title.jpg". A CSV: the header \
        file,artist,title,year,genres,label,review; paths are relative to it; genres are separated \
        by semicolons; review names a JSON file. Importing again replaces and doubles nothing.
        """)

    @ParentCommand var program: AlbumScan

    @Argument(help: ArgumentHelp("A folder of pictures, or a CSV file.", valueName: "folder|csv"))
    var source: String

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      let list: CatalogueList
      do {
        list = try catalogueList(at: source)
      } catch {
        throw Ending(.unusable, "\(error)")
      }
      for name in list.passedOver {
        Terminal.note("\(name) is passed over: it is not named \"Artist - Title.jpg\"")
      }
      let entries = list.entries
      let refused = importAll(entries, with: setup, into: store)
      try publish(with: setup, from: store)
      let known = try store.countCovers()
      Terminal.print("\(entries.count - refused) covers imported; \(known) are known here")
      if entries.isEmpty {
        throw Ending(.unusable, "\(source) holds no picture \"Artist - Title.jpg\"")
      }
      if refused > 0 { throw Ending(.unusable, "\(refused) could not be imported") }
    }

    /// Finds of the albums that were imported again say what is known of them now.
    private func publish(with setup: Setup, from store: borrowing Store) throws {
      let lock = try setup.takeLock()
      do {
        try KnownCovers(path: setup.configuration.coverIndex).bringUpToDate(from: store)
        try setup.openPublisher().publishChanges(in: store, at: Setup.now())
      } catch let error as KnownCoversError {
        throw Ending(.no, "the covers are imported, but could not be indexed: \(error)")
      } catch let error as PublishError {
        throw Ending(.no, "the covers are imported, but their pages could not be written: \(error)")
      }
      _ = consume lock
    }

    /// How many could not be imported; the others are.
    private func importAll(
      _ entries: [CatalogueEntry], with setup: Setup, into store: borrowing Store
    ) -> Int {
      let importing = CatalogueImport(
        photoProgram: setup.photoProgram, artworkFolder: setup.configuration.artwork)
      var refused = 0
      for (index, entry) in entries.enumerated() {
        Terminal.progress(
          "\(index + 1) of \(entries.count): \(entry.album.artist) – \(entry.album.title)")
        do {
          try importing.run(entry, into: store, at: Setup.now())
        } catch {
          Terminal.endProgress()
          Terminal.note("\(error)")
          refused += 1
        }
      }
      Terminal.endProgress()
      return refused
    }
  }
}
