// The result of parsing a body as one line of text, for tables and comparisons.

import CGI

let multipartX = "multipart/form-data; boundary=x"

/// The bytes for a line of the tables: `|` is CR LF, `¿` is the byte 0xFF, all other characters are
/// UTF-8.
func bytes(_ line: String) -> [UInt8] {
  line.unicodeScalars.flatMap { scalar -> [UInt8] in
    switch scalar {
    case "|": [13, 10]
    case "¿": [0xFF]
    default: Array(String(scalar).utf8)
    }
  }
}

/// The result as text: `photo[its bytes] key[…]`, and `!error` at the end for a refused body. A
/// part without an end has no `]`. The pieces of a part are joined, because the parser may divide
/// them anywhere.
struct Outcome: Equatable {
  private(set) var shown: [UInt8] = []
  private(set) var partCount = 0
  private(set) var dataCount = 0
  private(set) var emptyRuns = 0

  mutating func see(_ event: MultipartEvent) {
    switch event {
    case .partBegan(let name):
      shown += Array((partCount == 0 ? "" : " ").utf8) + Array(name.utf8) + [UInt8(ascii: "[")]
      partCount += 1
    case .data(let run):
      shown += run
      dataCount += run.count
      emptyRuns += run.isEmpty ? 1 : 0
    case .partEnded: shown.append(UInt8(ascii: "]"))
    }
  }

  mutating func end(_ error: MultipartError) { shown += Array("!\(error)".utf8) }

  /// The result in the notation of the tables.
  var line: String {
    var line = ""
    var rest = shown[...]
    while let byte = rest.popFirst() {
      if byte == 13, rest.first == 10 {
        rest.removeFirst()
        line += "|"
      } else {
        line += byte == 0xFF ? "¿" : String(Unicode.Scalar(byte))
      }
    }
    return line
  }
}

/// Feeds `body` in the pieces that end at `cuts` (ascending), then finishes.
func outcome(_ contentType: String, _ body: [UInt8], cuts: [Int] = []) -> Outcome {
  var outcome = Outcome()
  do throws(MultipartError) {
    var parser = try MultipartParser(contentType: contentType)
    var start = 0
    for cut in cuts + [body.count] {
      body[start..<cut].withUnsafeBytes { piece in parser.feed(piece) { outcome.see($0) } }
      start = cut
    }
    try parser.finish()
  } catch {
    outcome.end(error)
  }
  return outcome
}
