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
        A folder: pictures named "Artist - Title.jpg", in it or in the folders in it. A CSV: the header \
        file,artist,title,year,genres,label,review; paths are relative to it; genres are separated \
        by semicolons; review names a JSON file. Importing again takes changed pictures anew and doubles \
        nothing. What cannot be taken is named, and the rest is imported.
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
      for picture in list.passedOver {
        Terminal.note("\(picture.name) is passed over: \(picture.reason)")
      }
      let store = try setup.openStore()
      let tally = importAll(list.entries, with: setup, into: store)
      try publish(with: setup, from: store)
      Terminal.print(tally.sentence(known: try store.countCovers()))
      if list.entries.isEmpty {
        throw Ending(.unusable, "\(source) holds no picture \"Artist - Title.jpg\"")
      }
      if tally.refused > 0 { throw Ending(.unusable, "\(tally.refused) could not be imported") }
    }

    /// The covers are found quickly, and finds of albums that were imported again say what is known now.
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

    /// One that cannot be imported keeps no other from it.
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

/// What became of a catalogue's entries.
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
