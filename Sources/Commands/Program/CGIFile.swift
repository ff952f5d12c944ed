// The file that the web server runs: the control file, or the file that `cgi-file` names. Finds the
// reason why the server cannot run the file, before a request fails.

import Host

struct CGIFile {
  let path: String
  private let configuration: Configuration

  /// Nil if the CGI file is not known: the control file does not name it, and is no script itself.
  init?(of configuration: Configuration) {
    self.configuration = configuration
    if let file = configuration.cgiFile {
      path = file
      return
    }
    do {
      guard try Self.start(of: configuration.file).hasPrefix("#!") else { return nil }
      path = configuration.file
    } catch {
      return nil
    }
  }

  /// The first line that the file must have.
  static func firstLine(of configuration: Configuration) -> String {
    let program = "#!\(Surroundings.current.programs)/albumscan-cgi"
    return configuration.cgiFile == nil ? program : "\(program) \(configuration.file)"
  }

  /// The reason why the web server cannot run the file, with the remedy; nil if it can. Runs nothing.
  func obstacle() -> String? {
    let start: String
    do {
      start = try Self.start(of: path)
    } catch {
      if case .notRegular = error {
        return "\(error.reason); remove it, then \(sudo)install -m 755 \(example) \(path)"
      }
      return error.isMissing
        ? "there is no such file; \(sudo)install -m 755 \(example) \(path)"
        : "this user cannot read it (\(error.reason)); \(sudo)chmod 755 \(path)"
    }
    return Self.mountObstacle(to: path) ?? scriptObstacle(start) ?? modeObstacle()
  }

  /// The reason why no program runs from the disk of `path`, with the remedy; nil if programs run.
  static func mountObstacle(to path: String) -> String? {
    guard Files.forbidsPrograms(path) else { return nil }
    return "its disk is mounted with noexec, so no program runs from there; remove noexec from its "
      + "line in /etc/fstab, and mount it again; sudo mount -o remount,exec \(Files.mountPoint(of: path))"
  }

  /// Runs the file once, as a web server does for GET …/session from this computer. Returns the reason
  /// why it gave no answer; nil if it answered.
  func failure() -> String? {
    let scheme = configuration.baseURL.hasPrefix("https:") ? "https" : "http"
    let host = configuration.baseURL.dropFirst(scheme.utf8.count + 3)
    do {
      let output = try Programs.run(
        path, [], input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 20_000, errors: .kept,
        variables: [
          "GATEWAY_INTERFACE=CGI/1.1", "SERVER_PROTOCOL=HTTP/1.1", "REQUEST_METHOD=GET",
          "SCRIPT_NAME=/cgi-bin/albumscan", "PATH_INFO=/session", "REMOTE_ADDR=127.0.0.1",
          "HTTP_HOST=\(host)", "HTTPS=\(scheme == "https" ? "on" : "off")",
        ])
      let text = String(decoding: output.bytes, as: UTF8.self)
      if output.exitCode == 0, text.hasPrefix("Status: 200"), Self.isSession(text) { return nil }
      let said = text.split(whereSeparator: \.isNewline).first ?? "nothing"
      let errors = output.errors.split(separator: UInt8(ascii: "\n")).last.map {
        ", \(printable(String(decoding: $0, as: UTF8.self), limit: 300))"
      }
      return "it ended with \(output.exitCode) and answered \(printable(String(said), limit: 100))"
        + (errors ?? "") + "; see \(configuration.log)"
    } catch {
      return "it cannot be run: \(error.reason); \(sudo)chmod 755 \(path)"
    }
  }

  /// Whether the text has the answer of GET …/session.
  static func isSession(_ text: String) -> Bool { text.contains("\"mayScan\"") }

  private func scriptObstacle(_ start: String) -> String? {
    let first = Self.firstLine(of: configuration)
    let line = start.prefix { !$0.isNewline }
    // A line end of Windows is one character of Swift.
    guard !start.utf8.contains(0x0D) else {
      return "it has line ends of Windows, so the web server cannot run it; "
        + "\(sudo)sed -i 's/\\r$//' \(path)"
    }
    let words = line.dropFirst(2).split(separator: " ", maxSplits: 1)
    guard line.hasPrefix("#!"), let program = words.first, program.hasSuffix("/albumscan-cgi"),
      Files.allows(.execute, String(program))
    else {
      return "its first line must name the CGI program, so that the web server can run it; "
        + "\(sudo)sed -i '1s|.*|\(first)|' \(path)"
    }
    // Without an argument, the file itself is the control file.
    let control = words.count == 2 ? words[1].trimming(" ") : path
    guard Files.resolvingLinks(control) == Files.resolvingLinks(configuration.file) else {
      return "it uses the control file \(control), not \(configuration.file); "
        + "\(sudo)sed -i '1s|.*|\(first)|' \(path)"
    }
    return nil
  }

  /// The remedy if another user can change the file, and so make the web server run another program. Nil if only root
  /// or this user can.
  func foreignOwner() -> String? {
    // A check of its own reports an open control file.
    if configuration.cgiFile != nil, (Files.mode(of: path) ?? 0) & 0o002 != 0 {
      return "every user of this computer can change it, and with it what the web server runs; "
        + "\(sudo)chmod o-w \(path)"
    }
    guard let owner = Files.owner(of: path), owner != 0, owner != Programs.userID else {
      return nil
    }
    return
      "it belongs to \(Programs.userName(of: owner)), who can change what the web server runs; "
      + "sudo chown \(Programs.userName) \(path)"
  }

  private func modeObstacle() -> String? {
    let mode = Files.mode(of: path) ?? 0
    guard mode & 0o111 == 0 || !Files.allows(.execute, path) else { return nil }
    let advice = ". If the server runs another file, name it in the control file: cgi-file: FILE"
    let isUnusual = configuration.cgiFile == nil && !path.hasSuffix("/cgi-bin/albumscan")
    return "the web server cannot run it; \(sudo)chmod +x \(path)\(isUnusual ? advice : "")"
  }

  /// `sudo` before a command that changes the file; empty for a file of this user.
  private var sudo: String { Files.owner(of: path) == Programs.userID ? "" : "sudo " }

  /// The file of an installation that names the installed program and a control file.
  private var example: String {
    "\(Setup.shared)/servers/albumscan.cgi"
  }

  private static func start(of path: String) throws(HostError) -> String {
    String(decoding: try Files.readRegular(path, limit: 64 << 10), as: UTF8.self)
  }
}

extension Substring {
  /// The text without `character` at both ends.
  fileprivate func trimming(_ character: Character) -> String {
    var rest = drop { $0 == character }
    while rest.last == character { rest.removeLast() }
    return String(rest)
  }
}
