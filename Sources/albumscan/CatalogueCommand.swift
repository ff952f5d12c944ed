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
      let words = setup.words
      let list: CatalogueList
      do {
        list = try catalogueList(at: source)
      } catch {
        throw Ending(.unusable, "\(error)")
      }
      for picture in list.passedOver {
        Terminal.note(
          words(
            "cli.import.skipped",
            ["name": .text(picture.name), "reason": .text(picture.reason)]))
      }
      let store = try setup.openStore()
      let tally = importAll(list.entries, with: setup, into: store)
      try publish(with: setup, from: store)
      Terminal.print(words.text(tally.sentence(known: try store.countCovers())))
      if list.entries.isEmpty {
        throw Ending(.unusable, words("cli.import.empty", ["source": .text(source)]))
      }
      if tally.refused > 0 {
        throw Ending(.unusable, words("cli.import.refused", ["count": .count(tally.refused)]))
      }
    }

    /// The covers are found quickly, and finds of albums that were imported again say what is known now.
    private func publish(with setup: Setup, from store: borrowing Store) throws {
      let lock = try setup.takeLock()
      do {
        try KnownCovers(path: setup.configuration.coverIndex).bringUpToDate(from: store)
        try setup.openPublisher().publishChanges(in: store, at: Setup.now())
      } catch let error as KnownCoversError {
        throw Ending(.no, setup.words("cli.import.no-index", ["reason": .text("\(error)")]))
      } catch let error as PublishError {
        throw Ending(.no, setup.words("cli.import.no-pages", ["reason": .text("\(error)")]))
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
        let place = setup.words(
          "cli.index", ["index": .count(index + 1), "count": .count(entries.count)])
        Terminal.progress("\(place): \(entry.album.artist) – \(entry.album.title)")
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

  func sentence(known: Int) -> Sentence {
    Sentence(
      "cli.import.done",
      [
        "count": .count(added + changed + asTheyWere), "new": .count(added),
        "changed": .count(changed), "same": .count(asTheyWere), "known": .count(known),
      ])
  }
}
