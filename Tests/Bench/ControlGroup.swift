// A control group of Linux with a limit of memory. Sources: cgroups(7);
// <https://docs.kernel.org/admin-guide/cgroup-v1/memory.html>;
// <https://docs.kernel.org/admin-guide/cgroup-v2.html>.

import Glibc
import Host
import Support

final class ControlGroup: Sendable {
  private let folder: String
  private let isSecondVersion: Bool

  /// A program joins the group by writing its number into this file. Its children stay in the group.
  var members: String { "\(folder)/cgroup.procs" }

  /// Makes a group without swap; nil if this user may not make one.
  init?(megabytes: Int) {
    let name = "albumscan-bench-\(getpid())"
    let root = "/sys/fs/cgroup"
    isSecondVersion = Files.exists("\(root)/cgroup.controllers")
    folder = isSecondVersion ? "\(root)/\(name)" : "\(root)/memory/\(name)"
    guard mkdir(folder, 0o755) == 0 else { return nil }
    if isSecondVersion { Self.write("+memory", to: "\(root)/cgroup.subtree_control") }
    let limit = "\(megabytes << 20)"
    let limitFile = isSecondVersion ? "memory.max" : "memory.limit_in_bytes"
    Self.write(limit, to: "\(folder)/\(limitFile)")
    Self.write("0", to: "\(folder)/\(isSecondVersion ? "memory.swap.max" : "memory.swappiness")")
    guard text(limitFile) == limit else { return nil }
  }

  /// Ends the programs of the group, and removes it.
  deinit {
    for process in processes { kill(process, SIGKILL) }
    _ = eventually { processes.isEmpty }
    rmdir(folder)
  }

  /// The numbers of the processes in the group.
  var processes: [Int32] { text("cgroup.procs").split(separator: "\n").compactMap { Int32($0) } }

  /// The most memory that the group has used, with the cache of its files; nil if the kernel does
  /// not record it.
  var mostMegabytes: Double? {
    Double(text(isSecondVersion ? "memory.peak" : "memory.max_usage_in_bytes"))
      .map { $0 / 1_000_000 }
  }

  /// The number of times that the kernel ended a process because the memory was not enough.
  var kills: Int {
    let file = text(isSecondVersion ? "memory.events" : "memory.oom_control")
    let line = file.split(separator: "\n").first { $0.hasPrefix("oom_kill ") }
    return line.flatMap { Int($0.dropFirst("oom_kill ".count)) } ?? 0
  }

  private func text(_ name: String) -> String {
    guard let bytes = try? Files.read("\(folder)/\(name)", limit: 1 << 16) else { return "" }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Writes one value; the kernel takes it as a whole. A value that it refuses is not there when the
  /// group is checked.
  private static func write(_ value: String, to path: String) {
    let file = open(path, O_WRONLY)
    guard file >= 0 else { return }
    _ = Glibc.write(file, value, value.utf8.count)
    close(file)
  }
}
