// Runs one request: reads the environment, writes one response, then starts a worker if a job is
// due.

import Albums
import CGI
import Glibc
import Host

package struct CGIRequestRunner {
  package init() {}

  /// Writes the response and closes the descriptors of the web server. Only then starts the worker,
  /// because a child that keeps stdout open would delay the response (docs/faults.md §0.1).
  package func run() {
    let installation: Installation
    do {
      installation = try Installation(
        controlFile: Self.argument, programs: Programs.ownFolder)
    } catch {
      report(error)
      write(Self.notSetUp.bytes(for: Self.isHead ? .head : .get))
      return
    }
    let request: Request
    let result: RouteResult
    do {
      (request, result) = try Self.result(of: Self.environment(), installation)
    } catch {
      write(installation.response(to: error).bytes(for: Self.isHead ? .head : .get))
      return
    }
    if let file = result.file {
      send(file, result.response, to: request, installation)
    } else {
      write(result.response.bytes(for: request.method))
    }
    StandardStreams.release()
    if result.needsWorker { installation.startWorker() }
  }

  /// The bytes that answer a request without a body, for a caller that needs no process. Leaves out a file that the
  /// program sends after the headers, and starts no worker. Throws if the control file cannot be used.
  package static func answer(
    to environment: [(name: String, value: [UInt8])], controlFile: String, programs: String
  ) throws -> [UInt8] {
    let installation = try Installation(controlFile: controlFile, programs: programs)
    do {
      let (request, result) = try result(of: environment, installation)
      return result.response.bytes(for: request.method)
    } catch {
      let isHead = environment.contains {
        $0.name == "REQUEST_METHOD" && $0.value == Array("HEAD".utf8)
      }
      return installation.response(to: error).bytes(for: isHead ? .head : .get)
    }
  }

  /// The method and the path of each route; `<id>` stands for an id: `POST`, `/finds/<id>/delete`.
  package static var routes: [(method: String, path: String)] {
    Route.all.map { route in
      let segments = route.path.map { segment in
        if case .word(let word) = segment { return word }
        return "<id>"
      }
      return (
        route.method == .get ? "GET" : "POST",
        segments.reduce(into: "") { $0 += "/" + $1 }
      )
    }
  }

  /// The first argument. `CommandLine.arguments` would copy all of them.
  private static var argument: String? {
    guard CommandLine.argc > 1 else { return nil }
    return CommandLine.unsafeArgv[1].map { String(cString: $0) }
  }

  private static func result(
    of environment: [(name: String, value: [UInt8])], _ installation: Installation
  ) throws(RequestError) -> (Request, RouteResult) {
    let request = try Request(
      environment: environment, userHeader: installation.configuration.people.proxyUserHeader)
    return (request, Router(installation: installation).result(of: request))
  }

  /// The response without a usable control file. It has no detail, because any client may read it.
  private static let notSetUp = Response.text(
    .internalServerError,
    "AlbumScan is not set up here. "
      + "The host finds the reason in the web server's error log, or with: albumscan doctor")

  /// Writes the reason to the web server's error log. Without a control file, the program knows no
  /// other log.
  private func report(_ error: any Error) {
    try? FileDescriptor.standard(2).write(Array("albumscan-cgi: \(error)\n".utf8))
  }

  /// Writes the headers, then the file in pieces. The file is opened first, because the worker may delete
  /// it.
  private func send(
    _ path: String, _ response: Response, to request: Request, _ installation: Installation
  ) {
    guard let file = opened(path, installation) else {
      let refused = installation.response(to: .notFound, asJSON: request.wantsJSON)
      return write(refused.bytes(for: request.method))
    }
    write(response.bytes(for: request.method))
    guard request.method != .head else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    do {
      while case let count = try file.read(into: buffer), count > 0 {
        try FileDescriptor.standard(1).write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    } catch {
      // Mostly the client has disconnected. The length in the headers tells it that the file is not whole.
      installation.log("cgi", "\(error)")
    }
  }

  private func opened(_ path: String, _ installation: Installation) -> FileDescriptor? {
    do {
      return try FileDescriptor.reading(path)
    } catch {
      installation.log("cgi", "\(error)")
      return nil
    }
  }

  /// Writes the response. Ignores errors: the client may have disconnected, and an accepted change
  /// stays accepted.
  private func write(_ bytes: [UInt8]) {
    try? FileDescriptor.standard(1).write(bytes)
  }

  /// Whether an unreadable request was a HEAD, whose response has no body.
  private static var isHead: Bool {
    guard let method = getenv("REQUEST_METHOD") else { return false }
    return String(cString: method) == "HEAD"
  }

  /// The variables of the environment in their order. A variable that occurs twice is in the list
  /// twice (docs/faults.md A9).
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
