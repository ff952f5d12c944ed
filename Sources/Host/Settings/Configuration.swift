// The settings of an installation, read once in `main` and passed down in parts.

/// The readers who may open the pages. Source: docs/product.md "Who may read".
package enum PageAccess: String, CaseIterable, Sendable {
  case open, protected
}

/// The settings of a control file, after all checks. Every path is absolute; `data` and `site`
/// contain no symbolic link. Source: docs/interface.md "Configuration".
package struct Configuration: Equatable, Sendable {
  /// The control file itself.
  package let file: String
  package let data: String
  package let site: String

  /// `data` and `site` as the control file names them: their links are not resolved.
  let namedData: String
  let namedSite: String
  package let templates: String
  package let publicFiles: String
  package let prompts: String

  /// The folder of the message catalogues.
  package let words: String

  /// The language of pages and messages, `en`: the name of a message catalogue in `words`.
  package let language: String

  /// An IANA name, `Europe/Berlin`.
  package let timeZone: String

  /// The prompts that were installed with this program.
  private let installedPrompts: String

  /// Scheme, host and port; no slash at the end.
  package let baseURL: String

  /// E-mail or URL of the host, for the User-Agent in requests to MusicBrainz and the Cover Art
  /// Archive.
  package let contact: String?

  /// Nil selects the first provider with a key, or else `sample`.
  package let provider: Provider?

  /// The setting `pages`; nil where it is missing. `pageAccess` has the rule.
  package let pages: PageAccess?
  package let isOpenToLAN: Bool

  /// Whether `albumscan serve` speaks HTTPS with certificates that it makes itself.
  package let usesHTTPS: Bool

  /// The port of the certificate page, which `albumscan serve` sends over plain HTTP.
  package let certificatePort: UInt16

  /// Whether the page of a find takes its colours from the cover.
  package let usesCoverColours: Bool

  /// The number of scans that the worker runs at the same time.
  package let scansAtOnce: Int
  package let workerStart: WorkerStart

  /// Whether `GET …/metrics` answers.
  package let hasMetrics: Bool

  /// The destination of the backups of `albumscan nightly`: rclone's `REMOTE:PATH`, or the absolute
  /// path of a folder.
  package let backupTo: String?

  /// rclone's configuration file with the remotes; nil selects the file of rclone's own rules.
  package let rcloneConfiguration: String?

  /// The file that the web server runs as the CGI program, if it is not the control file.
  package let cgiFile: String?

  /// The settings of accounts.
  package let people: PeopleSettings
  package let services: ServiceSettings

  /// The settings of the published log; nil without `publish-to`.
  package let publishing: PublishSettings?

  /// The folder of this computer that `backup-to` names, without links; nil for another
  /// destination.
  package var backupFolder: String? { backupTo.flatMap(SettingReader.localFolder) }

  package var database: String { "\(data)/albums.db" }
  package var photos: String { "\(data)/photos" }
  package var artwork: String { "\(data)/artwork" }

  /// The uploaded files of imports, and the results of their dry runs.
  package var imports: String { "\(data)/imports" }

  /// The files of exports for the web.
  package var exports: String { "\(data)/exports" }

  package func export(_ id: String) -> String { "\(exports)/\(id)" }

  /// The file with the maximum cost of a review. Each worker writes the file, or removes it if no
  /// model can write reviews.
  package var reviewCosts: String { "\(data)/review-costs" }

  /// The search index of the covers in the database. `albumscan init` can rebuild it at any time.
  package var coverIndex: String { "\(data)/covers.index" }
  package var keys: String { "\(data)/keys" }

  package func keyFile(of provider: Provider) -> String { "\(keys)/\(provider.rawValue)" }

  /// Whether pages and the CGI offer functions that need a model. True if the control file names a
  /// provider other than `sample`, or if it names none and a provider has a key file. The key
  /// itself is not read, because only `albumscan` reads keys (docs/faults.md E6). A wrong key or
  /// setting counts, because it can be corrected.
  package var hasModel: Bool {
    if let provider { return provider != .sample }
    return Provider.withModel.contains { Files.exists(keyFile(of: $0)) }
  }

  /// The times of the last changes of the control file, the folder of prompts and the keys, in milliseconds
  /// since 1970; nil for a missing file. If they differ from those at the start of a process, a job that
  /// waits for a correct setting may succeed now.
  package var settingTimes: [Int64?] {
    ([file, prompts] + Provider.withModel.map(keyFile))
      .map(Files.modificationMilliseconds)
  }
  package var workerLock: String { "\(data)/worker.lock" }

  /// With `worker: systemd`, this file exists while a job waits for a worker that has not started
  /// yet. A worker removes it before it looks for jobs.
  package var workerRequest: String { "\(data)/worker-wanted" }

  /// The process that waits for the next attempt of a job holds this lock.
  package var timerLock: String { "\(data)/timer.lock" }

  /// The process that makes or sends a backup holds this lock. Meanwhile no artwork is removed.
  package var backupLock: String { "\(data)/backup.lock" }

  /// The time of this file is the time of the last backup. Its text is the folder with the newest
  /// backup that `albumscan nightly` made in a folder of this computer.
  package var backupMarker: String { "\(data)/backup-made" }

  /// The time of this file is the time of the last rehearsal of a restore. Its text is the reason if it failed.
  package var rehearsalMarker: String { "\(data)/restore-rehearsed" }

  /// A backup that was fetched from a remote. It is beside the data folder, because a restore replaces this folder.
  package var fetchedBackup: String { "\(data).fetched" }

  /// The working files of a backup that is being made: a copy of the database, and links to photos.
  package var backupParts: String { "\(data)/backup" }

  /// The backup that `albumscan nightly` sends.
  package var backupToSend: String { "\(data)/backup.tar" }

  /// The certificates of `albumscan serve`, with their keys; only this user may open the folder.
  package var certificates: String { "\(data)/tls" }

  /// The web root of the certificate page.
  package var certificatePage: String { "\(data)/certificate" }
  package var log: String { "\(data)/log" }

  /// The log of lighttpd under `albumscan serve`.
  package var serverLog: String { "\(data)/lighttpd.log" }

  /// One empty file for each session, so that a web server can check a session itself.
  package var sessionFiles: SessionFiles { SessionFiles(folder: "\(data)/sessions") }

  /// The file of messages for the CGI in the installation's language. A build writes it.
  package var messages: String { "\(data)/messages" }

  /// The pages that the CGI fills. A build writes them.
  package var filledPages: String { "\(data)/pages" }

  /// The compiled rules of the time zone; nil for UTC, which has none.
  package var zoneFile: String? { timeZone == "UTC" ? nil : Self.zoneFile(timeZone) }

  static func zoneFile(_ name: String) -> String { "/usr/share/zoneinfo/\(name)" }

  /// This file exists while a build is not finished. The next worker then repeats the build.
  package var buildingMarker: String { "\(data)/building" }

  /// The patterns that no review in the language may match. The installed patterns apply if the
  /// host's own prompts contain no patterns.
  package func moneyPatterns(of language: String) -> String {
    let own = "\(prompts)/money/\(language).txt"
    return Files.exists(own) ? own : "\(installedPrompts)/money/\(language).txt"
  }

  /// The language of new reviews: the language of the pages, or English if the patterns for the
  /// language of the pages are missing. A review that cannot be checked is never written.
  package var reviewLanguage: String {
    Files.exists(moneyPatterns(of: language)) ? language : "en"
  }

  package func photo(_ id: String) -> String { "\(photos)/\(id).jpg" }

  /// A smaller copy of the picture of a shelf, for its page. Its name differs from that of a photo, so no
  /// backup contains it.
  package func shelfView(_ id: String) -> String { "\(photos)/\(id)\(Self.viewEnding)" }
  package static let viewEnding = ".view.jpg"

  /// Deletes the picture of a shelf and its smaller copy.
  package func removeShelfPicture(_ id: String) throws(HostError) {
    try Files.remove(shelfView(id))
    try Files.remove(photo(id))
  }

  package func upload(_ id: String) -> String { "\(imports)/\(id)" }

  /// The result of the dry run of an uploaded file.
  package func importReport(_ id: String) -> String { "\(imports)/\(id).report" }

  /// The folder in which lighttpd keeps request bodies under `albumscan serve`; emptied at each
  /// start.
  package var uploads: String { "\(data)/uploads" }

  /// The folder of the compressed assets that `albumscan serve` sends.
  package var compressedAssets: String { "\(data)/compressed" }

  /// The maximum size of a control file in bytes. Source: docs/limits.md.
  package static let fileLimit = 64 << 10

  /// Reads `path`. Templates, public files and prompts are in `installation` unless the file names
  /// others.
  package init(reading path: String, installation: String) throws(ConfigurationError) {
    let file = Files.absolutePath(path, from: Files.workingDirectory)
    let text: [UInt8]
    do {
      text = try Files.readRegular(file, limit: Self.fileLimit)
    } catch {
      guard !error.isMissing else { throw .missing(file) }
      throw ConfigurationError(file: file, line: nil, message: error.reason)
    }
    try self.init(text, file: file, installation: installation)
  }

  /// Throws with the line of `language` if that language has no message catalogue. The CGI reads no
  /// message catalogue, so it does not call this function.
  package func refuseMissingCatalogue() throws(ConfigurationError) {
    guard language != "en", !Files.exists("\(words)/\(language).po") else { return }
    let reader: SettingReader
    let languages: [String]
    do {
      reader = SettingReader(
        try settings(of: Files.readRegular(file, limit: Self.fileLimit), file: file), file: file)
      languages = try Self.languages(in: words)
    } catch let error as ConfigurationError {
      throw error
    } catch {
      throw ConfigurationError(file: file, line: nil, message: "\(error)")
    }
    throw reader.error(
      "language",
      "\(words) has no catalogue for \"\(language)\"; the languages are "
        + languages.joined(separator: ", "))
  }

  /// The languages of the message catalogues in the folder `words`, in the order of their names. English
  /// needs no catalogue of its own.
  package static func languages(in words: String) throws(HostError) -> [String] {
    let suffix = ".po"
    let catalogues = try Files.entries(of: words).filter { $0.hasSuffix(suffix) }
    return (["en"] + catalogues.map { String($0.dropLast(suffix.count)) }).sorted()
  }

  /// Reads the text of the control file. Relative paths begin at the folder of `file`.
  package init(
    _ text: [UInt8], file: String, installation: String
  ) throws(ConfigurationError) {
    var reader = SettingReader(try settings(of: text, file: file), file: file)
    self.file = file
    namedData = try reader.requiredPath("data")
    namedSite = try reader.requiredPath("site")
    data = Files.resolvingLinks(namedData)
    site = Files.resolvingLinks(namedSite)
    templates = reader.path("templates") ?? "\(installation)/templates"
    publicFiles = reader.path("public") ?? "\(installation)/public"
    prompts = reader.path("prompts") ?? "\(installation)/prompts"
    words = reader.path("words") ?? Self.words(besides: templates, installation)
    language = try reader.language("language") ?? "en"
    timeZone = try reader.timeZone("time-zone") ?? "UTC"
    installedPrompts = "\(installation)/prompts"
    baseURL = try reader.baseURL("base-url") ?? "http://127.0.0.1:8017"
    contact = reader.text("contact")
    provider = try reader.choice("provider")
    pages = try reader.choice("pages")
    isOpenToLAN = try reader.flag("insecure-lan") ?? false
    usesHTTPS = try reader.flag("https") ?? false
    certificatePort = try reader.port("certificate-port") ?? 8018
    usesCoverColours = try reader.flag("cover-colours") ?? true
    scansAtOnce = try reader.count("scans-at-once", 1...64) ?? 4
    workerStart = try reader.choice("worker") ?? .process
    hasMetrics = try reader.flag("metrics") ?? false
    backupTo = try reader.remote("backup-to")
    rcloneConfiguration = reader.path("rclone-config")
    cgiFile = reader.path("cgi-file")
    people = try PeopleSettings(&reader)
    services = try ServiceSettings(&reader)
    publishing = try PublishSettings.read(
      &reader, templates: templates, installation: installation, file: file)
    try reader.refuseUnknownKeys()
    try refuseDataInSite(reader)
    try refuseBackupsInside(reader)
    try refuseRcloneConfigurationInside(reader)
    try refusePublishOverlaps(reader)
  }

  /// The folder of message catalogues beside the templates, or the installation's folder if the
  /// host's own templates have no message catalogues beside them.
  private static func words(besides templates: String, _ installation: String) -> String {
    let folder = "\(Files.parent(of: templates))/words"
    return Files.exists("\(folder)/albumscan.pot") ? folder : "\(installation)/words"
  }

  /// Throws if the database, photos and keys would be in a folder that the web server serves.
  private func refuseDataInSite(_ reader: SettingReader) throws(ConfigurationError) {
    if Files.isInside(data, site) {
      throw reader.error(
        "data", "data (\(data)) must not lie inside site (\(site)), which strangers read")
    }
    if Files.isInside(site, data) {
      throw reader.error("site", "site (\(site)) must not lie inside data (\(data))")
    }
  }

  /// Throws if backups would be in a folder that is backed up, or that the web server serves.
  private func refuseBackupsInside(_ reader: SettingReader) throws(ConfigurationError) {
    guard let backupTo, let folder = SettingReader.localFolder(of: backupTo) else { return }
    for parent in [data, site] where Files.isInside(folder, parent) {
      throw reader.error("backup-to", "backup-to (\(folder)) must not lie inside \(parent)")
    }
  }

  /// Throws if strangers could read the passwords of the remotes, or if a restore would replace the file.
  private func refuseRcloneConfigurationInside(
    _ reader: SettingReader
  ) throws(ConfigurationError) {
    guard let rcloneConfiguration else { return }
    let file = Files.resolvingLinks(rcloneConfiguration)
    for parent in [data, site, publishing?.folder].compactMap(\.self)
    where Files.isInside(file, parent) {
      throw reader.error(
        "rclone-config",
        "rclone-config (\(file)) must not lie inside \(parent); put it beside the control file")
    }
  }
}
