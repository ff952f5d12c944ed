// albumscan-read as a process, and its faults. The files of the reader are below .build: `make test` installs them.

import Host
import Photos
import Pictures
import Support
import Testing

@Suite struct ReaderProgramTests {
  let reader = ReaderProgram(programs: Checkout.debugPrograms)
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A reader whose program is a shell script.
  private func played(_ script: String, milliseconds: Int64 = 2_000) throws -> ReaderProgram {
    let path = folder.file("albumscan-read")
    try Files.replace(
      path, with: Array("#!/bin/sh\n\(script)\n".utf8), mode: 0o755, durably: false)
    return ReaderProgram(
      path: path, folder: folder.path, waitMilliseconds: 0, readMilliseconds: milliseconds)
  }

  /// A reader whose folder has links to the real files, except one.
  private func damaged(_ name: String, _ bytes: [UInt8]?) throws -> ReaderProgram {
    for other in ReaderFiles.all where other != name {
      try Files.linkOrCopy("\(reader.folder)/\(other)", to: folder.file(other), durably: false)
    }
    if let bytes { try Files.replace(folder.file(name), with: bytes, durably: false) }
    return ReaderProgram(path: reader.path, folder: folder.path)
  }

  private func run(_ bytes: [UInt8]) throws -> Programs.Output {
    try Programs.run(
      reader.path, [reader.folder], sending: bytes, limit: 1 << 20, timeoutMilliseconds: 120_000,
      errors: .kept)
  }

  @Test func `a drawn sleeve is read`() async throws {
    let lines = try await reader.read(ReaderSample.sleeve)
    #expect(ReaderSample.isRead(in: lines), "\(lines)")
  }

  /// `/proc` as `ProcSubset=pid` of the units shows it: without `cpuinfo` and `sys`.
  private static let hides = "mount -t proc -o subset=pid proc /proc"

  private static let canHide: Bool = {
    let tried = try? Programs.run(
      "/usr/bin/unshare", ["-mpf", "sh", "-c", hides], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 10_000)
    return tried?.exitCode == 0
  }()

  @Test(.enabled(if: canHide, "only root may mount /proc"))
  func
    `a drawn sleeve is read where the units hide parts of /proc`() async throws
  {
    let hidden = try played(
      "exec unshare -mpf sh -c '\(Self.hides) && exec \"$0\" \"$@\"' \(reader.path) \"$@\"",
      milliseconds: 60_000)
    for name in ReaderFiles.all {
      try Files.linkOrCopy("\(reader.folder)/\(name)", to: folder.file(name), durably: false)
    }
    let lines = try await hidden.read(ReaderSample.sleeve)
    #expect(ReaderSample.isRead(in: lines), "\(lines)")
  }

  @Test(arguments: ReaderFiles.all)
  func `without a file the reader is missing`(name: String) async throws {
    let reader = try damaged(name, nil)
    let error = await error(of: reader)
    guard case .missing(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains(name), "\(reason)")
  }

  @Test(arguments: [ReaderFiles.finder, ReaderFiles.lineModel])
  func `with half of a model the reader is missing`(name: String) async throws {
    let whole = try Files.read("\(reader.folder)/\(name)")
    let reader = try damaged(name, Array(whole.prefix(whole.count / 2)))
    guard case .missing = await error(of: reader) else {
      Issue.record("no error")
      return
    }
  }

  /// The loader maps the file and reads behind its end.
  @Test func `half of a library ends the program by a signal`() async throws {
    let whole = try Files.read("\(reader.folder)/\(ReaderFiles.library)")
    let reader = try damaged(ReaderFiles.library, Array(whole.prefix(whole.count / 2)))
    switch await error(of: reader) {
    case .stopped, .missing: break
    case let other: Issue.record("\(String(describing: other))")
    }
  }

  /// An input that is no picture for the reader. Cases have no bytes, because the runner would print all of them.
  enum BadInput: CaseIterable {
    case nothing, halfHeader, tooFewPixels, tooManyPixels, otherName, absurdSide, noTurn, noLines,
      jpeg

    var bytes: [UInt8] {
      let header = ReaderInput(width: 480, height: 480, ReadOptions())?.header ?? []
      let rgb = ReaderSample.sleeve.rgb
      return switch self {
      case .nothing: []
      case .halfHeader: Array(header.prefix(11))
      case .tooFewPixels: header + rgb.dropLast()
      case .tooManyPixels: header + rgb + [0]
      case .otherName: [0] + header.dropFirst() + rgb
      case .absurdSide:
        Array(header.prefix(8)) + [UInt8](repeating: 255, count: 8) + header.suffix(8) + rgb
      case .noTurn: Array(header.prefix(16)) + [0, 0, 0, 0] + header.suffix(4) + rgb
      case .noLines: Array(header.prefix(20)) + [0, 0, 0, 0] + rgb
      case .jpeg: [0xFF, 0xD8, 0xFF, 0xE0] + rgb
      }
    }
  }

  @Test(arguments: BadInput.allCases)
  func `an input of another form is refused before a model sees it`(input: BadInput) throws {
    let output = try run(input.bytes)
    #expect(output.exitCode == 3 && output.bytes.isEmpty)
  }

