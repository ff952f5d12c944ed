// Disturbs a command at one of the calls with which it changes files or connects: Tests/Faults/faults.c numbers these
// calls. The calls of the programs that the command starts are not numbered.

import Host
import Support
import Testing

/// One call of an undisturbed run.
struct SystemCall: Equatable, Sendable, CustomStringConvertible {
  /// 1 is the first call.
  let number: Int

  /// `write`, `sync`, `rename`, `create`, `connect` and so on.
  let name: String

  /// The path that the call changes; empty for a connection.
  let path: String

  /// Of a write, the offset and the number of bytes; of a rename, the former path.
  let rest: String

  var description: String { "\(number) \(name) \(path.split(separator: "/").last ?? "")" }

  /// The name of the call, the first two folders of its path below `root`, and the extension of the file. The same code
  /// makes most calls of one kind.
  func kind(in root: String) -> String {
    let parts = path.dropFirst(root.count).split(separator: "/")
    let folders = parts.dropLast().prefix(2).map { $0.contains(where: \.isNumber) ? "*" : $0 }
    let file =
      parts.last.map { $0.split(separator: ".", omittingEmptySubsequences: false).last ?? $0 } ?? ""
    return
      "\(name) \(folders.joined(separator: "/")) \(file.contains(where: \.isNumber) ? "*" : file)"
  }

  /// One call of each kind, in the order of the first calls. The seed determines which.
  static func ofEachKind(_ calls: [SystemCall], in root: String) -> [SystemCall] {
    let seed = testSeed()
    note("calls of the kinds, ALBUMSCAN_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    var kinds: [String] = []
    var all: [String: [SystemCall]] = [:]
    for call in calls {
      let kind = call.kind(in: root)
      if all[kind] == nil { kinds.append(kind) }
      all[kind, default: []].append(call)
    }
    return kinds.compactMap { all[$0]?.randomElement(using: &random) }
  }
}

/// The failure of a call.
struct CallFailure: Sendable, CustomStringConvertible {
  let call: SystemCall
  let name: String
  let code: Int32

  /// Whether all later calls fail, too, as on a full disk.
  let lasts: Bool

  var description: String { "\(name)\(lasts ? " from" : " at") \(call)" }
}

struct SystemCalls {
  /// The library for LD_PRELOAD, compiled once in each run.
  private static let library = Result { () throws -> (TemporaryFolder, String) in
    let folder = try TemporaryFolder()
    let file = folder.file("faults.so")
    let output = try Programs.run(
      "/bin/sh",
      [
        "-c",
        "exec $(dirname $(readlink -f $(command -v swift)))/clang -shared -fPIC -O1 -o \"$@\"",
        "sh", file,
        "\(Checkout.root)/Tests/Faults/faults.c",
      ], input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000,
      variables: ["PATH=\(Programs.environment("PATH") ?? "")"])
    guard output.exitCode == 0 else { throw InstallationError.failed("clang: \(output.exitCode)") }
    return (folder, file)
  }

  let course: KillCourse
  private let list: TemporaryFolder

  init(_ course: KillCourse) throws {
    self.course = course
    list = try TemporaryFolder()
  }

  /// The calls of an undisturbed run. `record` is a folder for the bytes of each write.
  func calls(recording record: String? = nil) throws -> [SystemCall] {
    try course.reset()
    let told = try run(try Self.listing(in: list, recording: record))
    try #require(told.code == 0, "\(course.command): \(told.text)")
    return try Self.listed(in: list)
  }

  /// Variables that make the library list the calls in a file of `folder`.
  static func listing(in folder: TemporaryFolder, recording record: String? = nil) throws
    -> [String]
  {
    try Files.remove(folder.file("list"))
    return ["FAULTS_LIST=\(folder.file("list"))"] + (record.map { ["FAULTS_RECORD=\($0)"] } ?? [])
  }

  static func listed(in folder: TemporaryFolder) throws -> [SystemCall] {
    try folder.text("list").split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return SystemCall(
        number: Int(parts[0]) ?? 0, name: parts[1], path: parts[2],
        rest: parts.count > 3 ? parts[3] : "")
    }
  }

  /// Variables that number the calls of a program that changes this installation.
  static func numbering(of installation: Installation) throws -> [String] {
    ["FAULTS_ROOT=\(installation.folder.path)", "LD_PRELOAD=\(try library.get().1)"]
  }

  /// Sets the installation back, and kills the command before the call. Returns whether the command reached the call.
  /// With several threads, the order and the number of the calls differ between runs.
  func kill(before call: SystemCall) throws -> Bool {
    try course.reset()
    return try run(["FAULTS_KILL=\(call.number)"]).code == 128 + 9
  }

  /// Sets the installation back, and runs the command with the failure.
  func fail(_ failure: CallFailure) throws -> (code: Int32, text: String) {
    try course.reset()
    return try run(["FAULTS_FAIL=\(failure.call.number)\(failure.lasts ? "-" : "") \(failure.code)"]
    )
  }

  private func run(_ variables: [String]) throws -> (code: Int32, text: String) {
    let installation = course.installation
    return try installation.told(
      course.command, variables: variables + Self.numbering(of: installation))
  }
}
