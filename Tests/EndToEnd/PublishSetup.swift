// An installation with a published log, for tests with the real programs.

import Albums
import Host
import Store
import Support

extension Installation {
  var publicLog: String { folder.file("public-log") }

  /// An installation without finds. It publishes into `publicLog` the finds that the rule `choice`
  /// chooses.
  static func publishing(
    programs: String = Checkout.debugPrograms, remote: String? = nil, choice: String = "all",
    settings: String = ""
  ) throws -> Installation {
    let installation = try Installation(
      programs: programs,
      settings: """
        publish-to: ../public-log
        publish: \(choice)
        publish-url: https://records.example/log
        musicbrainz-url: http://127.0.0.1:9
        cover-art-url: http://127.0.0.1:9
        \(remote.map { "publish-remote: \($0)" } ?? "")
        \(settings)
        """)
    try installation.copySample()
    return installation
  }

  /// The files of the published log that readers get, by path.
  func publicFiles() throws -> [String: [UInt8]] {
    try contents(of: publicLog).filter { path, _ in
      let isList =
        ["assets.txt", "public.txt"].contains(path)
        || path.hasPrefix("history/") && path.hasSuffix("/parts.txt")
      return !isList && !path.split(separator: "/").contains { $0.hasPrefix(".") }
    }
  }

  /// The files that were sent to the folder `away`, without the marker file.
  func sentFiles(to away: String) throws -> [String: [UInt8]] {
    try contents(of: away).filter { $0.key != ".albumscan" }
  }

  /// Scans a cover from the command line. Returns its find, which a worker then publishes.
  func scanned(_ photo: String) throws -> FindID {
    let output = try albumscan(["scan", photo])
    guard output.exitCode == 0 else { throw InstallationError.failed("scan: \(output.exitCode)") }
    guard let find = try store().newestFinds(1).first else { throw InstallationError.noServer }
    return find.id
  }

  /// Starts a worker that runs until it is stopped.
  func startWorker() throws {
    try Programs.startDetached(
      "\(programs)/albumscan", ["--config", controlFile, "work", "--forever"])
  }

  /// The worker of `startWorker`; nil if it does not run.
  var longWorker: RunningProcess? {
    RunningProcess.all().first {
      $0.state != "Z" && $0.arguments.last == "--forever" && $0.arguments.contains(controlFile)
    }
  }

  /// Waits until no worker runs, no job that publishes is queued, and no change waits to be
  /// published.
  func waitForPublishing() throws {
    let isDone = try eventually {
      let store = try store()
      let jobs = try store.queuedJobs().filter { $0.request == .publish }
      // Before the first publish, the installation has no published database.
      return try jobs.isEmpty && !store.hasChangesToPublish() && workers.isEmpty
        && Files.exists(folder.file("data/published.db"))
    }
    guard isDone else {
      throw InstallationError.failed((try? folder.text("data/log")) ?? "a worker still publishes")
    }
  }
}

extension Sample {
  /// Another cover of the sample catalogue.
  static func another(_ number: Int) throws -> String {
    let folder = "\(Checkout.root)/sample/catalogue"
    let names = try Files.entries(of: folder).filter { $0.hasSuffix(".jpg") }
    return "\(folder)/\(names[number % names.count])"
  }
}
