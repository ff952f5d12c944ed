// Runs `albumscan serve` for an installation until the value is destroyed.

import Glibc
import Host
import Support

final class WebServer: Sendable {
  let installation: Installation
  let process: Int32

  /// The start of the process in clock ticks, as /proc gives it.
  let startTicks: UInt64

  /// Waits until the server answers; a server with HTTPS says that it is ready. `options` replaces
  /// `--port`. `prefix` is a command that runs the server, such as `/usr/bin/env A=B`.
  init(_ installation: Installation, options: [String]? = nil, prefix: String = "") throws {
    self.installation = installation
    let pidFile = installation.folder.file("serve.pid")
    let words = options ?? ["--port", "\(installation.port)"]
    try Files.remove("\(pidFile).log")
    try Programs.startDetached(
      "/bin/sh",
      [
        "-c",
        "echo $$ > \(pidFile); exec \(prefix) \(installation.programs)/albumscan --config \(installation.controlFile) serve \(words.joined(separator: " ")) > \(pidFile).log 2>&1",
      ])
    let isUp = eventually {
      installation.scheme == "https"
        ? ["Ready:", "Bereit:"].contains { installation.served.contains($0) }
        : isListening(installation.port)
    }
    process = Int32(
      try installation.folder.text("serve.pid").split(whereSeparator: \.isWhitespace)
        .first.flatMap { Int32($0) } ?? 0)
    startTicks = RunningProcess(process)?.startTicks ?? 0
    guard isUp, process > 1 else {
      throw InstallationError.noAnswer((try? installation.folder.text("serve.pid.log")) ?? "")
    }
  }

  deinit { sendSignal(SIGKILL, to: process) }

  /// Ends the server and waits until its port is free.
  func stop() {
    sendSignal(SIGKILL, to: process)
    _ = eventually { RunningProcess(process).map { $0.state == "Z" } ?? true }
  }
}

extension Installation {
  /// The text that `serve` has printed.
  var served: String { (try? folder.text("serve.pid.log")) ?? "" }
}

/// One answer as curl received it.
struct CurlAnswer {
  let status: Int
  let location: String
  let body: String

  /// Seconds from the first sent byte to the last received byte.
  let seconds: Double
}

extension Installation {
  /// Runs curl; `path` is below the origin.
  func curl(_ arguments: [String], _ path: String) throws -> CurlAnswer {
    let body = folder.file("curl-\(hexadecimal(Randomness.bytes(6)))")
    let output = try Programs.run(
      "/usr/bin/curl",
      [
        "-s", "-S", "-o", body, "--max-time", "60", "-w",
        "%{http_code}\n%{time_total}\n%{redirect_url}\n",
      ] + (scheme == "https" ? ["--cacert", certificate] : []) + arguments + ["\(origin)\(path)"],
      input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 70_000)
    let lines = String(decoding: output.bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let answer = (try? Files.read(body)) ?? []
    return CurlAnswer(
      status: Int(lines.first ?? "") ?? 0, location: lines.count > 2 ? String(lines[2]) : "",
      body: String(decoding: answer, as: UTF8.self),
      seconds: lines.count > 1 ? Double(lines[1]) ?? 0 : 0)
  }

  /// Posts a photo with curl, as a person would at a terminal.
  func post(_ photo: String, _ more: [String] = []) throws -> CurlAnswer {
    try curl(["-F", "photo=@\(photo)"] + more, "/cgi-bin/albumscan/scans")
  }
}
