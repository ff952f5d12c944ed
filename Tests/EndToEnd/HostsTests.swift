// The CGI behaves in the same way behind every web server.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct HostsTests {
  private static let program = "/cgi-bin/albumscan"

  @Test(arguments: HostKind.sample)
  func `the session answers JSON, and HEAD has no body anywhere`(kind: HostKind) throws {
    let server = try HostServer(kind)
    let installation = server.installation
    let session = installation.ask("GET", "\(Self.program)/session")
    #expect(session.status == 200)
    #expect(session.header("Content-Type") == "application/json")
    #expect(session.body.contains(#""who":"owner""#), "\(session.body)")
    for path in ["/session", "/nowhere", "/scans"] {
      let head = installation.ask("HEAD", Self.program + path)
      let expected = ["/session": 200, "/nowhere": 404, "/scans": 400][path]
      #expect(head.status == expected, "\(path)")
      #expect(head.body == "", "\(path)")
    }
  }

  @Test(arguments: HostKind.sample)
  func `a photo is accepted with 303 and becomes a find`(kind: HostKind) throws {
    let server = try HostServer(kind)
    let installation = server.installation
    let answer = try installation.post(Sample.photo)
    #expect(answer.status == 303)
    let page = String(answer.location.dropFirst(installation.origin.count))
    #expect(page.hasPrefix("/scan/"), "\(answer.location)")
    #expect(
      try eventually {
        try installation.curl([], "\(page)status.json").body.contains(#""state":"complete""#)
      })
    let find = try #require(try installation.store().newestFinds(1).first)
    #expect(find.album.title == "Kind of Blue")
    #expect(try installation.curl([], "/album/\(find.id)/").body.contains("Kind of Blue"))
    #expect(try eventually { try installation.photos.isEmpty })
    #expect(try server.albumscan(["check"]).exitCode == 0)
  }

  @Test(arguments: HostKind.sample)
  func `the response is released while the worker works, and the worker keeps no descriptor of it`(
    kind: HostKind
  ) throws {
    let server = try HostServer(kind)
    let installation = server.installation
    // Three photos keep the worker busy, so that it still works when the responses have arrived.
    for number in 0..<3 { try installation.queue(try Sample.largePhoto("\(number)")) }
    let file = installation.folder.file("small.jpg")
    var times: [Double] = []
    for number in 0..<5 {
      try Files.replace(file, with: try Sample.smallPhoto("\(number)"), durably: false)
      let answer = try installation.post(file)
      #expect(answer.status == 303)
      times.append(answer.seconds)
    }
    let worker = try #require(installation.worker(), "no worker after the answer")
    worker.signal(SIGSTOP)
    defer { worker.signal(SIGCONT) }
    expectOwnFilesOnly(worker, of: server)
    let milliseconds = times.sorted().map { Int(($0 * 1000).rounded()) }
    note("release: \(kind.rawValue): median \(milliseconds[2]) ms, most \(milliseconds[4]) ms")
  }

  private func expectOwnFilesOnly(_ worker: RunningProcess, of server: HostServer) {
    guard let descriptors = worker.descriptors else {
      // The kernel lets only root read the worker's descriptors, because the worker is not dumpable
      // (PR_SET_DUMPABLE).
      #expect(geteuid() != 0, "the worker's descriptors cannot be read")
      note("release: \(server.kind.rawValue): descriptors not looked at, this needs root")
      return
    }
    let serverHolds = Set(server.processes.flatMap { ($0.descriptors ?? [:]).values })
    for (number, target) in descriptors {
      if number <= 2 {
        #expect(target == "/dev/null", "descriptor \(number)")
      } else {
        // The worker itself opens templates, texts and public files of the checkout.
        let isOwn =
          ["anon_inode:", "pipe:", server.installation.folder.path, "\(Checkout.root)/"]
          .contains { target.hasPrefix($0) }
        // All anonymous inodes have the same name, so equal names do not mean a shared inode.
        let isShared = serverHolds.contains(target) && !target.hasPrefix("anon_inode:")
        #expect(isOwn && !isShared, "descriptor \(number): \(target)")
      }
    }
  }

  /// The signal that ends the server. With SIGKILL, the worker is killed, too.
  static let endings: [(signal: Int32, alsoWorker: Bool)] = [(SIGTERM, false), (SIGKILL, true)]

  @Test(arguments: HostKind.sample)
  func `a scan outlives its server, and the next visit finishes it`(kind: HostKind) throws {
    let server = try HostServer(kind)
    let installation = server.installation
    for ending in Self.endings {
      let photo = installation.folder.file("photo-\(ending.signal).jpg")
      try Files.replace(
        photo, with: try Sample.largePhoto("\(ending.signal)"), durably: false)
      let answer = try installation.post(photo)
      #expect(answer.status == 303)
      let id = try #require(ScanID(answer.location.dropLast().suffix(26)))
      let worker = try #require(installation.worker(), "no worker after the answer")
      worker.signal(SIGSTOP)
      #expect(server.stop(ending.signal), "signal \(ending.signal) did not end the server")
      #expect(worker.isAlive, "signal \(ending.signal) ended the worker too")
      worker.signal(ending.alsoWorker ? SIGKILL : SIGCONT)
      try server.start()
      let visit = try installation.curl([], "\(Self.program)/scans/\(id)")
      #expect(visit.status == 303)
      let store = try installation.store()
      #expect(try eventually { try store.scan(id)?.state == .complete })
      // The worker of the next photo must not be this one, which is about to end.
      #expect(eventually { installation.workers.isEmpty })
    }
    #expect(try installation.store().damage() == nil)
  }

  @Test(arguments: HostKind.sample)
  func `an upload of 40 MiB is answered with the page "too large"`(kind: HostKind) throws {
    let server = try HostServer(kind)
    let installation = server.installation
    let file = installation.folder.file("huge.jpg")
    try Files.replace(file, with: Array(repeating: 0, count: 40 << 20), durably: false)
    let answer = try installation.post(file)
    #expect(answer.status == 413)
    #expect(answer.body.contains("too large"), "\(answer.body.prefix(200))")
    #expect(try installation.photos.isEmpty)
  }

  /// Headers and request lines with a foreign host name.
  static let poisons: [(target: String, headers: [String])] = [
    ("", ["Host: evil.example"]),
    ("", ["Host: \"><script>evil</script>"]),
    ("", ["Host: OURS", "X-Forwarded-Host: evil.example", "X-Forwarded-Proto: evil"]),
    ("", ["Host: OURS", "Forwarded: host=evil.example", "X-Original-URL: /evil"]),
    ("", ["Host: OURS", "Proxy: http://evil.example:1"]),
    ("http://evil.example", ["Host: OURS"]),
  ]

  @Test(arguments: HostKind.sample)
  func `no header of a client becomes part of a response`(kind: HostKind) throws {
    let server = try HostServer(kind)
    let installation = server.installation
    let body = Multipart(photo: try Sample.largePhoto("poison"))
    let scan = try installation.queue(try Sample.smallPhoto("queued"))
    for poison in Self.poisons {
      let headers = poison.headers.map {
        $0 == "Host: OURS" ? "Host: 127.0.0.1:\(installation.port)" : $0
      }
      for path in ["/session", "/scans/\(scan)", "/nowhere", ""] {
        let target = poison.target + Self.program + path
        let answer = installation.raw(["GET \(target) HTTP/1.1"] + headers + ["Connection: close"])
        #expect(!answer.text.contains("evil"), "\(target) \(headers): \(answer.text)")
      }
      let answer = installation.raw(
        ["POST \(poison.target)\(Self.program)/scans HTTP/1.1"] + headers
          + [
            "Content-Type: \(body.contentType)", "Content-Length: \(body.bytes.count)",
            "Connection: close",
          ], body: body.bytes)
      #expect(!answer.text.contains("evil"), "POST \(headers): \(answer.text)")
      for worker in installation.workers {
        let environment = worker.environment ?? []
        #expect(!environment.contains { $0.contains("evil") }, "\(headers)")
      }
    }
    let written = try ServerUser.run(["/bin/grep", "-rl", "evil", installation.site])
    #expect(written.exitCode == 1, "\(String(decoding: written.bytes, as: UTF8.self))")
  }

  /// A path after the program's name, and the statuses besides 400 and 404 that a server may send
  /// itself. A server may merge slashes (200) or refuse the length (414, 431).
  static let tricks: [(path: String, also: Set<Int>)] = [
    ("/..%2f..%2fetc%2fpasswd", []), ("/%2e%2e/%2e%2e/data/albums.db", []),
    ("/../../data/albums.db", []), ("/session%00", []), ("/scans%00.jpg", []),
    ("/session%0d%0aX-Evil:%20yes", []), ("/session%0aSet-Cookie:%20evil=1", []),
    ("/%ff%fe", []), ("/\(String(repeating: "a", count: 8192))", [414, 431]), ("//session", [200]),
    ("/session;x=1", []), ("/session%5c..%5c", []), ("/SESSION", []), ("/session/../../x", []),
    ("/scans/%2e%2e%2f%2e%2e%2fdata", []), ("/finds/'%20OR%201=1--/delete", []),
  ]

  @Test(arguments: HostKind.sample)
  func `tricks with the path end as 400 or 404 and add no header`(kind: HostKind) throws {
    let server = try HostServer(kind)
    let installation = server.installation
    for trick in Self.tricks {
      let answer = installation.ask("GET", Self.program + trick.path)
      let expected = trick.also.union([400, 404])
      #expect(expected.contains(answer.status), "\(trick.path): \(answer.status)")
      let names = answer.head.map { $0.lowercased() }
      #expect(!names.contains { $0.hasPrefix("x-evil") || $0.hasPrefix("set-cookie") })
      #expect(!answer.body.contains("root:") && !answer.body.contains("SQLite format"))
    }
  }

  @Test(arguments: HostKind.sample)
  func `pages are served as files, and a missing page is 404`(kind: HostKind) throws {
    let server = try HostServer(kind)
    let installation = server.installation
    for page in ["/", "/history/", "/privacy/", "/settings/"] {
      let answer = installation.ask("GET", page)
      #expect(answer.status == 200, "\(page)")
      #expect(answer.header("Content-Type")?.hasPrefix("text/html") == true, "\(page)")
      #expect(answer.body.hasPrefix("<!DOCTYPE html>"), "\(answer.body.prefix(40))")
    }
    for page in ["/nowhere", "/album/\(String(repeating: "0", count: 26))/", "/data/albums.db"] {
      #expect(installation.ask("GET", page).status == 404, "\(page)")
    }
  }

  @Test(arguments: HostKind.sample)
  func `an upload that breaks off leaves nothing, and a complete one becomes a scan`(
    kind: HostKind
  ) throws {
    let server = try HostServer(kind)
    let installation = server.installation
    for moment in [0, 100, 20_000, -200, -1] {
      for isReset in [false, true] {
        let body = Multipart(photo: try Sample.smallPhoto("cut \(moment) \(isReset)"))
        let connection = try Connection(port: installation.port)
        connection.send(installation.uploadHead(of: body))
        connection.send(body.bytes.prefix(moment < 0 ? body.bytes.count + moment : moment))
        if isReset { connection.resetAtClose() }
      }
    }
    let whole = Multipart(photo: try Sample.smallPhoto("whole"))
    let connection = try Connection(port: installation.port)
    connection.send(installation.uploadHead(of: whole) + whole.bytes)
    _ = consume connection
    let store = try installation.store()
    #expect(try eventually { try store.scans(since: Timestamp(milliseconds: 0)).count == 1 })
    pause(milliseconds: 300)
    #expect(try store.scans(since: Timestamp(milliseconds: 0)).count == 1)
    #expect(
      try eventually {
        let isOver = try store.scans(since: Timestamp(milliseconds: 0)).allSatisfy {
          $0.state.isFinal
        }
        return try isOver && installation.photos.isEmpty
      }, "left: \((try? installation.photos) ?? [])")
  }
}

