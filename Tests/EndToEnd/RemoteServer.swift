// A server to which the published log is sent: S3 played by moto, WebDAV and sftp by rclone. It runs until
// the value is destroyed.

import Glibc
import Host
import Support
import Synchronization

final class RemoteServer: Sendable {
  enum Kind: String, CaseIterable, Sendable { case s3, webdav, sftp }

  let kind: Kind
  let port: UInt16
  private let folder: TemporaryFolder
  private let process = Mutex<Int32>(0)

  /// The number of lines of the log that `requests` has returned.
  private let readLines = Mutex(0)

  /// The setting `publish-remote`.
  let remote: String

  /// With `starts` false, nothing listens on the port until `start`.
  init(_ kind: Kind, starts: Bool = true) throws {
    self.kind = kind
    port = freePort()
    folder = try TemporaryFolder()
    try Files.makeDirectories(folder.file("served"))
    remote =
      switch kind {
      case .s3:
        ":s3,provider=Other,endpoint=\"http://127.0.0.1:\(port)\",force_path_style=true,"
          + "access_key_id=a,secret_access_key=b,region=us-east-1:bucket/log"
      case .webdav: ":webdav,url=\"http://127.0.0.1:\(port)\",vendor=other:log"
      case .sftp:
        ":sftp,host=127.0.0.1,port=\(port),user=u,pass=\(try Self.obscured("p")),shell_type=none:log"
      }
    if starts { try start() }
  }

  func start() throws {
    let command =
      switch kind {
      case .s3: "\(try Checkers.path("\(Checkers.folder)/bin/moto_server")) -H 127.0.0.1 -p \(port)"
      case .webdav: "rclone serve webdav --addr 127.0.0.1:\(port) \(folder.file("served"))"
      case .sftp:
        "rclone serve sftp --addr 127.0.0.1:\(port) --user u --pass p \(folder.file("served"))"
      }
    try Files.remove(folder.file("pid"))
    try Programs.startDetached(
      "/bin/sh",
      [
        "-c",
        "export XDG_CACHE_HOME=\(folder.file("cache")); echo $$ > \(folder.file("pid")); "
          + "exec \(command) >> \(folder.file("log")) 2>&1",
      ])
    guard eventually(within: 120_000, { isListening(port) }) else {
      throw InstallationError.noAnswer((try? folder.text("log")) ?? "")
    }
    let id = Int32(try folder.text("pid").split(whereSeparator: \.isWhitespace).first ?? "") ?? 0
    process.withLock { $0 = id }
    if kind == .s3 { _ = try rclone(["mkdir", String(remote.dropLast("/log".count))]) }
  }

  func stop() {
    let id = process.withLock { id in
      defer { id = 0 }
      return id
    }
    if id > 1 { sendSignal(SIGKILL, to: id) }
    _ = eventually { !isListening(port) }
  }

  deinit {
    let id = process.withLock { $0 }
    if id > 1 { sendSignal(SIGKILL, to: id) }
  }

  /// The files below the remote, by path, without the marker file.
  func files() throws -> [String: [UInt8]] {
    let copy = try TemporaryFolder()
    _ = try rclone(["copy", remote, copy.path])
    return try contents(of: copy.path).filter { $0.key != ".albumscan" }
  }

  /// The marker file of the published log at the remote.
  func markerFile() throws -> String { try rclone(["cat", "\(remote)/.albumscan"]) }

  /// The requests to S3 since the last call: `PUT index.html`. Paths are relative to the remote.
  func requests() throws -> [String] {
    let lines = try folder.text("log").split(separator: "\n")
    let new = readLines.withLock { read in
      defer { read = lines.count }
      return lines[read...]
    }
    return new.compactMap { line in
      // moto colours the lines of all answers but 200.
      let plain = line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
      guard let request = plain.split(separator: "\"").dropFirst().first else { return nil }
      let words = request.split(separator: " ")
      guard words.count >= 2, words[0].allSatisfy(\.isUppercase) else { return nil }
      let path = words[1].hasPrefix("/bucket/log/") ? words[1].dropFirst(12) : words[1]
      return "\(words[0]) \(path)"
    }
  }

  /// The headers that S3 has stored with a file.
  func headers(of path: String) throws -> String {
    let output = try Programs.run(
      "/usr/bin/curl",
      [
        "-s", "-I", "-H",
        "Authorization: AWS4-HMAC-SHA256 Credential=a/20261123/us-east-1/s3/aws4_request, "
          + "SignedHeaders=host, Signature=x",
        "http://127.0.0.1:\(port)/bucket/log/\(path)",
      ], input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 20_000)
    return String(decoding: output.bytes, as: UTF8.self).lowercased()
  }

  private func rclone(_ arguments: [String]) throws -> String {
    let output = try Programs.run(
      "/usr/bin/rclone", ["--config", "/dev/null"] + arguments, input: "/dev/null",
      limit: 1 << 20, timeoutMilliseconds: 60_000, errors: .kept)
    guard output.exitCode == 0 else {
      throw InstallationError.failed(String(decoding: output.errors, as: UTF8.self))
    }
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private static func obscured(_ password: String) throws -> String {
    let output = try Programs.run(
      "/usr/bin/rclone", ["obscure", password], input: "/dev/null", limit: 1000,
      timeoutMilliseconds: 20_000)
    return String(decoding: output.bytes, as: UTF8.self).filter { !$0.isWhitespace }
  }
}

/// All files of a folder, by path.
func contents(of root: String, below path: String = "") throws -> [String: [UInt8]] {
  let folder = path.isEmpty ? root : "\(root)/\(path)"
  guard Files.isDirectory(folder) else { return [:] }
  var files: [String: [UInt8]] = [:]
  for name in try Files.entries(of: folder) {
    let inside = path.isEmpty ? name : "\(path)/\(name)"
    if Files.isDirectory("\(root)/\(inside)") {
      files.merge(try contents(of: root, below: inside)) { first, _ in first }
    } else {
      files[inside] = try Files.read("\(root)/\(inside)")
    }
  }
  return files
}
