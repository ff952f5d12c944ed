// The log in data/log: one line for each event with its time, its level, its module and its text. The text of an event
// of a job names the job. The log contains no titles, no addresses and no secrets.

import Glibc

/// The log of the three programs. Writing never throws: a full disk must not lose a scan.
package struct LogFile: Sendable {
  /// The maximum length of an event's text, in characters before control characters are escaped. A
  /// long text from a service cannot fill the log.
  package static let lineLimit = 500

  /// The size in bytes at which the log is renamed to `log.1`, replacing the previous file. Source:
  /// docs/limits.md.
  package static let byteLimit = 1 << 20

  /// How grave an event is.
  package enum Level: String, Sendable {
    /// A mistake of the host or of the program, which the host has to repair or to report.
    case error

    /// The program continues without the host, for example with another attempt.
    case warning
  }

  private let path: String

  /// Whether lines also go to stderr, for a person at a terminal.
  private let isEchoed: Bool

  package init(path: String, isEchoed: Bool = false) {
    self.path = path
    self.isEchoed = isEchoed
  }

  /// Appends `time level module: text`; control bytes are written as `\xNN` (docs/faults.md I4).
  package func write(
    _ time: String, _ module: String, _ text: String, level: Level = .error
  ) {
    append("\(time) \(entry(module, text, level))\n")
  }

  /// Like `write`, unless the last line has the same text. Used for errors that repeat with every
  /// request.
  package func writeUnlessRepeated(
    _ time: String, _ module: String, _ text: String, level: Level = .error
  ) {
    let entry = entry(module, text, level)
    if lastLine()?.hasSuffix(" \(entry)") != true { append("\(time) \(entry)\n") }
  }

  private func entry(_ module: String, _ text: String, _ level: Level) -> String {
    "\(level.rawValue) \(module): \(printable(text, limit: Self.lineLimit))"
  }

  private func append(_ line: String) {
    let line = Array(line.utf8)
    if isEchoed { try? FileDescriptor(taking: dup(2), path: "stderr").write(line) }
    guard
      let file = try? FileDescriptor(
        opening: path, O_WRONLY | O_APPEND | O_CREAT | Files.openingFlag(path),
        mode: Files.privateMode)
    else { return }
    try? file.write(line)
    // Limits the size of the log. If two processes rename the file at the same time, some lines may
    // be lost.
    if lseek(file.number, 0, SEEK_END) > off_t(Self.byteLimit) { rename(path, "\(path).1") }
  }

  /// Prepares a log that another program writes: makes the file for this user only. If the file has more
  /// than `byteLimit` bytes, moves its last lines to a file with the ending `.1`, replacing the previous one.
  ///
  /// The other program may have the file open, so this function copies and empties the file instead of
  /// renaming it. The other program must append its lines; lines that it writes between the two steps are
  /// lost.
  package static func prepare(_ path: String) throws(HostError) {
    let file = try FileDescriptor(
      opening: path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK,
      mode: Files.privateMode)
    guard let size = file.regularSize, size > byteLimit else { return }
    let kept = try FileDescriptor.reading(path)
    let lines = try kept.tail(of: size, bytes: 4 * byteLimit)
    try Files.replace("\(path).1", with: lines, durably: false)
    let number = file.number
    _ = try valueOrErrno("ftruncate", path) { ftruncate(number, 0) }
  }

  private func lastLine() -> String? {
    guard let file = try? FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK) else { return nil }
    var end = [UInt8](repeating: 0, count: 4 * Self.lineLimit + 200)
    let start = max(0, lseek(file.number, 0, SEEK_END) - off_t(end.count))
    let count = pread(file.number, &end, end.count, start)
    guard count > 0 else { return nil }
    return end[..<count].split(separator: UInt8(ascii: "\n")).last.map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

/// At most `limit` characters of `text`, with control characters as `\xNN`. Text from a service
/// cannot move the cursor of a terminal or begin a new line of the log (docs/faults.md I4).
package func printable(_ text: String, limit: Int = .max) -> String {
  var clean = ""
  for scalar in text.unicodeScalars.prefix(limit) {
    switch scalar.value {
    // C0, DEL and C1, and the characters that change the writing direction.
    case ..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069:
      clean += "\\x\(String(scalar.value, radix: 16))"
    default: clean.unicodeScalars.append(scalar)
    }
  }
  return clean
}
