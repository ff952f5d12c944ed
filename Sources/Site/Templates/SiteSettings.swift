// Settings of the installation that pages use.

package import Albums
package import Host

/// The published log, as pages of the household know it.
package struct PublicLog: Equatable, Sendable {
  package let rule: PublishRule

  /// The address of the published log without a slash at its end; nil if it is not known.
  package let url: String?

  package init(rule: PublishRule, url: String?) {
    self.rule = rule
    self.url = url
  }

  /// The address of the public page of a find; nil if it is not known.
  func address(of find: FindID, _ kind: WorkKind) -> String? {
    url.map { $0 + kind.page(of: find) }
  }
}

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

  /// Whether album pages show notes. False if everybody can open the pages.
  package let showsNotes: Bool

  /// The services outside of this server to which data goes.
  package let outside: OutsideServices

  /// Whether a model is set up. Without one, pages offer nothing that needs a model.
  package let hasModel: Bool

  /// Whether models review books, too (`book-reviews`).
  package let reviewsBooks: Bool

  /// E-mail or address of the host; nil for none.
  package let contact: String?

  /// The texts in the language of the pages, and the time zone.
  package let words: Phrasebook

  /// Whether the page of a find takes its colours from the cover (`cover-colours`).
  package let usesCoverColours: Bool

  /// The readers of the site.
  package let audience: Audience

  /// The published log of the household; nil without the setting `publish-to`, and in the published log
  /// itself.
  package let publicLog: PublicLog?

  /// The folder of the pictures to share that wait to be drawn; nil for a site without such pictures.
  package let pictureQueue: String?

  /// The badges of recommendations. A badge that is not prepared is made for each row of a list.
  var badges: [Recommendation: View] = [:]

  /// The texts that scripts need, by script.
  var scriptWords = ScriptWords.none

  /// The files of public/ under names that browsers may store for ever.
  var assets = Assets.none {
    didSet { preparedScripts = [:] }
  }

  /// The scripts of pages, by the page's own script. A script that is not prepared is looked up for each page.
  var preparedScripts: [String?: PageScripts] = [:]

  /// The settings of the household site.
  package init(
    baseURL: String, programPath: String = "/cgi-bin/albumscan", isOpenToLAN: Bool = false,
    needsHTTPS: Bool = false, isProtected: Bool = false, showsNotes: Bool = false,
    hasModel: Bool = true, reviewsBooks: Bool = false, contact: String? = nil,
    outside: OutsideServices = OutsideServices(), publicLog: PublicLog? = nil,
    usesCoverColours: Bool = true, words: Phrasebook
  ) {
    self.baseURL = baseURL
    self.programPath = programPath
    self.isOpenToLAN = isOpenToLAN
    self.needsHTTPS = needsHTTPS
    self.isProtected = isProtected
    self.showsNotes = showsNotes
    self.outside = outside
    self.hasModel = hasModel
    self.reviewsBooks = reviewsBooks
    self.contact = contact
    self.publicLog = publicLog
    self.usesCoverColours = usesCoverColours
    self.words = words
    pictureQueue = nil
    audience = .household
  }

  /// The settings of the published log: it has no program, and no setting of the household.
  package init(
    publishing appearance: PublishedAppearance, usesCoverColours: Bool = true,
    pictureQueue: String? = nil, words: Phrasebook
  ) {
    baseURL = appearance.url ?? ""
    programPath = ""
    (isOpenToLAN, needsHTTPS, isProtected) = (false, false, false)
    (hasModel, reviewsBooks) = (false, false)
    // The published database has notes only with `publish-notes`, so pages show every note that
    // they get.
    showsNotes = true
    outside = OutsideServices()
    contact = nil
    publicLog = nil
    // The host's own colours replace those of covers.
    self.usesCoverColours = usesCoverColours && !appearance.hasOwnColours
    self.words = words
    // A page names its picture by an absolute address.
    self.pictureQueue = appearance.url == nil ? nil : pictureQueue
    audience = .published(appearance)
  }

  /// The CSS class of a page that shows the artwork; nil for a page without a tint.
  func tint(of artwork: Artwork?) -> String? {
    usesCoverColours ? artwork?.tint?.className : nil
  }

  /// Whether strangers may see a find with these details. Without a published log, a person's choice
  /// counts.
  func isPublic(_ details: FindDetails) -> Bool {
    publicLog?.rule.reason(for: details).isPublic ?? (details.publicChoice == .yes)
  }
}

/// The services outside of this server that get data. The privacy page names them.
package struct OutsideServices: Equatable, Sendable {
  /// The provider of the model.
  package struct Model: Equatable, Sendable {
    /// `OpenAI`; nil for a server that the host has chosen.
    package let name: String?

    /// Scheme, host and port, `http://localhost:11434`: never the user or the query of an address.
    package let address: String

    package init(name: String?, address: String) {
      self.name = name
      self.address = address
    }
  }

  /// The published log.
  package struct Publishing: Equatable, Sendable {
    package let choice: PublishSettings.Choice
    package let showsNotes: Bool
    package let showsRatings: Bool

    /// Nil without `publish-url`.
    package let address: String?

    package init(
      choice: PublishSettings.Choice, showsNotes: Bool, showsRatings: Bool = false, address: String?
    ) {
      self.choice = choice
      self.showsNotes = showsNotes
      self.showsRatings = showsRatings
      self.address = address
    }
  }

  /// Nil without a model.
  package let model: Model?

  /// Nil without `publish-to`.
  package let publishing: Publishing?

  /// Whether scans search MusicBrainz for the words and codes on sleeves (`read-sleeves`).
  package let readsSleeves: Bool

  package init(model: Model? = nil, publishing: Publishing? = nil, readsSleeves: Bool = false) {
    self.model = model
    self.publishing = publishing
    self.readsSleeves = readsSleeves
  }

  /// The texts that pages depend on.
  var inputs: [String] {
    [
      model?.name ?? "", model?.address ?? "", publishing.map { "\($0.choice)" } ?? "",
      "\(publishing?.showsNotes == true)", "\(publishing?.showsRatings == true)",
      publishing?.address ?? "", "\(readsSleeves)",
    ]
  }
}
