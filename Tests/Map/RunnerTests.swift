// `Tests/Run/run-tests` counts the reported tests of a process, and the missing tests of a process
// that died.

import Host
import Support
import Testing

@Suite struct RunnerTests {
  /// A test product of three suites: it lists its tests, or writes the events of the requested suite.
  private static let product = """
    #!/bin/sh
    case "$*" in
      *--list-tests*)
        echo 'A.Good/`it works`()'; echo 'A.Good/`it works / too`()'
        echo 'B.Bad/`it fails`()'; echo 'B.Bad/`it dies`()'; echo 'B.Bad/`it is never reached`()'
        echo 'C.BrowserTests/`it is moved`()'; echo 'C.BrowserTests/`it is moved / too`()'
        exit ;;
    esac
    for word; do file=$last; last=$word; done
    event() {
      echo "{\\"kind\\":\\"event\\",\\"payload\\":{\\"kind\\":\\"$1\\",\\"testID\\":\\"$2/F.swift:1:2\\",\\"instant\\":{\\"absolute\\":1},\\"issue\\":{\\"isKnown\\":false},\\"messages\\":[{\\"symbol\\":\\"$3\\",\\"text\\":\\"$4\\"}]}}" >> "$last"
    }
    case "$*" in
      *Good*)
        for name in '`it works`()' '`it works / too`()'; do
          event testStarted "A.Good/$name" default begun; event testEnded "A.Good/$name" pass passed
        done ;;
      *too*)
        event testStarted 'C.BrowserTests/`it is moved / too`()' default begun
        event testEnded 'C.BrowserTests/`it is moved / too`()' pass passed ;;
      *Browser*)
        for name in '`it is moved`()' '`it is moved / too`()'; do
          event testStarted "C.BrowserTests/$name" default begun
          event testEnded "C.BrowserTests/$name" pass passed
        done ;;
      *Bad*)
        event testStarted 'B.Bad/`it fails`()' default begun
        event issueRecorded 'B.Bad/`it fails`()' fail 'one is not two'
        event testEnded 'B.Bad/`it fails`()' fail failed
        event testStarted 'B.Bad/`it dies`()' default begun
        kill -SEGV $$ ;;
    esac
    """

  private func run(_ arguments: [String]) throws -> (exitCode: Int32, lines: [String]) {
    let folder = try TemporaryFolder()
    let product = try folder.write(Self.product, to: "product")
    let words = [
      "-c", "chmod 755 \(product); exec \"$0\" \"$@\"", "\(Checkout.root)/Tests/Run/run-tests",
      "--product", product, "--output", folder.path,
    ]
    let output = try Programs.run(
      "/bin/sh", words + arguments, input: "/dev/null", limit: 1 << 20,
      timeoutMilliseconds: 60_000)
    let text = String(decoding: output.bytes, as: UTF8.self)
    return (output.exitCode, text.split(separator: "\n").map(String.init))
  }

  @Test func `the last line counts passed and failed tests`() throws {
    let (exitCode, lines) = try run(["--filter", "Good"])
    #expect(exitCode == 0, "\(lines)")
    #expect(lines.last == "2 passed, 0 failed")
  }

  @Test func `tests of a process that died count as failed, each with the reason`() throws {
    let (exitCode, lines) = try run([])
    #expect(exitCode == 1)
    #expect(lines.last == "2 passed, 3 failed", "\(lines)")
    let reasons = zip(lines, lines.dropFirst()).filter { $0.0.hasPrefix("- B.Bad") }.map(\.1)
    try #require(reasons.count == 3, "\(lines)")
    #expect(reasons[0].contains("one is not two"))
    #expect(reasons[1].contains("The process ended while it ran: signal 11."))
    #expect(reasons[2].contains("The process ended before it began: signal 11."))
  }

  @Test func `the parts of a run together run each test once`() throws {
    let parts = try (1...2).map { try run(["--part", "\($0)/2"]) }
    let counts = parts.map { $0.lines.last ?? "" }
    #expect(counts.sorted() == ["0 passed, 3 failed", "2 passed, 0 failed"], "\(counts)")
  }

  @Test func `browser tests that are in no row are left out, and the last lines say so`() throws {
    let (_, lines) = try run([])
    #expect(
      lines.suffix(2) == [
        "2 browser tests are left out; make tour runs them", "2 passed, 3 failed",
      ])
    #expect(try run(["--set", "moved"]).lines.last == "2 passed, 0 failed")
    #expect(try run(["--filter", "Browser"]).lines.last == "2 passed, 0 failed")
  }

  @Test func `drawn tests are printed, and the rest of their suite does not run`() throws {
    // This seed draws the second of the two.
    let (exitCode, lines) = try run(["--drawn", "1", "--seed", "b"])
    #expect(exitCode == 0, "\(lines)")
    #expect(lines.first == "Drawn: C.BrowserTests/`it is moved / too`()")
    #expect(lines.last == "1 passed, 0 failed")
  }

  @Test(arguments: ["0/2", "3/2", "2", "a/b"])
  func `a part that does not exist is refused`(_ part: String) throws {
    let (exitCode, _) = try run(["--part", part])
    #expect(exitCode == 2)
  }
}
