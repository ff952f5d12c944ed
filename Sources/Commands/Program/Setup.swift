// Creates the parts of the program from the control file.

import Albums
import ArgumentParser
import HTTP
import Host
import Models
import Photos
import Refresh
import Scanning
import Site
import Store
import Words

/// The configuration, and the parts that are created from it.
struct Setup: Sendable {
  let configuration: Configuration

  /// The times of the files with the settings before they were read, so that the program notices
  /// every later change.
  private let settingTimes: [Int64?]

  /// The texts in the installation's language, and the time zone.
  let words: Phrasebook

  init(_ command: AlbumScan) throws {
    (configuration, settingTimes) = try Self.readWithTimes(command.controlFile())
    // Root would write files that the owner of the data could not change (docs/faults.md J8).
    if Surroundings.current.isProgram {
      try Programs.becomeOwner(of: configuration, isOfCheckout: Self.isOfCheckout)
    }
    words = try Self.phrasebook(configuration)
    try Self.putRight(configuration, words)
  }

  /// Reads the present control file of a running program. Refuses another data folder: this program
  /// holds the locks of the folder with which it started.
  init(rereading setup: Setup) throws {
    let started = setup.configuration
    (configuration, settingTimes) = try Self.readWithTimes(started.file)
    words = try Self.phrasebook(configuration)
    guard configuration.data == started.data else {
      throw Ending(.usage, words("cli.publish.other-data", ["file": .text(started.file)]))
    }
  }

  /// The configuration, and the times of its settings. The time of the control file is read before
  /// the file itself. The program reads the keys and the prompts later.
  private static func readWithTimes(_ file: String) throws -> (Configuration, [Int64?]) {
    let time = Files.modificationMilliseconds(of: file)
    let configuration = try read(file)
    return (configuration, [time] + configuration.settingTimes.dropFirst())
  }

  /// The folder of the installed templates, texts, prompts and static files. A checkout has no such folder.
  static var shared: String {
    Files.absolutePath("../share/albumscan", from: Surroundings.current.programs)
  }

  /// The installed templates; nil in a checkout. A host's own folder of templates may be older than
  /// the program, so that it misses new templates.
  static var installedTemplates: String? {
    let folder = "\(shared)/templates"
    return Files.exists(folder) ? folder : nil
  }

  static func read(_ file: String) throws -> Configuration {
    try Programs.refuseOwner(ofControlFile: file)
    return try Configuration(reading: file, installation: shared)
  }

  private static func phrasebook(_ configuration: Configuration) throws -> Phrasebook {
    try configuration.refuseMissingCatalogue()
    do {
      let read = {
        try Words.MessageCatalogue(
          language: configuration.language, folder: configuration.words,
          installed: "\(shared)/words"
        ).phrasebook(zone: try zone(configuration))
      }
      guard let cache = Surroundings.current.sources else { return try read() }
      return try cache.phrasebook(
        "\(configuration.language) \(configuration.timeZone)",
        folders: [configuration.words, "\(shared)/words"], read: read)
    } catch let error as WordsError {
      throw Ending(.usage, "\(error)")
    }
  }

  private static func zone(_ configuration: Configuration) throws -> Zone {
    guard let path = configuration.zoneFile else { return .utc }
    let bytes = try Files.read(path, limit: Zone.fileLimit)
    guard let zone = Zone(name: configuration.timeZone, file: bytes) else {
      throw Ending(.usage, "\(path) is not a zone file")
    }
    return zone
  }

  /// A command line of this program for this installation, which the host can copy into a terminal.
  func command(_ words: String) -> String {
    let folder = Surroundings.current.programs
    let isInPath = ["/usr/local/bin", "/usr/bin"].contains(folder)
    return "\(isInPath ? "" : "\(folder)/")albumscan --config \(configuration.file) \(words)"
  }

  static func now() -> Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  var photoProgram: PhotoProgram {
    PhotoProgram(path: "\(Surroundings.current.programs)/albumscan-photo")
  }

  var log: LogFile { LogFile(path: configuration.log) }

  /// Opens an existing database of this program's version, as its owner. Refuses `insecure-lan`
  /// together with people.
  ///
  /// A worker passes a longer wait, because it stores paid answers. A slow reader, such as a
  /// backup, can hold the lock for a long time.
  func openStore(waitMilliseconds: Int32 = 10_000) throws -> Store {
    try refuseForeignUser()
    do {
      let store = try Store.open(
        configuration.database, zone: words.zone,
        reviewLanguage: configuration.reviewLanguage,
        reviewsBooks: configuration.services.reviewsBooks,
        showsFinder: configuration.people.showsFinder, waitMilliseconds: waitMilliseconds)
      if try configuration.isOpenToLAN && store.hasPeople() { try refuseOpenLAN() }
      return store
    } catch let error as StoreError {
      throw Ending(error)
    }
  }

  /// A path beside the database that only a log has (`Configuration.traceOfLog`).
  func traceOfLog() throws(StoreError) -> String? {
    do { return try configuration.traceOfLog() } catch { throw .file(error) }
  }

