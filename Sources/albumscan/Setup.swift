// From the control file to the rooms: the one place where the parts are put together.

import Albums
import ArgumentParser
import HTTP
import Host
import Scanning
import Site
import Store
import Words

/// The configuration with what is built from it.
struct Setup: Sendable {
  let configuration: Configuration

  /// The texts in the installation's language, with its time zone.
  let words: Phrasebook

  init(_ command: AlbumScan) throws {
    let folder = Programs.ownFolder
    let shared = Files.absolutePath("../share/albumscan", from: folder)
    configuration = try Configuration(reading: command.config, installation: shared)
    words = try Self.phrasebook(configuration)
  }

  private static func phrasebook(_ configuration: Configuration) throws -> Phrasebook {
    do {
      let catalogue = try Words.Catalogue(
        language: configuration.language, folder: configuration.words)
      return catalogue.phrasebook(zone: try zone(configuration))
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

  static func now() -> Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  var photoProgram: PhotoProgram { PhotoProgram(path: "\(Programs.ownFolder)/albumscan-photo") }

  var log: LogFile { LogFile(path: configuration.log) }

  /// An existing database of this program's version, used by whom it belongs to.
  func openStore() throws -> Store {
    try refuseForeignUser()
    do {
      return try Store.open(configuration.database, zone: words.zone)
    } catch {
      throw Ending(.usage, "\(error)")
    }
  }

  func openSite() throws -> Site {
    do {
      return try Site(
        root: configuration.site, templates: configuration.templates,
        publicFiles: configuration.publicFiles, artwork: configuration.artwork,
        settings: SiteSettings(
          baseURL: configuration.baseURL, isOpenToLAN: configuration.isOpenToLAN,
          contact: configuration.contact, words: words))
    } catch {
      throw Ending(.usage, "\(error)")
    }
  }

  func openPublisher() throws -> Publisher {
    Publisher(site: try openSite(), configuration: configuration)
  }

  /// Waits for a worker at work to let go; pages have one writer at a time.
  func takeLock() throws -> Lock {
    if let lock = try Lock.take(configuration.workerLock) { return lock }
    Terminal.note(words("cli.wait-for-worker"))
    guard let lock = try Lock.wait(for: configuration.workerLock, milliseconds: 120_000) else {
      throw Ending(.no, words("cli.worker-busy"))
    }
    return lock
  }

  func scanTools() throws -> ScanTools {
    let records = Records(try openStore())
    return ScanTools(
      configuration: configuration, photoProgram: photoProgram, records: records,
      publisher: try openPublisher(), services: services(records), log: log, now: Self.now)
  }

  func services(_ records: Records) -> Services {
    Services(
      configuration: configuration, records: records, photoProgram: photoProgram,
      transport: transport, log: log, now: Self.now)
  }

  /// Source: CONTRACTS §4.1 on who one says one is.
  var transport: Transport {
    let contact = configuration.contact ?? configuration.baseURL
    return Transport.live(
      userAgent: "\(AlbumScan.userAgentName) (\(contact))",
      caFile: Transport.caFile(environment: Programs.environment))
  }

  /// What root writes, the web server's user cannot change (FAULTS J8).
  func refuseForeignUser() throws {
    guard let owner = Files.owner(of: configuration.data) else {
      throw Ending(.usage, words("cli.no-data", ["folder": .text(configuration.data)]))
    }
    guard owner == Programs.userID else {
      throw Ending(
        .usage,
        words(
          "cli.foreign-data",
          [
            "folder": .text(configuration.data), "owner": .text("\(owner)"),
            "user": .text("\(Programs.userID)"),
          ]))
    }
  }
}

extension Phrasebook {
  /// Whether an answer at the terminal begins like "yes" in the language, or in English.
  func isYes(_ answer: String?) -> Bool {
    guard let answer = answer?.lowercased() else { return false }
    return answer.hasPrefix("y") || answer.hasPrefix(self("cli.yes"))
  }
}
