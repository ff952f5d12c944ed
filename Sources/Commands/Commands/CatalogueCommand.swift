// Imports a host's covers from pictures with names, or from a CSV file with more facts. Also
// removes imported covers.

import Albums
import ArgumentParser
import Exchange
import Host
import Refresh
import Scanning
import Store

struct CatalogueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalogue", abstract: "Covers that are recognised without a scan before.",
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
        throw Ending(.no, setup.words("cli.covers.no-index", ["reason": .text("\(error)")]))
      }
      _ = consume lock
      let known = try store.countCovers()
      Terminal.print(
        setup.words("cli.covers.removed", ["count": .count(count), "known": .count(known)]))
      guard !unknown.isEmpty else { return }
      let names = unknown.joined(separator: ", ")
      throw Ending(.no, setup.words("cli.covers.unknown", ["names": .text(names)]))
    }
  }

  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make the covers of a folder or a CSV file known.",
      discussion: """
        A folder: pictures named "Artist - Title.jpg", in it or in the folders in it. A CSV: the header \
        file,artist,title,year,genres,label,review; paths are relative to it; genres are separated \
        by semicolons; review names a JSON file. Importing again updates pictures that changed. Entries \
        that cannot be imported are listed, and the others are imported. A picture that is known as the \
        cover of another album keeps that album.
        """)

    @ParentCommand var program: AlbumScan

    @Argument(help: ArgumentHelp("A folder of pictures, or a CSV file.", valueName: "folder|csv"))
    var source: String

    @Flag(
      help:
        "Give the facts and reviews of pictures that are known under other names to their albums.")
    var join = false

    func run() async throws {
      let setup = try Setup(program)
      let list: CatalogueList
      do {
        list = try catalogueList(at: source)
      } catch {
        throw Ending(.unusable, "\(error)")
      }
      for entry in list.passedOver {
        Terminal.note(
          setup.words(
            "cli.import.skipped", ["name": .text(entry.name), "reason": .text(entry.reason)]))
      }
      if let table = list.table {
        Terminal.note(setup.words("cli.import.table", ["file": .text(table)]))
      }
      let store = try setup.openStore()
      let tally = try importAll(list.entries, with: setup, into: store)
      try refresh(with: setup, from: store)
      Terminal.print(setup.words.text(tally.sentence(known: try store.countCovers())))
      if list.entries.isEmpty {
        throw Ending(.unusable, setup.words("cli.import.empty", ["source": .text(source)]))
      }
      let refused = tally.refused + list.passedOver.count { $0.isError }
      guard refused > 0 else { return }
      throw Ending(.unusable, setup.words("cli.import.refused", ["count": .count(refused)]))
    }

    /// Indexes the covers. Also refreshes the pages of finds whose albums were imported again.
    private func refresh(with setup: Setup, from store: borrowing Store) throws {
      let lock = try setup.takeLock()
      do {
        try KnownCovers(path: setup.configuration.coverIndex).bringUpToDate(from: store)
        try setup.openRefresher(for: store).refreshAll(in: store, at: Setup.now())
      } catch let error as KnownCoversError {
        throw Ending(.no, setup.words("cli.import.no-index", ["reason": .text("\(error)")]))
      } catch let error as RefreshError {
        throw Ending(
          .no, setup.words("cli.import.no-pages", ["reason": .text(error.explanation)]))
      }
      _ = consume lock
      try setup.publishInBackground(store)
    }

    /// Imports all entries. If an entry cannot be imported, the reason is printed and the import
    /// continues, unless the disk is full.
    private func importAll(
      _ entries: [CatalogueEntry], with setup: Setup, into store: borrowing Store
    ) throws -> ImportTally {
      let importing = CatalogueImport(
        photoProgram: setup.photoProgram, artworkFolder: setup.configuration.artwork)
      var tally = ImportTally()
      for (index, entry) in entries.enumerated() {
        let progress = setup.words(
          "cli.index", ["index": .count(index + 1), "count": .count(entries.count)])
        Terminal.progress("\(progress): \(entry.album.artist) – \(entry.album.title)")
        do {
          let outcome = try importing.run(entry, into: store, joins: join, at: Setup.now())
          tally.count(outcome)
          if case .samePicture(let same) = outcome {
            Terminal.endProgress()
            Terminal.note(Self.offer(of: same, for: entry, setup.words))
          }
        } catch {
          Terminal.endProgress()
          if error.isDiskFull { throw Ending(.no, "\(error)") }
          Terminal.note("\(error)")
          tally.refused += 1
        }
      }
      Terminal.endProgress()
      return tally
    }

    private static func offer(
      of same: SamePicture, for entry: CatalogueEntry, _ words: Phrasebook
    ) -> String {
      words(
        "cli.import.same-picture",
        [
          "name": .text(entry.name), "artist": .text(same.artist), "title": .text(same.title),
        ])
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
    case .samePicture: break
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
