// The import of a Discogs collection, without the metadata lookups that follow in the background.

import Host
import Support

struct ImportBench {
  private let rows = 10_000

  /// The maximum time in milliseconds.
  private let most = 60_000.0

  func figures() throws -> [Figure] {
    let house = try BenchHouse()
    try house.folder.write(Self.collection(of: rows), to: "collection.csv")
    let run = house.albumscan(["import", house.folder.file("collection.csv")])
    guard run.exitCode == 0 else { throw BenchError.noInstallation }
    let again = house.albumscan(["import", house.folder.file("collection.csv")])
    return [
      Figure(
        name: "import of a Discogs collection of \(rows) rows", milliseconds: run.milliseconds,
        atMost: most),
      Figure(
        name: "the same file again, which adds no find",
        value: "\(rounded(again.milliseconds)) ms", target: "none", isMet: nil),
    ]
  }

  /// A collection with the columns of Discogs; every tenth record is a second copy.
  static func collection(of rows: Int) -> String {
    var text =
      "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,"
      + "Collection Media Condition,Collection Sleeve Condition,Collection Notes\r\n"
    for row in 0..<rows {
      let number = row % 10 == 9 ? row - 1 : row
      let artist = ScaleLog.artist(number / 3)
      let day = "20\(10 + number % 15)-0\(1 + number % 9)-1\(number % 10) 12:00:00"
      text +=
        "CAT \(number),\"\(artist) (2)\",Title Number \(number),Label \(number % 400),"
        + "\"LP, Album\",\(number % 6),\(1960 + number % 60),\(100_000 + number),Uncategorized,"
        + "\(day),Near Mint (NM or M-),Very Good Plus (VG+),\r\n"
    }
    return text
  }
}
