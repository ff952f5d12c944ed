// S3 played by moto, which lists the requests in its log. It runs until the value is destroyed.

import Glibc
import Host
import Support

final class BenchS3: Sendable {
  /// `./setup bench` installs moto from PyPI.
  private static let moto = "\(Checkout.root)/.build/checkers/bin/moto_server"
  private static let rclone = "/usr/bin/rclone"

  /// The reason why S3 cannot be played here; nil if it can.
  static var missingProgram: String? {
    if !Files.exists(rclone) { return "rclone is not installed" }
    return Files.exists(moto) ? nil : "moto is not installed: run ./setup bench"
  }

  private let folder: TemporaryFolder
  private let process: Int32

  /// The setting `publish-remote`.
  let remote: String

  init() throws {
    let port = UInt16.random(in: 12_000..<20_000)
    folder = try TemporaryFolder()
    let bucket =
      ":s3,provider=Other,endpoint=\"http://127.0.0.1:\(port)\",force_path_style=true,"
      + "access_key_id=a,secret_access_key=b,region=us-east-1:bucket"
    remote = "\(bucket)/log"
    let pidFile = folder.file("pid")
    try Programs.startDetached(
      "/bin/sh",
      [
        "-c",
        "echo $$ > \(pidFile); exec \(Self.moto) -H 127.0.0.1 -p \(port) >> \(folder.file("log")) 2>&1",
      ])
    let isUp = eventually(within: 120_000) { Files.exists(pidFile) && BenchServer.isUp(port) }
    process = Int32(try folder.text("pid").split(separator: "\n").first ?? "") ?? 0
    guard isUp, makes(bucket) else { throw BenchError.noServer }
  }

  deinit { if process > 1 { kill(process, SIGKILL) } }

  private func makes(_ bucket: String) -> Bool {
    Measure.run(
      Self.rclone, ["--config", "/dev/null", "mkdir", bucket],
      environment: ["PATH=/usr/bin:/bin", "HOME=\(folder.path)"]
    ).exitCode == 0
  }

  /// The number of all requests so far. moto logs a request before it answers. It colours the
  /// requests that it does not answer with 200, so only the version of HTTP is the same in each line.
  func requestCount() throws -> Int {
    try folder.text("log").split(separator: "\n").count { $0.contains(" HTTP/1.") }
  }
}
