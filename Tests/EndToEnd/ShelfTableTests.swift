// The tables of a shelf for Goodreads and StoryGraph: titles as they are, and days in the zone of the installation.

import Albums
import Host
import Support
import Testing

@Suite(.serialized) struct ShelfTableTests {
  /// At each moment, at least one of these zones has another day than UTC.
  @Test(arguments: ["Pacific/Kiritimati", "Pacific/Niue"])
  func `a table has exact titles, and days as the pages have them`(name: String) throws {
    let house = try ShelfHouse(settings: "time-zone: \(name)")
    let sent = try house.copyCompleteShelf()
    try house.post(
      "/scans/\(sent.id)/items/1/edit", "title=%3D1%2B1&creator=%2BJ.+Verne&kind=book",
      cookie: sent.cookie)
    try house.work()
    let bytes = try Files.read("/usr/share/zoneinfo/\(name)", limit: Zone.fileLimit)
    let zone = try #require(Zone(name: name, file: bytes))
    let day = zone.isoDay(try house.shelf(sent.id).created).map { $0 == "-" ? "/" : $0 }
    for format in ["goodreads", "storygraph"] {
      let address = "/scans/\(sent.id)/items?format=\(format)"
      let rows = try house.get(address, cookie: sent.cookie).body.split(separator: "\r\n")
        .dropFirst()
      #expect(rows.contains { $0.hasPrefix("=1+1,+J. Verne,") }, "\(rows)")
      #expect(rows.count == 2 && rows.allSatisfy { $0.contains(",\(String(day)),") }, "\(rows)")
    }
  }
}
