// The program that listens at a port of this computer, from the output of `ss` (Debian's package iproute2). A web server
// that cannot get its port would stop after its files were written.

package enum PortHolder {
  /// The command that lists the listening programs.
  package static let command = ["ss", "-Hltnp"]

  /// The name of the program that listens at the port. Nil if no program listens there, and if `ss` shows no name.
  ///
  /// `ss` writes a line for each port: `LISTEN 0 511 0.0.0.0:80 0.0.0.0:* users:(("nginx",pid=7,fd=6))`.
  package static func name(at port: UInt16, in listing: String) -> String? {
    for line in listing.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 5, words[3].hasSuffix(":\(port)") else { continue }
      let quoted = words[5].split(separator: "\"", omittingEmptySubsequences: false)
      if quoted.count > 2 { return String(quoted[1]) }
    }
    return nil
  }
}

extension WebServer {
  /// The name of the process that listens; nil for `albumscan serve`, whose port is that of the address.
  private var process: String? {
    switch self {
    case .lighttpd: "lighttpd"
    case .apache: "apache2"
    case .nginx: "nginx"
    case .caddy: "caddy"
    case .own: nil
    }
  }

  /// Throws if another program listens at a port that this server needs. A lighttpd that runs already has its port from
  /// its own configuration, such as 8080 behind another server.
  package func refuseHeldPorts(isHTTPS: Bool, listing: String) throws(InstallingError) {
    guard let process else { return }
    let isRunning = listing.split(separator: "\"").contains { $0 == process }
    let first: [UInt16] = self == .lighttpd && isRunning ? [] : [80]
    for port in isHTTPS ? first + [443] : first {
      guard let holder = PortHolder.name(at: port, in: listing), holder != process else { continue }
      let other = Self.allCases.first { $0.process == holder }
      throw InstallingError(
        "\(holder) listens at port \(port), so \(rawValue) could not start there. Nothing was changed. "
          + (other.map {
            "Stop it: systemctl disable --now \(holder); or let it serve AlbumScan: --server \($0.rawValue)"
          } ?? "Stop it, or give it another port."))
    }
  }
}