  static let lies: [String] = {
    let line = "{\"text\":\"A\",\"confidence\":0.9,\"quad\":[[1,1],[9,1],[9,9],[1,9]]}"
    func changed(_ part: String, _ other: String) -> String {
      "{\"lines\":[\(line.split(separator: part, maxSplits: 1).joined(separator: other))]}"
    }
    return [
      "", "<title>502</title>", "[]", "{}", "{\"lines\":{}}", "{\"lines\":[{}]}",
      "{\"lines\":[\(line)", changed("[1,1]", "[1,481]"), changed("[1,1]", "[-1,1]"),
      changed("[1,1]", "[1]"), changed(",[1,9]", ""), changed("0.9", "1.5"),
      changed("0.9", "null"), changed("\"A\"", "\"\""), changed("\"A\"", "\"a\\u0007b\""),
      changed("\"A\"", "\"a\\u202eb\""),
      changed("\"A\"", "\"\(String(repeating: "a", count: 201))\""),
      "{\"lines\":[\([String](repeating: line, count: 41).joined(separator: ","))]}",
    ]
  }()

  @Test(arguments: lies)
  func `an output that lies is refused as a whole`(output: String) async throws {
    try folder.write(output, to: "output")
    let reader = try played("cat > /dev/null; cat \(folder.file("output"))")
    guard case .lied = await error(of: reader) else {
      Issue.record("accepted: \(output)")
      return
    }
  }

  @Test func `the true output that the lies change is accepted`() async throws {
    let line = "{\"text\":\"A\",\"confidence\":0.9,\"quad\":[[1,1],[9,1],[9,9],[1,480]]}"
    try folder.write("{\"lines\":[\(line)]}", to: "output")
    let lines = try await played("cat \(folder.file("output"))").read(ReaderSample.sleeve)
    #expect(lines.map(\.text) == ["A"])
  }

  static let faults: [(script: String, error: ReaderError)] = [
    ("kill -STOP $$", .tooSlow), ("exec sleep 60", .tooSlow), ("cat /dev/zero", .tooSlow),
    ("kill -SEGV $$", .stopped(signal: 11)), ("kill -KILL $$", .stopped(signal: 9)),
    ("echo 'why' >&2; exit 1", .failed("why")), ("exit 5", .busy),
    ("echo 'no library' >&2; exit 4", .missing("no library")),
  ]

  @Test(arguments: faults)
  func `each fault of the program is an error, in bounded time`(
    script: String, expected: ReaderError
  ) async throws {
    let start = Clock.bootMilliseconds()
    #expect(await error(of: try played(script)) == expected)
    #expect(Clock.bootMilliseconds() - start < 30_000)
  }

  @Test func `a reading that is not needed any more makes room for the next one`() async throws {
    let reader = try played("echo > '\(folder.file("begun"))'; exec sleep 60", milliseconds: 60_000)
    let reading = Task { await error(of: reader) }
    #expect(try eventually { Files.exists(folder.file("begun")) })
    let cancelled = Clock.bootMilliseconds()
    reading.cancel()
    #expect(await reading.value == .cancelled)
    #expect(Clock.bootMilliseconds() - cancelled < 30_000, "the program would sleep for longer")
  }

  @Test func `a reader waits for another reader, but not for ever`() async throws {
    let reader = try damaged("none", nil)
    let waiting = ReaderProgram(path: reader.path, folder: reader.folder, waitMilliseconds: 200)
    let holder = try played(
      "flock \(folder.path) sh -c 'echo > \(folder.file("held")); sleep 3'", milliseconds: 20_000)
    async let ended = error(of: holder)
    while !Files.exists(folder.file("held")) { pause(milliseconds: 20) }
    #expect(await error(of: waiting) == .busy)
    #expect(try await ReaderSample.isRead(in: reader.read(ReaderSample.sleeve)))
    _ = await ended
  }

  /// Starts the reader with a pipe as its input, waits until it reads the pipe, and prints its restrictions.
  private static let script = """
    mkfifo "$1"
    "$2" "$3" < "$1" & pid=$!
    exec 3> "$1"
    wanted="Seccomp_filters:.*2"
    [ -e /proc/sys/kernel/seccomp/actions_avail ] || wanted="NoNewPrivs:.*1"
    tries=0
    until grep -q "^$wanted" /proc/$pid/status || [ $tries -ge 1200 ]; do
      tries=$((tries + 1)); sleep 0.05
    done
    for task in /proc/$pid/task/*; do grep -E "^(NoNewPrivs|Seccomp):" $task/status; done
    grep -E "^(VmPeak|VmHWM)" /proc/$pid/status
    ls -l /proc/$pid/fd | grep -c -E "(socket|/data/)"
    exec 3>&-
    wait $pid
    """

  @Test func `every thread gives up privileges and system calls before the first byte`() throws {
    let output = try Programs.run(
      "/bin/sh", ["-c", Self.script, "sh", folder.file("pipe"), reader.path, reader.folder],
      input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 120_000, errors: .kept)
    let lines = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
    let privileges = lines.filter { $0.hasPrefix("NoNewPrivs:") }
    #expect(!privileges.isEmpty && privileges.allSatisfy { $0.hasSuffix("1") }, "\(lines)")
    if Files.exists("/proc/sys/kernel/seccomp/actions_avail") {
      let filters = lines.filter { $0.hasPrefix("Seccomp:") }
      #expect(filters.count == privileges.count && filters.allSatisfy { $0.hasSuffix("2") })
    }
    #expect(output.exitCode == 3)
  }

  private func error(of reader: ReaderProgram) async -> ReaderError? {
    do throws(ReaderError) {
      _ = try await reader.read(ReaderSample.sleeve)
      return nil
    } catch {
      return error
    }
  }
}
