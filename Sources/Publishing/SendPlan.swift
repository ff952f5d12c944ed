// The unsent files, divided into runs of rclone.

/// The files to send or remove, in the order of the steps.
struct SendPlan {
  /// One run of rclone: files of one step with the same headers.
  struct Run {
    let step: SendStep

    /// Nil for removals.
    let headers: FileHeaders?

    /// Whether the run removes pages and pictures of finds that the published log does not have any
    /// more.
    let isTakedown: Bool
    let files: [String]
  }

  private struct Group: Hashable {
    let step: SendStep
    let headers: FileHeaders?
    let isTakedown: Bool

    /// The order of groups. Within a step, takedowns come first.
    static func < (one: Group, other: Group) -> Bool {
      if one.step != other.step { return one.step < other.step }
      if one.isTakedown != other.isTakedown { return one.isTakedown }
      return (one.headers?.lines ?? []).lexicographicallyPrecedes(other.headers?.lines ?? [])
    }
  }

  private var groups: [Group: [(path: String, bytes: Int)]] = [:]
  private(set) var count = 0

  /// `exists` says that the folder has the file, and `isNew` that the remote does not have it.
  mutating func add(
    _ path: String, exists: Bool, isNew: Bool, bytes: Int = 0, isTakedown: Bool = false
  ) {
    let group =
      exists
      ? Group(
        step: SendStep(sending: path, isNew: isNew), headers: FileHeaders(path), isTakedown: false)
      : Group(step: SendStep(removing: path), headers: nil, isTakedown: isTakedown)
    groups[group, default: []].append((path, bytes))
    count += 1
  }

  var runs: [Run] {
    groups.sorted { $0.key < $1.key }.flatMap { group, files in
      Self.divided(files).map {
        Run(step: group.step, headers: group.headers, isTakedown: group.isTakedown, files: $0)
      }
    }
  }

  /// Runs of a limited number of files and bytes. A file that is larger is a run of its own.
  private static func divided(_ files: [(path: String, bytes: Int)]) -> [[String]] {
    var runs: [[String]] = []
    var run: [String] = []
    var bytes = 0
    for file in files {
      bytes += file.bytes
      let isFull = run.count == RemoteTree.filesPerRun || bytes > RemoteTree.bytesPerRun
      if isFull, !run.isEmpty {
        runs.append(run)
        (run, bytes) = ([], file.bytes)
      }
      run.append(file.path)
    }
    return run.isEmpty ? runs : runs + [run]
  }
}
