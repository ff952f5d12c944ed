// Counts refused requests in a small file, so that refusals cannot fill the log. Each reason is logged
// at most once a minute, with the number of refusals since its last line.

import Albums
import Host

struct RefusalCounter {
  /// The minimum time between two log lines with the same reason.
  private static let pauseMilliseconds: Int64 = 60_000

  private let path: String

  init(path: String) { self.path = path }

  /// Counts one refusal. Returns the number of refusals to log, this one included. Nil if the
  /// reason was logged less than a minute ago, if another process is counting, or if the file
  /// cannot be written.
  ///
  /// `reason` comes from a closed list. It is never a client's text, because the file keeps all
  /// reasons.
  func count(_ reason: String, at now: Timestamp) -> Int? {
    do {
      guard let lock = try Lock.take("\(path).lock") else { return nil }
      let count = try countAlone(reason, at: now)
      _ = consume lock
      return count
    } catch {
      return nil
    }
  }

  /// The same as `count`, called while this process holds the lock.
  private func countAlone(_ reason: String, at now: Timestamp) throws -> Int? {
    var entries = try read()
    let earlier = entries[reason]
    let elapsed = now.milliseconds - (earlier?.logged ?? 0)
    // The elapsed time is negative if the clock was set back.
    let isDue = earlier == nil || elapsed >= Self.pauseMilliseconds || elapsed < 0
    let count = (earlier?.waiting ?? 0) + 1
    entries[reason] = Entry(
      logged: isDue ? now.milliseconds : earlier?.logged ?? 0, waiting: isDue ? 0 : count)
    try write(entries)
    return isDue ? count : nil
  }

  private struct Entry {
    /// The time of the last log line with this reason, in milliseconds.
    let logged: Int64
    /// The number of refusals since that line.
    let waiting: Int
  }

  /// Reads lines of the form `logged waiting reason`. Other lines are dropped.
  private func read() throws -> [String: Entry] {
    guard Files.exists(path) else { return [:] }
    var entries: [String: Entry] = [:]
    for line in String(decoding: try Files.read(path, limit: 16 << 10), as: UTF8.self)
      .split(separator: "\n")
    {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let logged = Int64(words[0]), let waiting = Int(words[1]) else {
        continue
      }
      entries[String(words[2])] = Entry(logged: logged, waiting: waiting)
    }
    return entries
  }

  private func write(_ entries: [String: Entry]) throws {
    let lines = entries.sorted { $0.key < $1.key }
      .map { "\($0.value.logged) \($0.value.waiting) \($0.key)\n" }
    try Files.replace(path, with: Array(lines.joined().utf8), durably: false)
  }
}
