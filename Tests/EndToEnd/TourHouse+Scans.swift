// The scan's page in every state of a running scan. The test writes `status.json` itself, so that each
// state stays until the test has checked it.

import Albums
import Host
import Support

extension TourHouse {
  /// Pages of scans that never end, with the members of `status.json` that differ from `usual`.
  static let runningScans: [(name: String, status: [String: String])] = [
    ("reading", [:]),
    ("identifying, hints", ["hints": hints]),
    (
      "provisional",
      ["state": #""identifying""#, "provisional": "true", "album": album, "opening": #""found""#]
    ),
    ("identified", ["state": #""identified""#, "album": album, "opening": #""found""#]),
    (
      "recognised before",
      [
        "state": #""identified""#, "album": album, "opening": #""before""#, "earlier": earlier,
        "wanted": #""You want this.""#,
        "earlierMessage": #""Scanned once before, {when}.""#,
      ]
    ),
    (
      "reviewing",
      [
        "state": #""reviewing""#, "album": album, "opening": #""found""#,
        "review": "{\"text\":\"\(String(repeating: sentence, count: 6))\"}",
      ]
    ),
    ("offering", ["candidates": offers, "hints": hints]),
    (
      "waiting",
      [
        "state": #""waiting""#,
        "message": #""The model's service does not answer. AlbumScan tries again by itself.""#,
      ]
    ),
  ]

  /// The id of the running scan with this number.
  static func runningScan(_ number: Int) -> ScanID {
    ScanID(randomBytes: Array(repeating: UInt8(60 + number), count: 17))
  }

  static func writeRunningScans(in house: Installation) throws {
    let pattern = try house.text("scan/waiting/index.html")
    let zeros = String(repeating: "0", count: 26)
    for (number, scan) in runningScans.enumerated() {
      let id = runningScan(number)
      try house.folder.write(
        pattern.replacing(zeros, with: id.text), to: "site/scan/\(id)/index.html")
      var members = usual.merging(scan.status) { $1 }
      members["id"] = "\"\(id)\""
      members["page"] = "\"/scan/\(id)/\""
      let text = members.map { "\"\($0)\":\($1)" }.joined(separator: ",")
      try house.folder.write("{\(text)}", to: "site/scan/\(id)/status.json")
    }
  }

  private static let usual = [
    "version": "1", "state": #""identifying""#, "provisional": "false", "opening": "null",
    "message": #""Extracting text and examining album art...""#, "album": "null", "wanted": "null",
    "earlier": "[]", "earlierMessage": "null", "candidates": "[]", "artwork": "null",
    "review": "null", "hints": "[]", "failure": "null", "cost": "null",
    "updated": #""2026-11-21T12:00:00.000Z""#,
  ]

  private static let album = #"""
    {"artist":"The Night Ferries and Their Orchestra","title":"Paper Moon Motel, and Other Stories",
     "year":1971,"genres":["Dream Pop"],"recordLabel":"Lantern Records"}
    """#
  private static let sentence = "A *patient* record, and long enough to fill more than one line. "
  private static let hints = #"""
    ["The photo is blurred. Hold the phone still, and wipe its lens.",
     "We couldn't see the cover's edges. Next time, show all four corners."]
    """#
  private static let earlier = #"""
    [{"page":"/history/","found":"2026-03-03T12:00:00Z","day":"3 March 2026","when":"on 3 March 2026"}]
    """#
  private static let offers = #"""
    [{"kind":"cover","id":"7","artist":"The Castors","title":"Twin","year":1971,"artwork":null,
      "earlier":[{"page":"/history/","found":"2026-03-03T12:00:00Z","day":"3 March 2026",
                  "when":"on 3 March 2026"}]},
     {"kind":"cover","id":"9","artist":"ليلى","title":"Other Twin","year":null,"artwork":null,"earlier":[]}]
    """#
}
