// CONTENT_LENGTH may contradict the body (docs/faults.md A4). The CGI reads exactly the announced
// bytes, or answers 4xx. It never reads more, and never accepts a part of a photo.

import Glibc
import Host
import Store
import Support
import Testing

/// A body of L bytes: the announced length, and the number of bytes that are sent.
struct LengthCase: Sendable, CustomTestStringConvertible {
  let testDescription: String

  /// Variables of the environment. `L+n` and `L-n` stand for the numbers.
  let says: [String]

  /// The number of sent bytes minus L; nil if no bytes are sent.
  let sends: Int?
  let expects: Set<Int>

  init(_ says: String..., sends: Int? = 0, expects: Set<Int>) {
    testDescription = "\(says.joined(separator: " ")), sends \(sends.map { "L\($0)" } ?? "nothing")"
    self.says = says
    self.sends = sends
    self.expects = expects
  }
}

@Suite(.serialized) struct LengthTests {
  let installation: Installation

  init() throws { installation = try Installation() }

  private static let exact = "CONTENT_LENGTH=L+0"
  private static let chunked = "HTTP_TRANSFER_ENCODING=chunked"

  static let cases: [LengthCase] =
    [
      LengthCase(exact, expects: [303]),
      LengthCase(exact, sends: 1, expects: [303]),
      LengthCase(exact, sends: 100_000, expects: [303]),
      LengthCase(exact, sends: -1, expects: [400]),
      LengthCase(exact, sends: -100, expects: [400]),
      LengthCase(exact, sends: -40_000, expects: [400]),
      LengthCase(exact, sends: nil, expects: [400]),
      // The line end after the last boundary may be missing.
      LengthCase("CONTENT_LENGTH=L-2", expects: [303]),
      LengthCase("CONTENT_LENGTH=L-3", expects: [400]),
      LengthCase("CONTENT_LENGTH=L-100", expects: [400]),
      LengthCase("CONTENT_LENGTH=L-40000", expects: [400]),
      LengthCase("CONTENT_LENGTH=L+1", expects: [400]),
      LengthCase("CONTENT_LENGTH=L+5", sends: 5, expects: [303]),
      LengthCase("CONTENT_LENGTH=0", expects: [400]),
      LengthCase("CONTENT_LENGTH=0", sends: nil, expects: [400]),
      LengthCase("CONTENT_LENGTH=1", expects: [400]),
      LengthCase(expects: [411]),
      LengthCase(sends: nil, expects: [411]),
      LengthCase("CONTENT_LENGTH=", expects: [411]),
      LengthCase(chunked, expects: [411]),
      LengthCase(exact, chunked, expects: [411]),
      LengthCase(exact, "HTTP_TRANSFER_ENCODING=", expects: [411]),
      LengthCase(exact, "HTTP_CONTENT_LENGTH=L+0", expects: [303]),
      LengthCase(exact, "HTTP_CONTENT_LENGTH=L+1", expects: [400]),
      LengthCase("HTTP_CONTENT_LENGTH=L+0", expects: [400]),
      // Two equal values come only from the configuration of the server (docs/faults.md §2, A9).
      LengthCase(exact, exact, expects: [303]),
      LengthCase("CONTENT_LENGTH=L+1", "CONTENT_LENGTH=L+1", expects: [400]),
      LengthCase(exact, "CONTENT_LENGTH=L+1", expects: [400]),
      LengthCase("CONTENT_LENGTH=000L+0", expects: [303]),
      // The maximum is 32 MiB for the photo and 64 KiB for the other parts of the form. The next
      // case has one byte more.
      LengthCase("CONTENT_LENGTH=33619968", expects: [400]),
      LengthCase("CONTENT_LENGTH=33619969", expects: [413]),
      LengthCase("CONTENT_LENGTH=9223372036854775807", expects: [413]),
    ]
    + [
      "-1", "+5", "5, 5", "0x10", " 5", "5 ", "5.0", "1e3", "\u{661}", "5\n", "5\r\nX: y",
      "9223372036854775808", "99999999999999999999", "00000000000000000000",
      String(repeating: "9", count: 70_000),
    ].map { LengthCase("CONTENT_LENGTH=\($0)", expects: [400]) }

  @Test func `a wrong length gives the whole photo or a 4xx`() throws {
    let program = try installation.loneCGI()
    for (number, test) in Self.cases.enumerated() {
      let body = Multipart(photo: try Sample.smallPhoto("\(number)"))
      let length = body.bytes.count
      let extra = [UInt8](repeating: 0x2D, count: max(0, test.sends ?? 0))
      let sent = test.sends.map { body.bytes.prefix(length + min(0, $0)) + extra } ?? []
      let says = test.says.map { Self.filledIn($0, length) }
      let environment =
        installation.environment("POST", "/scans", ["CONTENT_TYPE=\(body.contentType)"]) + says
      let before = try installation.store().scans(since: .init(milliseconds: 0)).count
      let answer = try installation.runCGI(
        program, environment, input: try installation.bodyFile(Array(sent)))
      #expect(test.expects.contains(answer.status), "\(test.testDescription): \(answer.status)")
      #expect(answer.exitCode == 0)
      let said = says.first { $0.hasPrefix("CONTENT_LENGTH=") }.flatMap { Int($0.dropFirst(15)) }
      #expect(
        answer.bytesRead <= max(0, said ?? 0),
        "\(test.testDescription): read \(answer.bytesRead) of \(sent.count)")
      let accepted = try installation.store().scans(since: .init(milliseconds: 0)).count - before
      #expect(accepted == (answer.status == 303 ? 1 : 0), "\(test.testDescription)")
    }
    try installation.expectPhotosAndRowsAgree()
    note("length: \(Self.cases.count) combinations of length and body")
  }

  /// Replaces `L+n` or `L-n` by the number.
  private static func filledIn(_ text: String, _ length: Int) -> String {
    guard let match = text.firstMatch(of: #/L([+-]\d+)$/#), let difference = Int(match.output.1)
    else { return text }
    return text.replacing(#/L[+-]\d+$/#, with: "\(length + difference)")
  }

  @Test func `an upload of any length needs little memory`() throws {
    let photo = try Sample.smallPhoto("memory") + [UInt8](repeating: 0, count: 31 << 20)
    let body = Multipart(photo: photo)
    let run = try CGIRun(
      [try installation.loneCGI(), installation.controlFile],
      environment: installation.uploadEnvironment(body), input: .pipe)
    run.send(body.bytes.dropLast(1000))
    let lines = String(decoding: try Files.read("/proc/\(run.process)/status"), as: UTF8.self)
    let peak = lines.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(separator: " ")
    let kilobytes = try #require(peak?.dropFirst().first.flatMap { Int($0) })
    note("length: \(kilobytes / 1024) MB held during an upload of 31 MB")
    #expect(kilobytes <= 64 << 10)
    run.send(body.bytes.suffix(1000))
    #expect(CGIAnswer(try run.answer(), exitCode: 0, bytesRead: 0).status == 303)
  }
}

extension Installation {
  /// Every scan that has not ended has its photo, and every photo has its scan.
  func expectPhotosAndRowsAgree(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let queued = Set(try store().queuedScans().map { "\($0.id).jpg" })
    #expect(Set(try photos) == queued, sourceLocation: sourceLocation)
    #expect(try store().damage() == nil, sourceLocation: sourceLocation)
  }
}
