// Runs independent measurements on every core and reports progress on standard error.

import Glibc

enum Parallel {
  /// The results of `work` in the order of `items`. Runs as many items at a time as there are
  /// cores.
  static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], named name: String, _ work: @escaping @Sendable (Item) throws -> Result
  ) async throws -> [Result] {
    var progress = Progress(name: name, count: items.count)
    var results = [Result?](repeating: nil, count: items.count)
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var waiting = items.indices.makeIterator()
      func startNext() {
        guard let index = waiting.next() else { return }
        group.addTask { (index, try work(items[index])) }
      }
      for _ in 0..<coreCount { startNext() }
      while let (index, result) = try await group.next() {
        results[index] = result
        progress.advance()
        startNext()
      }
    }
    return results.compactMap { $0 }
  }

  private static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// Prints `name: 120 of 600, 4 min left` on standard error. On a terminal, replaces the line once a
/// second. Elsewhere, prints a line after each tenth of the items, and after a minute without a line.
struct Progress {
  private let name: String
  private let count: Int
  private let isTerminal = isatty(2) == 1
  private let start = ContinuousClock.now
  private var done = 0
  private var printed = ContinuousClock.now

  init(name: String, count: Int) {
    self.name = name
    self.count = count
  }

  mutating func advance() {
    done += 1
    let now = ContinuousClock.now
    if isTerminal {
      guard done == count || now - printed >= .seconds(1) else { return }
    } else {
      let isTenth = done * 10 / count > (done - 1) * 10 / count
      guard isTenth || now - printed >= .seconds(60) else { return }
    }
    printed = now
    let left = (now - start) / .seconds(1) / Double(done) * Double(count - done)
    let text = "\(name): \(done) of \(count), \(Int(left / 60)) min \(Int(left) % 60) s left"
    let line = isTerminal ? "\r\(text)   \(done == count ? "\n" : "")" : "\(text)\n"
    let bytes = Array(line.utf8)
    _ = write(2, bytes, bytes.count)
  }
}
