// The modification times of all files of a folder, to find the files that a program changed.

import Host

struct FileTimes {
  private let times: [String: Int64]

  init(of folder: String) throws {
    var found: [String: Int64] = [:]
    func walk(_ folder: String) throws {
      for name in try Files.entries(of: folder) {
        let path = "\(folder)/\(name)"
        if Files.isDirectory(path) {
          try walk(path)
        } else {
          found[path] = Files.modificationMilliseconds(of: path) ?? 0
        }
      }
    }
    try walk(folder)
    times = found
  }

  /// The number of files that were written since `earlier`.
  func written(since earlier: FileTimes) -> Int {
    times.count { earlier.times[$0.key] != $0.value }
  }

  /// The number of files that were written or removed since `earlier`.
  func changed(since earlier: FileTimes) -> Int {
    written(since: earlier) + earlier.times.keys.count { times[$0] == nil }
  }
}
