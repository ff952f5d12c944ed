// The people, the find and the shelf of the table of rights.

import Albums
import Host
import Store
import Support
import Testing

/// An installation with a sender for each column of `AccessTableTests.table`.
struct AccessCast {
  typealias Sender = AccessTableTests.Sender

  let installation: Installation
  private let cookies: [Sender: String]
  private let token: String
  private let find: FindID
  private let scan: ScanID
  private let shelf = ScanID(randomBytes: Array(repeating: 9, count: 17))

  init(_ house: Installation) throws {
    installation = house
    try house.copySampleFind()
    let store = try house.store()
    let files = house.sessionFiles
    func add(_ name: String, _ plan: Plan) throws -> Person {
      try store.addPerson(
        name: try Household.name(name), plan: plan, files: files, at: Household.now)
    }
    let (anna, ben) = (try add("Anna", .owner), try add("Ben", .base))
    let (dora, emil) = (try add("Dora", .base), try add("Emil", .base))
    let old = Household.now.advanced(byMilliseconds: -181 * 86_400_000)
    cookies = [
      .free: try Household.session(of: try add("Carl", .free), in: house),
      .finder: try Household.session(of: ben, in: house),
      .ultra: try Household.session(of: try add("Ulla", .ultra), in: house),
      .owner: try Household.session(of: anna, in: house),
      .expired: try Household.session(of: emil, in: house, at: old),
      .disabled: try Household.session(of: dora, in: house),
    ]
    token = try store.makeToken(named: "script", for: ben.id, files: files, at: Household.now)
    try store.disable(dora.id, files: files)
    find = try #require(try store.newestFinds(1).first?.id)
    scan = try #require(try store.find(find)?.scan)
    try house.sql("UPDATE finds SET person = '\(ben.id)'")
    try house.sql("UPDATE scans SET person = '\(ben.id)'")
    let upload = NewScan(
      id: shelf, person: ben.id, key: "shelf-key", digest: Array(repeating: 9, count: 32),
      byteCount: 1, guide: nil, kind: .shelf)
    _ = try store.accept(upload, at: Household.now)
    try house.albumscan(["refresh"])
  }

  /// The headers of a sender, as variables of a CGI.
  func headers(of sender: Sender) -> [String] {
    switch sender {
    case .stranger: ["REMOTE_ADDR=192.168.1.77"]
    case .loopback: []
    case .forged:
      [
        "HTTP_X_FORWARDED_FOR=127.0.0.1", "HTTP_X_REAL_IP=127.0.0.1", "HTTP_REMOTE_USER=Anna",
        "HTTP_X_REMOTE_USER=Anna", "REMOTE_USER=Anna", "HTTP_AUTHORIZATION=Basic QW5uYTo=",
        "HTTP_X_ALBUMSCAN_TOKEN=albumscan_\(String(repeating: "a", count: 43))",
        "HTTP_COOKIE=albumscan=../open; __Host-albumscan=\(cookies[.owner] ?? "")",
      ]
    case .token: ["HTTP_X_ALBUMSCAN_TOKEN=\(token)", "REMOTE_ADDR=192.168.1.77"]
    default: ["HTTP_COOKIE=albumscan=\(cookies[sender] ?? "")", "REMOTE_ADDR=192.168.1.77"]
    }
  }

  /// The path of a row: S is the finder's scan, H the finder's shelf, F the find, E an unknown id.
  func path(_ pattern: String) -> String {
    pattern.replacing("S", with: scan.text).replacing("F", with: find.text)
      .replacing("H", with: shelf.text)
      .replacing("E", with: String(repeating: "0", count: 26))
  }

  /// The answer of the router to a request without a body. A header of `headers` replaces the variable of the same
  /// name, so that REMOTE_ADDR occurs only once.
  func answer(
    _ method: String, _ path: String, _ headers: [String]
  ) throws -> (status: Int, code: String) {
    let names = Set(headers.compactMap { $0.split(separator: "=").first })
    let base = installation.environment(method, self.path(path)).filter {
      !names.contains($0.split(separator: "=")[0])
    }
    let answer = try installation.callCGI(base + headers)
    return (answer.status, Self.code(answer.body))
  }

  /// The code of a refusal; empty in other answers.
  static func code(_ body: String) -> String {
    let code = body.split(separator: #""code":""#).dropFirst().first?.prefix { $0 != "\"" }
    return code.map(String.init) ?? ""
  }
}

extension Installation {
  /// Replaces the data by the data of an installation with the sample's covers and one find.
  func copySampleFind() throws {
    try copyData("sample-find-data") {
      let installation = try Installation()
      try installation.copySample()
      guard try installation.albumscan(["scan", Sample.photo]).exitCode == 0 else {
        throw InstallationError.failed("scan")
      }
      return installation
    }
  }
}
