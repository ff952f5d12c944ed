// curl as the client: real bytes to a real port.

import Glibc
import Host
import Services
import Support

/// One answer as curl saw it.
struct CurlAnswer {
  /// curl's own exit code; 7 refused, 18 cut off, 28 timed out, 52 empty, 56 reset.
  let exitCode: Int
  let status: Int
  let head: String
  let body: [UInt8]
  let seconds: Double
  /// Until the first byte of the answer.
  let firstSeconds: Double

  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSON? { JSON(body) }
  var errorCode: String? { json?["error"]?["code"]?.text }
}

func curl(_ url: String, _ arguments: [String] = [], body: String? = nil) throws -> CurlAnswer {
  let folder = try TemporaryFolder()
  var more = arguments
  if let body { more += ["--data-binary", "@\(try folder.write(body, to: "request"))"] }
  let output = try Programs.run(
    "/usr/bin/curl",
    [
      "-s", "-g", "--noproxy", "*", "-o", folder.file("body"), "-D", folder.file("head"),
      "--max-time", "20", "-w",
      "%{http_code}\n%{time_total}\n%{time_starttransfer}\n%{exitcode}\n",
    ] + more + [url],
    input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000)
  let lines = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
  return CurlAnswer(
    exitCode: Int(output.exitCode), status: Int(lines.first ?? "") ?? 0,
    head: (try? folder.text("head")) ?? "", body: (try? Files.read(folder.file("body"))) ?? [],
    seconds: lines.count > 1 ? Double(lines[1]) ?? 0 : 0,
    firstSeconds: lines.count > 2 ? Double(lines[2]) ?? 0 : 0)
}

/// The text in percent-encoding, for the query of a URL.
func encoded(_ text: String) -> String {
  text.utf8.map { byte in
    let character = Character(Unicode.Scalar(byte))
    let isPlain =
      byte < 128 && (character.isLetter || character.isNumber || "-._~".contains(character))
    return isPlain ? String(character) : "%\(hexadecimal([byte]))"
  }.joined()
}
