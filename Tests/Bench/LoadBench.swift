// Two hundred phones that send a photo of 3 to 4 MB at the same time, a tenth of them over slow links, while readers open
// static pages.

import Glibc
import Host
import Support
import Synchronization

struct LoadBench {
  private let phones = 200

  /// Each tenth phone sends 400 kB in a second.
  private let slowBytes = 400_000

  /// The most milliseconds between the last byte of a photo and the end of its answer, and the most memory of all
  /// processes of the installation.
  private let mostMilliseconds = 500.0
  private let mostMegabytes = 400.0

  func figures() throws -> [Figure] {
    guard Files.exists("/usr/sbin/lighttpd") else {
      return [
        Figure(name: "200 phones", value: "lighttpd is not installed", target: "", isMet: nil)
      ]
    }
    let house = try BenchHouse()
    let photo = try Files.read(try BenchPhoto.twelveMegapixels(in: house.folder))
    let bodies = (0..<phones).map { BenchServer.body(of: Self.numbered(photo, $0)) }
    let server = try BenchServer(house: house)
    let real = try load(server, bodies, house)
    // The same load on a program that only reads the body.
    try Files.replace(
      house.controlFile,
      with: Array(
        "#!/bin/sh\ncat > /dev/null\nprintf 'Status: 303 See Other\\r\\nLocation: /\\r\\n\\r\\n'\n"
          .utf8),
      mode: 0o755, durably: false)
    let reading = try load(server, bodies, house)
    let most = mostMilliseconds * MachineSpeed.here.factor
    let longest = real.answers.map(\.milliseconds).max() ?? .infinity
    let longestReading = reading.answers.map(\.milliseconds).max() ?? .infinity
    let ratio = real.ninetyNinth / max(reading.ninetyNinth, 0.1)
    return [
      Figure(
        name: "\(phones) phones at once: accepted, or told when to come back",
        value:
          "\(real.answers.count { $0.status == 303 }) and \(real.answers.count(where: \.isPutOff)) of \(phones)",
        target: "all", isMet: real.answers.allSatisfy { $0.status == 303 || $0.isPutOff }),
      Figure(
        name: "the longest wait for an answer after the last byte",
        value: "\(rounded(longest)) ms; \(rounded(longestReading)) ms with a CGI that only reads",
        target: "≤ \(rounded(mostMilliseconds)) ms, here ≤ \(rounded(most)) ms",
        isMet: longest <= most),
      Figure(
        name: "the longest wait / with a CGI that only reads the body",
        value: rounded(longest / longestReading), target: "≤ 1.2",
        isMet: longest / longestReading <= 1.2),
      Figure(
        name: "memory of all processes meanwhile", value: "\(rounded(real.megabytes)) MB",
        target: "≤ \(rounded(mostMegabytes)) MB", isMet: real.megabytes <= mostMegabytes),
      Figure(
        name: "99th percentile of static pages / with a CGI that only reads the body",
        value:
          "\(rounded(ratio)) (\(rounded(real.ninetyNinth)) and \(rounded(reading.ninetyNinth)) ms)",
        target: "≤ 1.5", isMet: ratio <= 1.5),
    ]
  }

  /// The photo with a numbered comment behind the first marker, because two uploads of the same bytes are one scan.
  static func numbered(_ photo: [UInt8], _ number: Int) -> [UInt8] {
    Array(photo.prefix(2)) + [0xFF, 0xFE, 0, 4, UInt8(number >> 8), UInt8(number & 255)]
      + photo.dropFirst(2)
  }

  private struct Load {
    var answers: [BenchServer.Answer] = []
    var pages: [Double] = []
    var megabytes = 0.0

    /// Milliseconds.
    var ninetyNinth: Double {
      let sorted = pages.sorted()
      return sorted.isEmpty ? .infinity : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    }
  }

  private func load(_ server: BenchServer, _ bodies: [[UInt8]], _ house: BenchHouse) throws -> Load
  {
    let result = Mutex(Load())
    let left = Mutex(bodies.count)
    let (slowBytes, path) = (slowBytes, house.folder.path)
    var threads = bodies.enumerated().map { number, body in
      Self.thread {
        let answer = server.answer(to: body, bytesPerSecond: number % 10 == 0 ? slowBytes : nil)
        result.withLock { $0.answers.append(answer) }
        left.withLock { $0 -= 1 }
      }
    }
    threads += (0..<2).map { _ in
      Self.thread {
        while left.withLock({ $0 }) > 0 {
          let start = Measure.now()
          guard server.get("/") else { continue }
          let took = Measure.now() - start
          result.withLock { $0.pages.append(took) }
          usleep(10_000)
        }
      }
    }
    threads.append(
      Self.thread {
        while left.withLock({ $0 }) > 0 {
          let megabytes = Self.megabytes(of: path)
          result.withLock { $0.megabytes = max($0.megabytes, megabytes) }
          usleep(50_000)
        }
      })
    for thread in threads { pthread_join(thread, nil) }
    return result.withLock { $0 }
  }

  /// The proportional memory of all processes whose command line names the folder. Source: proc(5), "smaps_rollup".
  private static func megabytes(of folder: String) -> Double {
    let names = (try? Files.entries(of: "/proc")) ?? []
    var kilobytes = 0
    for name in names where name.first?.isNumber == true {
      guard let line = try? Files.read("/proc/\(name)/cmdline", limit: 1 << 16),
        String(decoding: line, as: UTF8.self).contains(folder),
        let rollup = try? Files.read("/proc/\(name)/smaps_rollup", limit: 1 << 16)
      else { continue }
      let text = String(decoding: rollup, as: UTF8.self)
      for row in text.split(separator: "\n") where row.hasPrefix("Pss:") {
        kilobytes += row.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      }
    }
    return Double(kilobytes) / 1024
  }

  /// Runs `body` in a thread of its own, because each phone blocks.
  private static func thread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    final class Box {
      let body: @Sendable () -> Void;
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
      }, box)
    precondition(code == 0, "pthread_create: \(code)")
    return thread
  }
}
