// A web server that has only files, like a hosting service for static sites: it serves a folder
// below a path, and answers a missing page with the folder's 404.html. It runs until the value is
// destroyed.

import Glibc
import Host
import Support

final class StaticServer: Sendable {
  /// `http://127.0.0.1:PORT`.
  let origin: String
  private let folder: TemporaryFolder
  private let process: Int32

  /// Serves the files of a folder below `path`, which begins with a slash and does not end in one.
  /// Requests for other paths are answered with 404 and a text.
  init(files: String, below path: String) throws {
    guard Files.exists(Self.program) else {
      throw HostMissing(host: "Caddy", packages: ["caddy"])
    }
    let port = freePort()
    let folder = try TemporaryFolder()
    try folder.write(Self.settings(port, files: files, path: path), to: "Caddyfile")
    let home = folder.path
    try Programs.startDetached(
      "/bin/sh",
      [
        "-c",
        "echo $$ > \(home)/pid; exec env HOME=\(home) XDG_CONFIG_HOME=\(home) XDG_DATA_HOME=\(home) "
          + "\(Self.program) run --adapter caddyfile --config \(home)/Caddyfile > \(home)/log 2>&1",
      ])
    let isUp = eventually { isListening(port) }
    process =
      Int32((try? folder.text("pid"))?.split(whereSeparator: \.isWhitespace).first ?? "") ?? 0
    origin = "http://127.0.0.1:\(port)"
    self.folder = folder
    guard isUp, process > 1 else {
      throw InstallationError.noAnswer((try? folder.text("log")) ?? "")
    }
  }

  deinit { if process > 1 { sendSignal(SIGKILL, to: process) } }

  private static let program = "/usr/bin/caddy"

  private static func settings(_ port: UInt16, files: String, path: String) -> String {
    """
    {
    	admin off
    	auto_https off
    }
    http://127.0.0.1:\(port) {
    	bind 127.0.0.1
    	handle_path \(path)/* {
    		root * "\(files)"
    		file_server
    	}
    	handle {
    		respond "Not below the path of the log." 404
    	}
    	handle_errors {
    		root * "\(files)"
    		rewrite * /404.html
    		file_server
    	}
    }
    """
  }
}
