// One installation for this program: its configuration, its access policy and its log.

import Albums
import CGI
import Glibc
import Host
import Store

/// A class, because many values hold the installation, and copies of its settings would need much code.
final class Installation {
  let configuration: Configuration
  let accessPolicy: AccessPolicy
  let texts: Texts

  /// The folder of the programs.
  let programs: String

  /// Reads the control file. `controlFile` is the argument in the `#!` line; nil if the program was
  /// started without this argument. `programs` is the folder of the programs.
  init(controlFile: String?, programs: String) throws {
    guard let controlFile else {
      throw ConfigurationError(
        file: "albumscan-cgi", line: nil,
        message: "this program is named in the first line of a control file (cgi-bin/albumscan)")
    }
    self.programs = programs
    configuration = try Configuration(reading: controlFile, installation: programs)
    accessPolicy = AccessPolicy(
      baseURL: try BaseURL(configuration.baseURL), isOpenToLAN: configuration.isOpenToLAN,
      ownHosts: configuration.services.ownHosts)
    texts = Texts(configuration)
  }

  var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  /// The database with months in UTC, for requests that need no month.
  func openStore() throws(StoreError) -> Store {
    try Store.open(
      configuration.database, reviewsBooks: configuration.services.reviewsBooks,
      showsFinder: configuration.people.showsFinder)
  }

  /// The database with months in the host's time zone.
  func openStoreWithMonths() throws(StoreError) -> Store {
    try Store.open(
      configuration.database, zone: zone, reviewsBooks: configuration.services.reviewsBooks,
      showsFinder: configuration.people.showsFinder)
  }

  var version: String { Version.number }

  /// Whether a job is due or a page is stale, and no worker runs.
  func needsWorker(_ store: borrowing Store) throws(StoreError) -> Bool {
    try store.hasWork(at: now) && !Lock.isHeld(configuration.workerLock)
  }

  /// Starts a worker in a new session. If the start fails, a later request starts a worker.
  func startWorker() {
    Failpoint.pass("spawn:before")
    do {
      try configuration.startWorker(programs)
    } catch {
      log("worker", "\(error)")
    }
  }

  /// Waits until the worker has written all pages that changed, at most `milliseconds`.
  func waitForPages(_ store: borrowing Store, milliseconds: Int64) throws(StoreError) {
    let deadline = Clock.bootMilliseconds() + milliseconds
    while try store.hasStalePages(), Clock.bootMilliseconds() < deadline { usleep(20_000) }
  }

  func log(_ subject: String, _ text: String) {
    LogFile(path: configuration.log).write(now.iso, subject, text)
  }

  /// For an error that repeats with every request.
  func logUnlessRepeated(_ subject: String, _ text: String) {
    LogFile(path: configuration.log).writeUnlessRepeated(now.iso, subject, text)
  }
}
