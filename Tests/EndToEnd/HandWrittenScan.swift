// The page of a scan whose status a test writes by hand, as the worker does. So a test decides which
// states the page sees, and when.

import Albums
import Host

struct HandWrittenScan {
  /// An album of a status.
  struct Names {
    let title: String
    let artist: String
  }

  let installation: Installation
  let id: ScanID

  var page: String { "\(installation.origin)/scan/\(id)/" }

  /// Copies the pattern of a running scan's page, as the CGI does.
  init(in installation: Installation, number: UInt8) throws {
    self.installation = installation
    id = ScanID(randomBytes: Array(repeating: number, count: 17))
    let pattern = try installation.text("scan/waiting/index.html")
    let zeros = String(repeating: "0", count: 26)
    try installation.folder.write(
      pattern.replacing(zeros, with: id.text), to: "site/scan/\(id)/index.html")
    try tell("queued")
  }

  /// Writes the status of the scan. `candidates` and `artwork` are JSON.
  func tell(
    _ state: String, _ album: Names? = nil, isProvisional: Bool = false, review: String? = nil,
    candidates: String = "[]", artwork: String = "null", leadingTo address: String? = nil,
    cost: String = "0.0", message: String = "", hints: [String] = []
  ) throws {
    let names = album.map {
      #"{"artist":"\#($0.artist)","title":"\#($0.title)","year":1979,"genres":[],"recordLabel":null}"#
    }
    let text = review.map { #"{"text":"\#($0)"}"# }
    let status = #"""
      {"version":1,"id":"\#(id)","state":"\#(state)","message":"\#(message)","album":\#(names ?? "null"),
       "provisional":\#(isProvisional),"opening":"found","wanted":null,"earlier":[],"earlierMessage":null,
       "candidates":\#(candidates),"artwork":\#(artwork),"page":"\#(address ?? "/scan/\(id)/")",
       "review":\#(text ?? "null"),"hints":[\#(hints.map { #""\#($0)""# }.joined(separator: ","))],"failure":null,"cost":\#(cost),
       "updated":"2026-11-21T12:00:00.000Z"}
      """#
    try Files.replace(
      "\(installation.site)/scan/\(id)/status.json", with: Array(status.utf8), durably: false)
  }
}
