// People for measurements: ten people, and the session of one of them.

import Albums
import Glibc
import Host
import Store
import Support

extension BenchHouse {
  /// Adds ten people, each with a session. Returns the value of the cookie of the last one.
  func addPeople() throws -> String {
    let files = SessionFiles(folder: folder.file("data/sessions"))
    let store = try Store.open(folder.file("data/albums.db"))
    var cookie = ""
    for number in 1...10 {
      guard let name = PersonName("Person \(number)") else { throw BenchError.noInstallation }
      let now = Timestamp(milliseconds: Clock.wallMilliseconds())
      let person = try store.addPerson(
        name: name, plan: number == 1 ? .owner : .base, files: files, at: now)
      cookie = try store.signIn(person.id, device: "bench", files: files, at: now).token.text
    }
    return cookie
  }
}

/// nginx and fcgiwrap with the project's files of docs/servers, on the port of an installation.
final class BenchNginx {
  private let house: BenchHouse
  private let run: String
  private var process: Int32 = 0

  static let isInstalled = ["/usr/sbin/nginx", "/usr/sbin/fcgiwrap"].allSatisfy(Files.exists)

  init(_ house: BenchHouse) throws {
    self.house = house
    run = house.folder.file("nginx")
    try Files.makeDirectories(run)
    let files = "\(Checkout.root)/docs/servers"
    let once = try Files.read("\(files)/nginx-once.conf")
    let rules = try Files.read("\(files)/nginx.conf")
    let site = """
      \(String(decoding: once, as: UTF8.self))
      server {
        listen 127.0.0.1:\(house.port);
        set $albumscan \(house.folder.path);
      \(String(decoding: rules, as: UTF8.self))
      }
      """
      .replacing("/var/lib/nginx/albumscan", with: "\(run)/cache")
      .replacing("unix:/run/fcgiwrap.socket", with: "unix:\(run)/socket")
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(run)/\($0);\n" }.joined()
    try house.folder.write(
      """
      \(geteuid() == 0 ? "user root;" : "")
      pid \(run)/pid;
      error_log \(run)/error.log;
      events {}
      http {
      access_log off;
      \(temporary)\(site)
      }
      """, to: "nginx/nginx.conf")
    try Programs.startDetached(
      "/bin/sh",
      [
        "-c",
        "echo $$ > \(run)/shell; /usr/sbin/fcgiwrap -c 16 -s unix:\(run)/socket & "
          + "until [ -S \(run)/socket ]; do sleep 0.01; done; "
          + "exec /usr/sbin/nginx -e \(run)/error.log -c \(run)/nginx.conf -g 'daemon off;'",
      ])
    guard eventually({ Files.exists("\(run)/pid") && BenchServer.isUp(house.port) }) else {
      throw BenchError.noServer
    }
    process = Int32(try house.folder.text("nginx/shell").split(separator: "\n").first ?? "") ?? 0
  }

  // The shell led a session of its own, so nginx and fcgiwrap are in its process group.
  deinit { if process > 1 { kill(-process, SIGKILL) } }
}
