// An installation of the release programs for measurements. It is on tmpfs if the machine has one.

import Glibc
import Host
import Support

final class BenchHouse: Sendable {
  let folder: TemporaryFolder
  let programs = Checkout.releasePrograms
  let port: UInt16

  /// The control group in which the programs run; nil for that of this process.
  let group: ControlGroup?
  var controlFile: String { folder.file("cgi-bin/albumscan") }

  /// Makes an installation. `settings` is added to the control file. `origin` is the address that
  /// browsers open; if nil, browsers open the port itself. With a `group`, the installation is not on
  /// tmpfs, whose files would count as memory of the group.
  init(
    settings: String = "", origin: String? = nil, port: UInt16 = .random(in: 20_000...32_000),
    group: ControlGroup? = nil
  ) throws {
    self.port = port
    self.group = group
    let isInMemory = group == nil && Files.isDirectory("/dev/shm")
    folder = try TemporaryFolder(under: isInMemory ? "/dev/shm" : "/var/tmp")
    try folder.write(
      """
      #!\(programs)/albumscan-cgi
      data: ../data
      site: ../site
      templates: \(Checkout.root)/templates
      public: \(Checkout.root)/public
      prompts: \(Checkout.root)/prompts
      base-url: \(origin ?? "http://127.0.0.1:\(port)")
      \(settings)
      """, to: "cgi-bin/albumscan")
    chmod(controlFile, 0o755)
    guard albumscan(["init"]).exitCode == 0 else { throw BenchError.noInstallation }
  }

  /// Runs a command. `output` is the file that gets the output of the command; nil drops it.
  @discardableResult
  func albumscan(_ arguments: [String], output: String? = nil) -> Run {
    let program = ["\(programs)/albumscan", "--config", controlFile] + arguments
    let (path, rest) =
      group == nil
      ? (program[0], Array(program.dropFirst()))
      : ("/bin/sh", ["-c", "\(joining)exec \"$@\"", "sh"] + program)
    return Measure.run(path, rest, environment: ["PATH=/usr/bin:/bin"], output: output)
  }

  /// The command by which a shell joins the group; empty without a group.
  var joining: String { group.map { "echo $$ > \($0.members); " } ?? "" }

  /// The processor time of the start of `albumscan`.
  func startMilliseconds() -> Double {
    Measure.median((0..<5).map { _ in albumscan(["--version"]).processorMilliseconds })
  }

  /// The environment that a web server gives a CGI.
  func environment(_ method: String, _ path: String, _ more: [String] = []) -> [String] {
    [
      "REQUEST_METHOD=\(method)", "PATH_INFO=\(path)", "SCRIPT_NAME=/cgi-bin/albumscan",
      "REMOTE_ADDR=127.0.0.1", "SERVER_NAME=127.0.0.1", "SERVER_PORT=\(port)",
      "HTTP_HOST=127.0.0.1:\(port)", "GATEWAY_INTERFACE=CGI/1.1", "PATH=/usr/bin:/bin",
      "SERVER_PROTOCOL=HTTP/1.1", "QUERY_STRING=",
      "REQUEST_URI=/cgi-bin/albumscan\(path)",
    ] + more
  }
}

enum BenchError: Error {
  case noInstallation, noServer, noPhoto, noHugoSite
  /// The page selected another number of finds than the taps should select.
  case otherSelection(Int, Int?)
}
