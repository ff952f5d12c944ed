// The sites that a tour checks: an installation with its pages, and the published log.

import Support

/// A site that a tour checks.
protocol TouredSite: Sendable {
  /// A folder for files of the tour.
  var folder: TemporaryFolder { get }

  /// The address of the server, without a slash at its end.
  var origin: String { get }

  /// The address of the site's first page, without the slash at its end.
  var root: String { get }

  /// Gives the browser the session that the stop needs, or no session.
  func signIn(_ browser: Browser, for stop: TourStop) throws

  /// Writes files of the site that the stop needs.
  func prepare(for stop: TourStop) throws

  /// Runs `body` while the server is stopped, as for a phone without a connection.
  func withoutServer<Result>(_ body: () throws -> Result) throws -> Result
}

extension TourHouse: TouredSite {
  var folder: TemporaryFolder { installation.folder }
  var origin: String { installation.origin }
  var root: String { installation.origin }

  func signIn(_ browser: Browser, for stop: TourStop) throws {
    try browser.signIn(stop.isSignedIn ? annasCookie : nil, at: installation)
  }

  /// A worker that a page has started removes pages of scans that the database does not have.
  func prepare(for stop: TourStop) throws {
    if stop.path.hasPrefix("/scan/") { try Self.writeRunningScans(in: installation) }
  }
}

extension PublishedHouse: TouredSite {
  var root: String { address }

  /// The published log has no sessions.
  func signIn(_ browser: Browser, for stop: TourStop) {}

  func prepare(for stop: TourStop) {}

  /// The published log has no stop without a connection, because its pages store nothing.
  func withoutServer<Result>(_ body: () throws -> Result) throws -> Result { try body() }
}