extension RawAnswer {
  func header(_ name: String) -> String? {
    head.first { $0.lowercased().hasPrefix("\(name.lowercased()):") }
      .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
  }
}

extension Installation {
  func ask(_ method: String, _ target: String, _ headers: [String] = []) -> RawAnswer {
    let host = headers.contains { $0.hasPrefix("Host:") } ? [] : ["Host: 127.0.0.1:\(port)"]
    return raw(["\(method) \(target) HTTP/1.1"] + host + ["Connection: close"] + headers)
  }

  func uploadHead(of body: Multipart) -> [UInt8] {
    let lines = [
      "POST /cgi-bin/albumscan/scans HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close",
      "Content-Type: \(body.contentType)", "Content-Length: \(body.bytes.count)", "", "",
    ]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  /// Accepts a photo without the CGI, so that no worker starts.
  @discardableResult
  func queue(
    _ photo: [UInt8], at time: Timestamp = Timestamp(milliseconds: Clock.wallMilliseconds())
  ) throws -> ScanID {
    let id = ScanID(randomBytes: Randomness.bytes(17))
    try Files.replace("\(data)/photos/\(id).jpg", with: photo, durably: false)
    let scan = NewScan(
      id: id, person: .owner, key: nil, digest: SHA256.digest(of: photo), byteCount: photo.count,
      guide: nil)
    _ = try store().accept(scan, at: time)
    return id
  }
}
