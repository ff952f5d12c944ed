// What the host decides and pages show.

/// The host's decisions as far as pages say or use them.
package struct SiteSettings: Equatable, Sendable {
  /// Where the site is reached, `https://records.example`, without a slash at its end; feeds need it.
  package let baseURL: String

  /// Where the CGI answers; routes follow it.
  package let programPath: String

  /// Whether strangers on the local network may scan without a password; every page then says so.
  package let isOpenToLAN: Bool

  package init(
    baseURL: String, programPath: String = "/cgi-bin/albumscan", isOpenToLAN: Bool = false
  ) {
    self.baseURL = baseURL
    self.programPath = programPath
    self.isOpenToLAN = isOpenToLAN
  }
}
