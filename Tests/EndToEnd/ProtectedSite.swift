// A site with a find whose pages are protected, behind a real web server. Every protected file begins
// and ends with a mark, so that a test sees each byte of the history that leaves the server.

import Albums
import Host
import Store
import Support
import Testing

/// A server with protected pages, and the session of a person.
final class ProtectedSite {
  static let mark = "ONLY-FOR-PEOPLE"
  static let album = "Kind of Blue"

  let server: HostServer
  let cookie: String
  private let session: SignIn

  var installation: Installation { server.installation }
  private var files: SessionFiles { SessionFiles(folder: "\(installation.data)/sessions") }

  /// The paths of files that every client may read, `style.css`.
  let publicFiles: [String]

  /// The paths of all other files of the site, `history/index.html`.
  let protectedFiles: [String]

  init(_ kind: HostKind) throws {
    var signedIn: SignIn?
    server = try HostServer(
      kind, settings: "pages: protected", withPeople: true,
      prepare: { signedIn = try Self.prepare($0, kind) })
    session = try #require(signedIn)
    cookie = "Cookie: albumscan=\(session.token.text)"
    let all = try Self.files(of: server.installation.site)
    publicFiles = all.filter(Self.isPublic)
    protectedFiles = all.filter { !Self.isPublic($0) }
    try markFiles()
  }

  /// Ends the session, as the program does for a sign-out.
  func signOut() throws {
    let isEnded = try installation.store().signOut(session.session, of: .owner, files: files)
    #expect(isEnded)
  }

  /// Renames the data folder, as a disk that is not mounted does.
  func loseData() throws {
    try Files.relocate(installation.data, to: "\(installation.data).away", durably: false)
  }

  /// Writes the marker files that open the pages to `readers`.
  func admit(_ readers: PageReaders) throws {
    try files.admit(readers)
    try ServerUser.takeOver(files.folder)
  }

  /// The public list of docs/interface.md "Sessions". Each page of `error/`, each icon and each asset
  /// is public.
  private static func isPublic(_ path: String) -> Bool {
    let names = [
      "sign-in/index.html", "404.html", "style.css", "logo.svg",
      "manifest.webmanifest", "robots.txt", "offline/index.html",
    ]
    return names.contains(path) || path.hasPrefix("error/") || path.hasPrefix("icons/")
      || path.hasPrefix("assets/")
      || (path.hasSuffix(".js") && !path.contains("/"))
  }

  private static func prepare(_ installation: Installation, _ kind: HostKind) throws -> SignIn {
    try installation.copyData("protected-data") {
      let made = try Installation()
      try made.copySample()
      #expect(try made.albumscan(["scan", Sample.photo]).exitCode == 0)
      return made
    }
    let files = SessionFiles(folder: "\(installation.data)/sessions")
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    let store = try installation.store()
    let name = try #require(PersonName("Anna"))
    _ = try store.addPerson(name: name, plan: .owner, files: files, at: now)
    return try store.signIn(.owner, device: "Phone", files: files, at: now)
  }

  private static func files(of site: String) throws -> [String] {
    let output = try Programs.run(
      "/usr/bin/find", [site, "-type", "f", "-printf", "%P\n"], input: "/dev/null",
      limit: 1 << 20, timeoutMilliseconds: 20_000)
    return String(decoding: output.bytes, as: UTF8.self)
      .split(separator: "\n").map(String.init).sorted()
  }

  private func markFiles() throws {
    let mark = Array(Self.mark.utf8)
    for path in protectedFiles {
      let file = "\(installation.site)/\(path)"
      let mode = Files.mode(of: file) ?? 0o644
      try Files.replace(file, with: mark + Files.read(file) + mark, mode: mode, durably: false)
    }
    try ServerUser.takeOver(installation.site)
  }
}

extension ProtectedSite {
  /// The addresses of the protected pages and files as a link names them.
  var addresses: [String] {
    protectedFiles.map { path in
      path.hasSuffix("index.html") ? "/\(path.dropLast("index.html".count))" : "/\(path)"
    }
  }

  /// Sends a request with these headers; without headers, it has no cookie.
  func ask(_ method: String, _ target: String, _ headers: [String] = []) -> RawAnswer {
    installation.ask(method, target, headers)
  }

  /// Whether an answer contains a byte of the history.
  static func tells(_ answer: RawAnswer) -> Bool {
    [mark, String(mark.dropLast()), album, "Miles Davis"].contains { answer.text.contains($0) }
  }
}
