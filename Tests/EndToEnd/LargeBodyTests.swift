// Large bodies behind real web servers. A stranger's body is refused before it is stored, and the
// total of all unfinished bodies is limited. Source: docs/decisions/111-large-bodies.md.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct LargeBodyTests {
  /// Two of the servers; all of them in `make tour`.
  static let sample = HostKind.drawn(2, of: [.lighttpd] + HostKind.withServerFile)

  private static let route = "/cgi-bin/albumscan/scans"
  private static let large = 2_000_000

  /// The declared length of the bodies that reach the limit. The program accepts a photo of this
  /// length.
  private static let huge = 31_000_000

  /// A connection that stays open while this value exists.
  private final class Sending {
    private let connection: Connection

    /// Sends a head that declares `length` bytes, and the first bytes of the body. Without a
    /// length, sends the first chunk; with `isWhole`, also the last chunk.
    init(
      _ server: HostServer, length: Int?, headers: [String] = [], isWhole: Bool = false
    ) throws {
      let port = server.installation.port
      connection = try Connection(port: port)
      let lines =
        [
          "POST \(route) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close",
          "Content-Type: multipart/form-data; boundary=b",
          length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked",
        ] + headers
      let first = Array(repeating: UInt8(ascii: "x"), count: 4096)
      connection.send(
        Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
          + (length == nil
            ? Array("1000\r\n".utf8) + first + Array("\r\n\(isWhole ? "0\r\n\r\n" : "")".utf8)
            : first))
    }

    func send(_ bytes: [UInt8]) { connection.send(bytes) }

    /// The answer, which arrives before the body is complete.
    func answer() -> RawAnswer { RawAnswer(connection.receiveAll()) }
  }

  /// A server with an owner, and the headers with which a session and an API token send.
  private struct House {
    let server: HostServer
    let session: [String]
    let token: [String]

    init(_ kind: HostKind) throws {
      var headers: [[String]] = []
      server = try HostServer(
        kind, settings: "pages: protected", withPeople: true,
        prepare: { installation in
          let store = try installation.store()
          let files = installation.sessionFiles
          let anna = try store.addPerson(
            name: try Household.name("Anna"), plan: .owner, files: files, at: Household.now)
          let cookie = try Household.session(of: anna, in: installation)
          let token = try store.makeToken(
            named: "script", for: anna.id, files: files, at: Household.now)
          headers = [
            ["Cookie: albumscan=\(cookie)", "Origin: \(installation.origin)"],
            ["X-Albumscan-Token: \(token)"],
          ]
          try installation.albumscan(["refresh"])
        })
      (session, token) = (headers[0], headers[1])
      try #require(server.installation.sessionFiles.requiresSender)
    }
  }

  /// The bytes of all bodies that the server has stored on the disk.
  private func storedBytes(_ server: HostServer) throws -> Int {
    let folders = [
      "\(server.installation.data)/uploads", "\(server.run)/uploads", "\(server.run)/client_body",
      "\(server.installation.data)/photos",
    ].filter(Files.isDirectory)
    guard !folders.isEmpty else { return 0 }
    let output = try Programs.run(
      "/usr/bin/find", folders + ["-type", "f", "-printf", "%s\n"], input: "/dev/null",
      limit: 1 << 20, timeoutMilliseconds: 20_000)
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { Int($0) }.reduce(0, +)
  }

  /// A photo of `size` bytes. No two photos have the same bytes.
  private func photo(_ size: Int, _ server: HostServer) throws -> String {
    let file = server.installation.folder.file("large-\(hexadecimal(Randomness.bytes(4))).jpg")
    let start = try Sample.smallPhoto(file)
    try Files.replace(
      file, with: start + Array(repeating: 0, count: max(0, size - start.count)), durably: false)
    return file
  }

  private func post(
    _ file: String, _ headers: [String], _ server: HostServer, _ more: [String] = []
  ) throws -> CurlAnswer {
    let words = headers.flatMap { ["-H", $0] } + more
    return try server.installation.post(file, words + ["-H", "Expect:"])
  }

  /// The answer to a body of a stranger. Apache sends the answer of a program only after the whole
  /// body has arrived. It stores nothing of the body.
  private func answer(
    of server: HostServer, _ kind: HostKind, _ length: Int?, _ headers: [String]
  ) throws -> RawAnswer {
    let sending = try Sending(server, length: length, headers: headers, isWhole: !kind.storesBodies)
    if !kind.storesBodies, length != nil {
      sending.send(Array(repeating: UInt8(ascii: "x"), count: Self.large))
    }
    return sending.answer()
  }

  @Test(arguments: sample)
  func `a stranger's large body is refused before it is stored, that of a member is read`(
    kind: HostKind
  ) throws {
    let house = try House(kind)
    let server = house.server
    let forged = [
      [], ["Cookie: albumscan=\(String(repeating: "a", count: 43))"],
      ["X-Albumscan-Token: albumscan_\(String(repeating: "a", count: 43))"],
    ]
    for headers in forged {
      for length in [Self.large, nil] {
        var answer = try answer(of: server, kind, length, headers)
        // If the program ends while the body arrives, Apache may close the connection without an
        // answer.
        for _ in 0..<5 where !kind.storesBodies && answer.status == 0 {
          answer = try self.answer(of: server, kind, length, headers)
        }
        // The program also refuses a cookie without an origin, and a body of unknown length.
        let refusals = kind.storesBodies ? [401] : length == nil ? [401, 403, 411] : [401, 403]
        #expect(refusals.contains(answer.status), "\(headers) \(length ?? -1): \(answer.text)")
        if kind.storesBodies {
          #expect(answer.body.contains("Sign in"), "\(answer.text)")
        }
        #expect(try storedBytes(server) == 0, "\(headers)")
      }
    }
    for headers in [house.session, house.token] {
      let answer = try post(photo(Self.large, server), headers, server)
      #expect([202, 303].contains(answer.status), "\(headers): \(answer.status) \(answer.body)")
    }
  }

  @Test(arguments: sample)
  func `strangers who send slowly take no slot of a member`(kind: HostKind) throws {
    let house = try House(kind)
    let server = house.server
    // Each stranger keeps a connection open and continues to send after the refusal.
    let strangers =
      try (0..<12).map { _ in try Sending(server, length: 60_000_000) }
      + (0..<4).map { _ in try Sending(server, length: nil) }
      + (0..<70).map { _ in try Sending(server, length: 900_000) }
    for size in [Self.large, 500_000] {
      for stranger in strangers { stranger.send([UInt8(ascii: "x")]) }
      let answer = try post(photo(size, server), house.session, server)
      #expect([202, 303].contains(answer.status), "\(size): \(answer.status) \(answer.body)")
    }
    withExtendedLifetime(strangers) {}
  }

  @Test(arguments: sample, [false, true])
  func `all unfinished bodies are bounded, and a full bound answers 503`(
    kind: HostKind, hasPeople: Bool
  ) throws {
    let house = hasPeople ? try House(kind) : nil
    let server = try house?.server ?? HostServer(kind)
    let headers = house?.session ?? []
    var sendings = try (0..<24).map { _ in
      try Sending(server, length: Self.huge, headers: headers)
    }
    let head = server.installation.folder.file("head")
    let file = try photo(Self.huge, server)
    let isFull = try eventually {
      // The photo may arrive before the last of the 24 bodies. It then takes a slot and frees it
      // again, so one more body must take that slot.
      sendings.append(try Sending(server, length: Self.huge, headers: headers))
      return try post(file, headers, server, ["-D", head]).status == 503
    }
    #expect(isFull)
    let text = try server.installation.folder.text("head")
    #expect(text.lowercased().contains("retry-after:"), "\(text)")
    sendings.removeAll()
    #expect(try eventually { [202, 303].contains(try post(file, headers, server).status) })
  }
}

extension HostKind {
  /// Whether the server stores a body on the disk before the program starts.
  fileprivate var storesBodies: Bool {
    [.lighttpd, .lighttpdDebian, .nginxFcgiwrap].contains(self)
  }
}
