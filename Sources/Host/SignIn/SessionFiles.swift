// Files that show web servers which sessions and API tokens are valid: data/sessions/<SHA-1 of the
// session token>, data/sessions/<SHA-256 of the API token>. A web server computes this name and
// checks whether the file exists; it reads no database. The database is authoritative. `Store` adds
// a file after it has committed the session or the token, and removes the file before it commits
// the end. `Store` holds the write lock during both steps.

import Glibc

/// The clients to which web servers and the CGI send the pages.
/// Source: docs/interface.md "Sessions".
package enum PageReaders: Equatable, Sendable {
  /// Only people who have signed in.
  case signedIn

  /// Clients of this computer that ask for a name of this computer.
  case thisComputer
  case everybody
}

/// The folder of session files. Source: docs/interface.md "Sessions".
package struct SessionFiles: Equatable, Sendable {
  package let folder: String

  package init(folder: String) { self.folder = folder }

  /// The name of a session's file: 40 lower-case hexadecimal digits, the SHA-1 of the text in the
  /// cookie. The token has 256 random bits, so the name does not reveal it.
  package static func name(ofToken text: String) -> String {
    hexadecimal(SHA1.digest(of: Array(text.utf8)))
  }

  /// The name of an API token's file: 64 lower-case hexadecimal digits, the SHA-256 of its text. The
  /// database has the same digest, so the files of tokens can be made from it.
  package static func name(ofAPIToken text: String) -> String {
    hexadecimal(SHA256.digest(of: Array(text.utf8)))
  }

  package func isLive(apiToken text: String) -> Bool {
    Files.exists("\(folder)/\(Self.name(ofAPIToken: text))")
  }

  /// Whether the session of the cookie's text has a file.
  package func isLive(token text: String) -> Bool {
    Files.exists("\(folder)/\(Self.name(ofToken: text))")
  }

  /// Makes the file of a session or an API token, and the folder if it does not exist.
  package func add(_ name: String) throws(HostError) {
    try Files.makeDirectories(folder, mode: 0o750)
    _ = try FileDescriptor(
      opening: "\(folder)/\(name)", O_WRONLY | O_CREAT | O_NOFOLLOW, mode: Files.privateMode)
  }

  /// The file that exists only while every client may open the pages.
  package var openMarker: String { "\(folder)/open" }

  /// The file that exists only while every client of this computer may open the pages. The request
  /// must also ask for a name of this computer.
  package var localMarker: String { "\(folder)/local" }

  /// The clients that may open the pages without a session. If both marker files exist, `open`
  /// counts, as it does for web servers.
  package var readers: PageReaders {
    if Files.exists(openMarker) { return .everybody }
    return Files.exists(localMarker) ? .thisComputer : .signedIn
  }

  /// Makes the folder and the marker file for `readers`, and removes the other one first, so that at most one
  /// marker file exists. Without the folder, the rules of web servers answer 503 in place of 401: the data
  /// folder is not there then, and no browser may take its session for ended.
  package func admit(_ readers: PageReaders) throws(HostError) {
    try Files.makeDirectories(folder, mode: 0o750)
    let marker = self.marker(for: readers)
    for one in [openMarker, localMarker] where one != marker { try set(one, false) }
    if let marker { try set(marker, true) }
  }

  private func marker(for readers: PageReaders) -> String? {
    switch readers {
    case .signedIn: nil
    case .thisComputer: localMarker
    case .everybody: openMarker
    }
  }

  /// The file that exists while only a session or an API token names the sender of a photo. A web
  /// server then refuses a large body of any other client before it reads the body.
  package var peopleMarker: String { "\(folder)/people" }

  package var requiresSender: Bool { Files.exists(peopleMarker) }

  /// Makes or removes the file `people`.
  package func setRequiresSender(_ isRequired: Bool) throws(HostError) {
    try set(peopleMarker, isRequired)
  }

  /// Makes or removes an empty file. The change is on the disk before the function returns.
  private func set(_ marker: String, _ exists: Bool) throws(HostError) {
    guard exists != Files.exists(marker) else { return }
    guard exists else {
      try Files.remove(marker)
      try Files.synchroniseFolder(of: marker)
      return
    }
    try Files.makeDirectories(folder, mode: 0o750)
    try Files.replace(marker, with: [], durably: true)
  }

  /// Removes the file of a session or an API token. Does nothing if the file does not exist.
  package func remove(_ name: String) throws(HostError) { try Files.remove("\(folder)/\(name)") }

  /// The names of the files of all sessions and API tokens; empty if the folder does not exist. Other
  /// files are left out.
  package func names() throws(HostError) -> [String] {
    guard Files.isDirectory(folder) else { return [] }
    return try Files.entries(of: folder).filter { name in
      [40, 64].contains(name.utf8.count)
        && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
  }
}
