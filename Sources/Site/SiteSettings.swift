// Settings of the installation that pages use.

/// The settings of the control file that pages show or use.
package struct SiteSettings: Equatable, Sendable {
  /// The address of the site, `https://records.example`, without a slash at its end; feeds need it.
  package let baseURL: String

  /// The path of the CGI program, to which routes are appended.
  package let programPath: String

  /// Whether clients on the local network may scan without a password; every page then warns about
  /// it.
  package let isOpenToLAN: Bool

  package init(
    baseURL: String, programPath: String = "/cgi-bin/albumscan", isOpenToLAN: Bool = false
  ) {
    self.baseURL = baseURL
    self.programPath = programPath
    self.isOpenToLAN = isOpenToLAN
  }
}
