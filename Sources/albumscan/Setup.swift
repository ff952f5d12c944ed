// From the control file to the rooms: the one place where the parts are put together.

import Albums
import ArgumentParser
import HTTP
import Host
import Scanning
import Site
import Store

/// The configuration with what is built from it.
struct Setup: Sendable {
  let configuration: Configuration

  init(_ command: AlbumScan) throws {
    let folder = Programs.ownFolder
    let shared = Files.absolutePath("../share/albumscan", from: folder)
    configuration = try Configuration(reading: command.config, installation: shared)
  }

  static func now() -> Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  var photoProgram: PhotoProgram { PhotoProgram(path: "\(Programs.ownFolder)/albumscan-photo") }

  var log: LogFile { LogFile(path: configuration.log) }

  /// An existing database of this program's version, used by whom it belongs to.
  func openStore() throws -> Store {
    try refuseForeignUser()
    do {
      return try Store.open(configuration.database)
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
          baseURL: configuration.baseURL, isOpenToLAN: configuration.isOpenToLAN))
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
    Terminal.note("Waiting for the worker to finish what it is doing…")
    guard let lock = try Lock.wait(for: configuration.workerLock, milliseconds: 120_000) else {
      throw Ending(.no, "a worker has been busy for two minutes; see albumscan show queue")
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
      throw Ending(.usage, "there is no \(configuration.data) yet; run albumscan init")
    }
    guard owner == Programs.userID else {
      throw Ending(
        .usage,
        "\(configuration.data) belongs to user \(owner), you are user \(Programs.userID); "
          + "run this as its owner (sudo -u '#\(owner)' albumscan …)")
    }
  }
}
