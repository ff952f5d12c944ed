// Is everything as it should be between the database and the files? Repairs nothing.

import Albums
import ArgumentParser
import Host
import Store

struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the database, and that every file it names is there.")

  @ParentCommand var program: AlbumScan

  func run() async throws {
    let setup = try Setup(program)
    let store = try setup.openStore()
    var problems: [String] = []
    if let damage = try store.damage() {
      problems.append(setup.words("cli.check.database", ["damage": .text(damage)]))
    }
    // A scan whose album the user has chosen needs no photo any more.
    for scan in try store.queuedScans()
    where try !Files.exists(setup.configuration.photo(scan.id.text))
      && store.item(of: scan.id).flatMap({ (item) in try store.choice(of: item) }) == nil
    {
      problems.append(setup.words("cli.check.photo-gone", ["scan": .text(scan.id.text)]))
    }
    for month in try store.months() {
      for find in try store.finds(in: month) {
        problems += missingFiles(of: find, setup)
      }
    }
    problems.forEach(Terminal.print)
    Terminal.print(
      problems.isEmpty
        ? setup.words("cli.check.well")
        : setup.words("cli.check.problems", ["count": .count(problems.count)]))
    if !problems.isEmpty { throw Ending(.no) }
  }

  private func missingFiles(of find: Find, _ setup: Setup) -> [String] {
    let configuration = setup.configuration
    var files = ["\(configuration.site)/album/\(find.id)/index.html"]
    if let artwork = find.album.artwork {
      files += Artwork.sides.map { "\(configuration.artwork)/\(artwork.fileName(side: $0))" }
    }
    return files.filter { !Files.exists($0) }.map {
      setup.words("cli.check.missing", ["find": .text(find.id.text), "file": .text($0)])
    }
  }
}
