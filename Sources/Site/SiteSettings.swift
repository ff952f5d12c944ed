// What the host decides and pages show.

package import Albums

/// The host's decisions as far as pages say or use them.
package struct SiteSettings: Sendable {
  /// Where the site is reached, `https://records.example`, without a slash at its end; feeds need it.
  package let baseURL: String

  /// The CGI's path; routes follow it.
  package let programPath: String

  /// Whether everyone on the local network may scan without a password; every page then says so.
  package let isOpenToLAN: Bool

  /// E-mail or address of the host; nil for none.
  package let contact: String?

  /// The texts in the language of the pages, and the time zone.
  package let words: Phrasebook

  /// The texts that scripts need, by script.
  var scriptWords = ScriptWords.none

  package init(
    baseURL: String, programPath: String = "/cgi-bin/albumscan", isOpenToLAN: Bool = false,
    contact: String? = nil, words: Phrasebook
  ) {
    self.baseURL = baseURL
    self.programPath = programPath
    self.isOpenToLAN = isOpenToLAN
    self.contact = contact
    self.words = words
  }
}
