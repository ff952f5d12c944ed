// Runs programs, measures their time, computes medians, and prints one line for each figure.

import CHost
import Glibc
import Host

/// The exit code and the times of one run of a program.
struct Run {
  let milliseconds: Double
  let exitCode: Int32

  /// The processor time of the program and of its children that it waited for.
  var processorMilliseconds = 0.0
}

enum Measure {
  /// Runs a program to its end with exactly `environment`. `output` is the file that gets its output;
  /// nil drops the output.
  static func run(
    _ path: String, _ arguments: [String] = [], environment: [String], input: String = "/dev/null",
    output: String? = nil
  ) -> Run {
    let source = albumscan_open(input, O_RDONLY, 0)
    defer { close(source) }
    let target = albumscan_open(output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(target) }
    let start = now()
    var child: pid_t = 0
    let code = withCStrings([path] + arguments) { argv in
      withCStrings(environment) { envp in
        albumscan_spawn(&child, path, argv, envp, source, target, -1, 0)
      }
    }
    guard code == 0 else { return Run(milliseconds: .infinity, exitCode: code) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) == -1, errno == EINTR {}
    let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    return Run(
      milliseconds: now() - start, exitCode: albumscan_exit_code(status),
      processorMilliseconds: seconds * 1000
        + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000)
  }

  /// Milliseconds of a clock that never jumps.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }

  /// Milliseconds since start-up, on the clock of the played services.
  static func bootNow() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }

  /// Milliseconds of processor time of this thread. Other programs on the machine do not change this time. Use it for
  /// work of one thread that never waits.
  static func worked() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  static func percentile(_ values: [Double], _ part: Double) -> Double {
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}

/// One figure and its target.
struct Figure {
  let name: String
  let value: String
  let target: String

  /// Whether the figure meets its target. Nil if it could not be measured; then `value` gives the
  /// reason.
  let isMet: Bool?

  /// Lines that help to find out why the target is missed.
  let details: [String]

  init(name: String, value: String, target: String, isMet: Bool?, details: [String] = []) {
    self.name = name
    self.value = value
    self.target = target
    self.isMet = isMet
    self.details = details
  }

  /// Compares a time with a target, which holds for the machine of `MachineSpeed.expectedMilliseconds`. The line prints
  /// `detail` after the time. If `isRight` is false, the result is wrong, and the target is missed at any time.
  init(
    name: String, milliseconds: Double, detail: String = "", atMost target: Double,
    isRight: Bool = true
  ) {
    let most = target * MachineSpeed.here.factor
    self.init(
      name: name, value: "\(rounded(milliseconds)) ms\(detail)",
      target: "≤ \(rounded(target)) ms, here ≤ \(rounded(most)) ms",
      isMet: isRight && milliseconds <= most)
  }

  func print() {
    let mark = isMet.map { $0 ? "ok  " : "MISS" } ?? "–   "
    say("\(mark)  \(name): \(value)  (target \(target))")
    if isMet == false { for line in details { say(line) } }
  }
}

/// Prints a line without delay, also into a pipe or a file, because a run takes many minutes.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// The number with two decimals. A measurement without a result is infinite.
func rounded(_ value: Double) -> String {
  guard value.isFinite else { return "∞" }
  let hundredths = Int((value * 100).rounded())
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}