  /// `readers` are the clients that may open the pages without a session; by default, the present ones.
  func openSite(for readers: PageReaders? = nil) throws -> Site {
    let readers = readers ?? configuration.sessionFiles.readers
    do {
      return Site(
        root: configuration.site, artwork: configuration.artwork,
        settings: SiteSettings(
          baseURL: configuration.baseURL, isOpenToLAN: configuration.isOpenToLAN,
          needsHTTPS: configuration.isPlainHTTPForOthers,
          isProtected: readers == .signedIn, showsNotes: readers != .everybody,
          hasModel: configuration.hasModel,
          reviewsBooks: configuration.services.reviewsBooks, contact: configuration.contact,
          outside: outside,
          publicLog: configuration.publishing.map { PublicLog(rule: $0.rule, url: $0.url) },
          usesCoverColours: configuration.usesCoverColours, words: words),
        sources: try siteSources())
    } catch {
      throw Ending(.usage, "\(error)")
    }
  }

  private func siteSources() throws(SiteError) -> SiteSources {
    let installed = Self.installedTemplates
    let read = { () throws(SiteError) in
      try SiteSources(
        templates: configuration.templates, installed: installed,
        publicFiles: configuration.publicFiles, words: words)
    }
    guard let cache = Surroundings.current.sources else { return try read() }
    return try cache.sources(
      configuration.language,
      folders: [configuration.templates, configuration.publicFiles, configuration.words]
        + (installed.map { [$0] } ?? []), read: read)
  }

  /// The receivers of data that the privacy page names.
  private var outside: OutsideServices {
    OutsideServices(
      model: ModelSetup.receiver(of: configuration).map {
        .init(name: $0.name, address: $0.address)
      },
      publishing: configuration.publishing.map {
        .init(
          choice: $0.choice, showsNotes: $0.showsNotes, showsRatings: $0.showsRatings,
          address: $0.url)
      }, readsSleeves: configuration.services.readsSleeves)
  }

  /// Closes or opens the pages, as the settings say, before any page is written. If pages on the disk
  /// show notes, only the build opens the pages.
  func openRefresher(for store: borrowing Store) throws -> PageRefresher {
    try refuse(try configuration.foreignSite())
    do {
      try store.keepPageAccess(of: configuration)
      let readers = configuration.pageReaders(hasPeople: try store.hasPeople())
      return try PageRefresher(
        site: try openSite(for: readers), configuration: configuration,
        program: Surroundings.current.build)
    } catch let error as SiteError {
      throw Ending(.usage, "\(error)")
    }
  }

  /// Takes the worker lock. Waits until running jobs have ended, because only one process writes
  /// pages at a time.
  func takeLock() throws -> Lock {
    if let lock = try Lock.take(configuration.workerLock) {
      configuration.noteLookAtQueue()
      return lock
    }
    Terminal.note(words("cli.wait-for-worker"))
    guard let lock = try Lock.wait(for: configuration.workerLock, milliseconds: 120_000) else {
      throw Ending(.no, words("cli.worker-busy"))
    }
    configuration.noteLookAtQueue()
    return lock
  }

  func scanTools() throws -> ScanTools {
    let store = try openStore(waitMilliseconds: 600_000)
    try endPublishingIfUnset(store)
    let refresher = try openRefresher(for: store)
    let database = DatabaseActor(store)
    return ScanTools(
      configuration: configuration, photoProgram: photoProgram, database: database,
      refresher: refresher, services: services(database),
      imports: WebImports(
        words: words, artworkFolder: configuration.artwork, photoProgram: photoProgram, log: log),
      exports: exportTools, publishing: publishTools, log: log, hasNewSettings: changeOfSettings(),
      now: Self.now)
  }

  /// Whether the settings have changed since they were read, and the control file is valid. The control file
  /// may be invalid while a host edits it.
  private func changeOfSettings() -> @Sendable () -> Bool {
    { [configuration, settingTimes] in
      guard configuration.settingTimes != settingTimes else { return false }
      do {
        _ = try Self.read(configuration.file)
        return true
      } catch {
        return false
      }
    }
  }

  func services(_ database: DatabaseActor) -> Services {
    Services(
      configuration: configuration, database: database, photoProgram: photoProgram,
      textReader: ReaderProgram(programs: Surroundings.current.programs), transport: transport,
      log: log, now: Self.now)
  }

  /// The person for whom the command line acts, with the paid calls of the person's plan.
  func host(_ database: DatabaseActor) async throws -> (id: PersonID, rights: SearchRights) {
    let setting = configuration.services.isAdvancedSearchDefault
    return try await database.with { (store) throws(StoreError) in
      let host = try store.host()
      return (host, try store.searchRights(of: host, setting: setting))
    }
  }

  /// The transport for requests to services. Its User-Agent contains the program's name and the
  /// host's contact. Source: docs/services.md §4.1.
  var transport: Transport {
    let contact = configuration.contact ?? configuration.baseURL
    return Transport.live(
      userAgent: "\(AlbumScan.userAgentName) (\(contact))",
      caFile: Transport.caFile(environment: Surroundings.current.variable))
  }

  /// Prints the text as a QR code, or the package that can draw it.
  func printQRCode(of text: String) {
    if let lines = QRCode(text, folder: configuration.data).terminalLines {
      Terminal.write(lines)
    } else {
      Terminal.note(words("cli.no-qrencode"))
    }
  }
}

extension Phrasebook {
  /// Whether an answer at the terminal means "yes": it begins like "yes" in the installation's
  /// language or in English.
  func isYes(_ answer: String?) -> Bool {
    guard let answer = answer?.lowercased() else { return false }
    return answer.hasPrefix("y") || answer.hasPrefix(self("cli.yes"))
  }
}
