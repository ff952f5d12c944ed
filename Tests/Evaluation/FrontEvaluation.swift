// Measures how often the album of a photographed sleeve is found without a model, from the photo to the decision: drawn
// lettering and codes, the released programs and the real text reader, the played MusicBrainz with 200,000 albums, and
// the comparison of fronts by the program's own code.

import Host
import Services
import Support

enum FrontEvaluation {
  /// The arguments are `fronts [COUNT] [--from N] [--rows FILE] [--pictures FOLDER] [--answers MS]`: 5,000 photographs by
  /// default, beginning with number N. Each answer of a service takes MS milliseconds, and MusicBrainz gets its pauses. FILE keeps the results; a later run with the same file leaves out the photographs in it and
  /// prints the table of all of them. FOLDER gets the photographs and the fronts that the archive has of their albums.
  /// Returns false if a target is missed.
  static func fronts(_ arguments: [String]) async throws -> Bool {
    let table = try await results(arguments, count: 5_000, named: "fronts") { trial, number in
      try SleevePhoto(front: number, trial.catalogue, trial.fronts, trial.maker)
    }
    table.printAll()
    let shown = table.without("archive: none")
    shown.print("with a front at the archive")
    let targets = [
      ("identified", 100 * table.identified, 80.0),
      ("sure, with a front at the archive", 100 * shown.sure, 75.0),
    ]
    return report(targets, falseSure: table.falseSure)
  }

  /// The arguments are `backs [COUNT] [--from N] …` with the same options: 1,000 photographs by default.
  static func backs(_ arguments: [String]) async throws -> Bool {
    let table = try await results(arguments, count: 1_000, named: "backs") { trial, number in
      try SleevePhoto(back: number, trial.catalogue, trial.fronts, trial.maker)
    }
    table.printAll()
    let own = table.only("code: own")
    return report(
      [("sure, with a code of its own", 100 * own.sure, 97)], falseSure: table.falseSure)
  }

  private static func results(
    _ arguments: [String], count: Int, named name: String,
    _ photo: (SleeveTrial, Int) throws -> SleevePhoto
  ) async throws -> SleeveTable {
    let count = arguments.first.flatMap { Int($0) } ?? count
    let first = option("--from", arguments).flatMap { Int($0) } ?? 0
    var results = try SleeveResults(path: option("--rows", arguments))
    let numbers = (first..<first + count).filter { !results.contains($0) }
    let trial = try SleeveTrial(
      answerMilliseconds: option("--answers", arguments).flatMap { Int($0) })
    let folder = option("--pictures", arguments)
    var progress = Progress(name: name, count: numbers.count)
    for number in numbers {
      let drawn = try photo(trial, number)
      if let folder { try keep(drawn, number, trial.fronts, in: folder) }
      try results.add(await trial.result(of: drawn, number))
      progress.advance()
    }
    return SleeveTable(results: results.all)
  }

  private static func keep(
    _ photo: SleevePhoto, _ number: Int, _ fronts: MadeFronts, in folder: String
  ) throws {
    try Files.makeDirectories(folder)
    try Files.replace("\(folder)/\(number).jpg", with: photo.jpeg, durably: false)
    guard !photo.subject.isMissing, let front = try fronts.archived(photo.subject.album) else {
      return
    }
    try Files.replace("\(folder)/\(number)-archive.jpg", with: front, durably: false)
  }

  private static func option(_ name: String, _ arguments: [String]) -> String? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
      return nil
    }
    return arguments[index + 1]
  }

  private static func report(_ shares: [(String, Double, Double)], falseSure: Int) -> Bool {
    var isReached = falseSure == 0
    print("\(falseSure == 0 ? "reached" : "MISSED "): false sure: \(falseSure) (0)")
    for (name, share, target) in shares {
      isReached = isReached && share >= target
      print(
        "\(share >= target ? "reached" : "MISSED "): \(name): \(figure(share, 1)) % (>= \(Int(target)))"
      )
    }
    return isReached
  }
}
