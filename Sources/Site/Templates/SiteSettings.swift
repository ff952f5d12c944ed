// Settings of the installation that pages use.

package import Albums

/// The settings of the control file that pages show or use.
package struct SiteSettings: Sendable {
  /// The address of the site, `https://records.example`, without a slash at its end; feeds need it.
  package let baseURL: String

  /// The path of the CGI program, to which routes are appended.
  package let programPath: String

  /// Whether clients on the local network may scan without a password; every page then warns about
  /// it.
  package let isOpenToLAN: Bool

  /// Whether other devices open the site over plain http, so that they cannot sign in.
  package let needsHTTPS: Bool

  /// Whether only signed-in people may open the pages. Protected pages announce no feed.
  package let isProtected: Bool

  /// E-mail or address of the host; nil for none.
  package let contact: String?

  /// The texts in the language of the pages, and the time zone.
  package let words: Phrasebook

  /// The readers of the site.
  package let audience: Audience

  /// The texts that scripts need, by script.
  var scriptWords = ScriptWords.none

  /// The files of public/ under names that browsers may store for ever.
  var assets = Assets.none

  /// The settings of the household site.
  package init(
    baseURL: String, programPath: String = "/cgi-bin/albumscan", isOpenToLAN: Bool = false,
    needsHTTPS: Bool = false, isProtected: Bool = false, contact: String? = nil, words: Phrasebook
  ) {
    self.baseURL = baseURL
    self.programPath = programPath
    self.isOpenToLAN = isOpenToLAN
    self.needsHTTPS = needsHTTPS
    self.isProtected = isProtected
    self.contact = contact
    self.words = words
    audience = .household
  }

  /// The settings of the published log: it has no program, and no setting of the household.
  package init(publishing look: PublishedLook, words: Phrasebook) {
    baseURL = look.url ?? ""
    programPath = ""
    (isOpenToLAN, needsHTTPS, isProtected) = (false, false, false)
    contact = nil
    self.words = words
    audience = .published(look)
  }
}
