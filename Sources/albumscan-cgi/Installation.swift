// What the control file says, as this program needs it: where things lie, and who may come in.

import Albums
import CGI
import Host
import Store

struct House {
  let configuration: Configuration
  let door: Door

  /// `controlFile` is the argument of the `#!` line; nil when the program was called by itself.
  init(controlFile: String?) throws {
    guard let controlFile else {
      throw ConfigurationError(
        file: "albumscan-cgi", line: nil,
        message: "this program is named in the first line of a control file (cgi-bin/albumscan)")
    }
    configuration = try Configuration(reading: controlFile, installation: Programs.ownFolder)
    door = Door(
      baseURL: try BaseURL(configuration.baseURL), isOpenToLAN: configuration.isOpenToLAN)
  }

  var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  func openStore() throws(StoreError) -> Store { try Store.open(configuration.database) }

  /// Whether there is something to do and nobody at it.
  func isAsleep(_ store: borrowing Store) throws(StoreError) -> Bool {
    try store.hasWork(at: now) && !Lock.isHeld(configuration.workerLock)
  }

  /// A worker of its own session; an accepted scan does not depend on it: the next visit starts one too.
  func startWorker() {
    Failpoint.pass("spawn:before")
    do {
      try Programs.startDetached(
        "\(Programs.ownFolder)/albumscan", ["--config", configuration.file, "work"])
    } catch {
      log("worker", "\(error)")
    }
  }

  func log(_ room: String, _ text: String) {
    LogFile(path: configuration.log).write(now.iso, room, text)
  }
}
