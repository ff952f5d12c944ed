// The reading of a sleeve beside the stages of its scan. It takes about a second of a processor, and a
// scan with a model does not wait for it.

import Host
import Sleeves

actor SleeveUnderWay {
  private var task: Task<Void, Never>?

  /// The reading; nil while it goes on, and if nothing could be read.
  private(set) var reading: SleeveReading?

  private var hasEnded = false

  /// Begins the reading. A second call has no effect.
  func begin(_ read: @escaping @Sendable () async -> SleeveReading?) {
    guard task == nil else { return }
    task = Task {
      reading = await read()
      hasEnded = true
    }
  }

  /// The reading, if it ends within the time; nil if nothing could be read or the reading has not begun.
  func value(within milliseconds: Int64) async -> SleeveReading? {
    let end = Clock.bootMilliseconds() + milliseconds
    while task != nil, !hasEnded, Clock.bootMilliseconds() < end {
      do { try await Task.sleep(for: .milliseconds(20)) } catch { break }
    }
    return reading
  }

  /// Ends the reading and its process.
  func cancel() { task?.cancel() }
}
