// One visit: the environment in, one answer out, and afterwards a worker where there is work.

import Albums
import CGI
import Glibc
import Host

struct Visit {
  /// Answers, lets the web server go, then starts the worker (FAULTS fact 1: never while stdout is held).
  func answer() {
    let house: House
    do {
      house = try House(controlFile: CommandLine.arguments.dropFirst().first)
    } catch {
      let response = Response.text(.internalServerError, "AlbumScan is not set up: \(error)")
      write(response.bytes(for: .get))
      return
    }
    let request: Request
    do {
      request = try Request(environment: Self.environment())
    } catch {
      write(house.refusal(of: error).bytes(for: Self.isHead ? .head : .get))
      return
    }
    let answer = Router(house: house).answer(request)
    write(answer.response.bytes(for: request.method))
    StandardStreams.release()
    if answer.hasWork { house.startWorker() }
  }

  private func write(_ bytes: [UInt8]) {
    // The client may have gone; what was accepted stays accepted.
    try? FileDescriptor.standard(1).write(bytes)
  }

  /// A request too odd to be read may still be a HEAD, whose answer has no body.
  private static var isHead: Bool {
    guard let method = getenv("REQUEST_METHOD") else { return false }
    return String(cString: method) == "HEAD"
  }

  /// The environment in its order, duplicates included: lighttpd hands two of one name over (FAULTS A9).
  private static func environment() -> [(name: String, value: [UInt8])] {
    var variables: [(name: String, value: [UInt8])] = []
    var next = environ
    while let entry = next.pointee {
      let bytes = UnsafeBufferPointer(start: entry, count: strlen(entry)).map {
        UInt8(bitPattern: $0)
      }
      if let equals = bytes.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(decoding: bytes[..<equals], as: UTF8.self)
        variables.append((name, Array(bytes[(equals + 1)...])))
      }
      next += 1
    }
    return variables
  }
}
