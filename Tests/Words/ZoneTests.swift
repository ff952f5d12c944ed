// Days and months in the host's time zone, from real zone files, at the moments when clocks change.

import Albums
import Host
import Testing

@Suite struct ZoneTests {
  private func zone(_ name: String) throws -> Zone {
    let bytes = try Files.read("/usr/share/zoneinfo/\(name)", limit: Zone.fileLimit)
    return try #require(Zone(name: name, file: bytes))
  }

  /// The expected values come from `TZ=… date -d @…`.
  @Test(arguments: [
    ("Europe/Berlin", 1_761_440_399, "2025-10-26 02:59 CEST"),
    ("Europe/Berlin", 1_761_440_400, "2025-10-26 02:00 CET"),
    ("Europe/Berlin", 2_550_000_000, "2050-10-21 23:20 CEST"),
    ("Europe/Berlin", -1_000_000_000, "1938-04-24 23:13 CET"),
    ("America/New_York", 1_741_503_599, "2025-03-09 01:59 EST"),
    ("America/New_York", 1_741_503_600, "2025-03-09 03:00 EDT"),
    ("Australia/Sydney", 2_540_000_000, "2050-06-28 13:33 AEST"),
    ("Australia/Sydney", 2_556_000_000, "2050-12-30 19:00 AEDT"),
    ("Asia/Kathmandu", 1_795_000_000, "2026-11-18 16:51 +0545"),
    ("UTC", 1_795_000_000, "2026-11-18 11:06 UTC"),
  ])
  func `a moment has the local time of its zone`(name: String, second: Int64, text: String) throws {
    let time = try zone(name).civilTime(of: Timestamp(milliseconds: second * 1000))
    let minute = (time.minute < 10 ? "0" : "") + String(time.minute)
    let hour = (time.hour < 10 ? "0" : "") + String(time.hour)
    let month = (time.month < 10 ? "0" : "") + String(time.month)
    let day = (time.day < 10 ? "0" : "") + String(time.day)
    #expect("\(time.year)-\(month)-\(day) \(hour):\(minute) \(time.abbreviation)" == text)
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Sydney", "Pacific/Apia", "America/Asuncion",
    "Africa/Cairo", "UTC",
  ])
  func `a month begins at the end of the month before it`(name: String) throws {
    let zone = try zone(name)
    var month = Month(year: 1995, month: 1)
    while month.year < 2060 {
      let start = zone.start(of: month)
      #expect(zone.month(of: start) == month, "\(name) \(month)")
      #expect(zone.month(of: start.advanced(byMilliseconds: -1)).next == month, "\(name) \(month)")
      month = month.next
    }
  }

  @Test func `a month in a zone begins at its midnight`() throws {
    let berlin = try zone("Europe/Berlin")
    #expect(berlin.start(of: Month(year: 2026, month: 7)).iso == "2026-06-30T22:00:00Z")
    #expect(berlin.start(of: Month(year: 2026, month: 12)).iso == "2026-11-30T23:00:00Z")
    #expect(berlin.isoDay(Timestamp(milliseconds: 1_798_758_000_000)) == "2027-01-01")
  }

  @Test func `a damaged zone file is refused, wherever it is cut or changed`() throws {
    let bytes = try Files.read("/usr/share/zoneinfo/Europe/Berlin", limit: Zone.fileLimit)
    for count in stride(from: 0, to: bytes.count - 40, by: 13) {
      #expect(Zone(name: "x", file: Array(bytes.prefix(count))) == nil)
    }
    for place in stride(from: 0, to: bytes.count, by: 7) {
      var changed = bytes
      changed[place] ^= 0xFF
      let zone = Zone(name: "x", file: changed)
      _ = zone?.civilTime(of: Timestamp(milliseconds: 1_795_000_000_000))
    }
  }

  @Test(arguments: [
    ("Europe/Berlin", true), ("Etc/GMT+5", true), ("UTC", true), ("../../etc/passwd", false),
    ("/etc/passwd", false), ("Europe//Berlin", false), ("", false), ("Mond\n", false),
  ])
  func `only a possible name of a zone is looked up`(name: String, isName: Bool) {
    #expect(Zone.isName(name) == isName)
  }
}
