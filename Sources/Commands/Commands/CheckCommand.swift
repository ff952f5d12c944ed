// Compares the database with the files that the database names. Repairs nothing without --repair.

import Albums
import ArgumentParser
import Host
import Store

struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the database, and that every file it names is there.",
    discussion: """
      --repair moves pictures that nothing names into data/orphans-YYYY-MM-DD, which the program never deletes, asks \
      the archive again for missing pictures, and makes the index of covers and all pages again.
      """)

  @ParentCommand var program: AlbumScan
  @Flag(help: "Print one JSON document.") var json = false
  @Flag(help: "First repair what can be repaired.") var repair = false

  func run() async throws {
    let setup = try Setup(program)
    if repair {
      for sentence in try Repair(setup).run() { Terminal.note(setup.words.text(sentence)) }
    }
    let store = try setup.openStore()
    var problems: [String] = []
    if let damage = try store.damage() {
      problems.append(setup.words("cli.check.database", ["damage": .text(damage)]))
    }
    // A scan of a typed code has no photo, and none is needed after the user has chosen an album.
    for scan in try store.queuedScans()
    where try !Files.exists(setup.configuration.photo(scan.id.text))
      && store.item(of: scan.id).map({ (item) in
        try store.choice(of: item) == nil && store.photoFacts(of: item).hasPhoto
      }) != false
    {
      problems.append(setup.words("cli.check.photo-gone", ["scan": .text(scan.id.text)]))
    }
    for month in try store.months() {
      for find in try store.finds(in: month) {
        problems += missingFiles(of: find, setup)
      }
    }
    if json {
      try Terminal.printJSON(Report(problems: problems))
    } else {
      problems.forEach(Terminal.print)
      let words = setup.words
      Terminal.print(
        problems.isEmpty
          ? words("cli.check.well")
          : words("cli.check.problems", ["count": .count(problems.count)]))
    }
    if !problems.isEmpty { throw Ending(.no) }
  }

  private struct Report: Encodable {
    let version = 1
    let problems: [String]
  }

  private func missingFiles(of find: Find, _ setup: Setup) -> [String] {
    let configuration = setup.configuration
    var files = ["\(configuration.site)\(find.page)index.html"]
    if let artwork = find.album.artwork {
      files += Artwork.sides.map { "\(configuration.artwork)/\(artwork.fileName(side: $0))" }
    }
    return files.filter { !Files.exists($0) }.map { file in
      setup.words("cli.check.missing", ["find": .text(find.id.text), "file": .text(file)])
    }
  }
}
