// Dates in the form of pages, compared with known dates.

import Albums
import Support
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    (Int64(0), "1970-01-01T00:00:00Z"),
    (1_795_250_280_999, "2026-11-21T08:38:00Z"),
    (951_782_400_000, "2000-02-29T00:00:00Z"),
    (-1, "1969-12-31T23:59:59Z"),
    (4_102_444_799_000, "2099-12-31T23:59:59Z"),
  ])
  func `a moment is written in UTC`(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).iso == text)
  }

  @Test func `a month starts at the end of the month before it`() {
    var month = Month(year: 1999, month: 11)
    for _ in 0..<40 {
      #expect(month.start.month == month)
      #expect(month.next.start.advanced(byMilliseconds: -1).month == month)
      month = month.next
    }
  }

  @Test func `ids are 26 lower-case characters and read back`() throws {
    let id = ScanID(randomBytes: (0..<17).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) })
    #expect(id.text.utf8.count == 26)
    #expect(ScanID(id.text) == id)
    #expect(ScanID(id.text.uppercased()) == nil)
    #expect(ScanID("../../../../../etc/passwd.") == nil)
  }
}
