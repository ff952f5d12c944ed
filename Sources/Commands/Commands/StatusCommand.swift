// The state of the installation, like the owner's status page, for a terminal or a script.

import Albums
import ArgumentParser
import Exchange
import Host
import Store

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The queue, pauses and failures of services, spending, disk and last backup.",
    discussion: "Sends no request. Exits with 1 if something is wrong.")

  @ParentCommand var program: AlbumScan
  @Flag(help: "Print one JSON document.") var json = false

  func run() async throws {
    let setup = try Setup(program)
    try setup.refuseForeignUser()
    let configuration = setup.configuration
    var stored: StoredStatus?
    do throws(StoreError) {
      stored = try StoredStatus(setup, at: Setup.now())
    } catch {
      Terminal.note("albumscan: \(error.explanation)")
    }
    let report = StatusReport(
      health: Health(of: configuration, queue: stored?.queue, at: Setup.now()),
      stored: stored, cap: Money(microdollars: configuration.services.monthlyCapMicrodollars),
      backup: Files.modificationMilliseconds(of: configuration.backupMarker)
        .map(Timestamp.init(milliseconds:)),
      rehearsal: try Rehearsal(configuration).last)
    if json {
      try Terminal.printJSON(report)
    } else {
      report.lines(setup).forEach(Terminal.print)
    }
    if !report.health.problems.isEmpty { throw Ending(.no) }
  }
}

/// The figures of the database.
private struct StoredStatus {
  let queue: Health.Queue
  let pauses: [Breaker]
  let failures: [LastFailure]

  /// The spending of this month.
  let spent: Money

  init(_ setup: Setup, at now: Timestamp) throws(StoreError) {
    let store = try Store.open(setup.configuration.database)
    queue = try store.queueHealth(at: now)
    pauses = try store.breakers().filter { $0.isOpen && $0.until > now }
    failures = try store.lastFailures()
    spent = try store.spending(in: setup.words.zone.month(of: now)).total
  }
}

private struct StatusReport: Encodable {
  let health: Health

  /// Nil if the database cannot be read.
  let stored: StoredStatus?
  let cap: Money

  /// Nil if no backup was made.
  let backup: Timestamp?

  /// Nil if no restore was rehearsed.
  let rehearsal: Rehearsal.Result?

  func lines(_ setup: Setup) -> [String] {
    let words = setup.words
    func text(_ key: String, _ arguments: [String: SentenceArgument] = [:]) -> String {
      words("cli.status.\(key)", arguments)
    }
    var lines: [String] = []
    if let queue = health.queue {
      let minutes = Int(queue.dueMilliseconds / 60_000)
      lines.append(text("jobs", ["count": .count(queue.jobs)]))
      if minutes > 0 { lines.append(text("due", ["count": .count(minutes)])) }
    }
    lines.append(text(health.hasWorker ? "worker" : "no-worker"))
    lines += (stored?.pauses ?? []).map { pause in
      text(
        "pause",
        [
          "provider": .text(pause.provider), "day": .day(pause.until), "time": .clock(pause.until),
          "reason": .text(pause.reason),
        ])
    }
    lines += (stored?.failures ?? []).map { last in
      let advice = last.failure.hostAdvice.map { [$0] } ?? []
      return text(
        "failure",
        [
          "day": .day(last.time), "time": .clock(last.time),
          "job": .text(words("account.job.\(last.kind)")),
          "failure": .text(words.text([last.failure.reason] + advice)),
        ])
    }
    if let spent = stored?.spent {
      lines.append(text("spent", ["spent": .money(spent), "cap": .money(cap)]))
    }
    if let free = health.freeBytes { lines.append(text("disk", ["count": .count(free >> 20)])) }
    lines.append(
      backup.map { text("backup", ["day": .day($0), "time": .clock($0)]) } ?? text("no-backup"))
    if let rehearsal {
      let arguments: [String: SentenceArgument] = [
        "day": .day(rehearsal.time), "time": .clock(rehearsal.time),
      ]
      lines.append(
        rehearsal.failure.map {
          text("not-rehearsed", arguments.merging(["reason": .text($0)]) { $1 })
        }
          ?? text("rehearsed", arguments))
    }
    let problems = health.problems.map { problem in
      switch problem {
      case .database: text("problem.database")
      case .disk: text("problem.disk", ["count": .count(Health.leastFreeBytes >> 20)])
      case .files: text("problem.files", ["folder": .text(health.unwritable ?? "")])
      case .queue where health.hasWorker:
        text(
          "problem.silent",
          [
            "count": .count(Int(health.stalledMilliseconds / 60_000)),
            "command": .text(setup.commandThatEndsWorker),
          ])
      case .queue: text("problem.queue", ["command": .text(setup.command("work"))])
      case .worker: text("problem.worker", ["command": .text(setup.commandThatEnablesWorkers)])
      case .provider: text("problem.provider", ["failure": .text(obstacle(words))])
      }
    }
    lines.append(text("not-asked", ["command": .text(setup.command("doctor"))]))
    return lines + (problems.isEmpty ? [words("cli.check.well")] : problems)
  }

  /// The failure of the job that waits for the host, with the advice for the host.
  private func obstacle(_ words: Phrasebook) -> String {
    guard let failure = health.queue?.obstacle else { return "" }
    return words.text([failure.reason] + (failure.hostAdvice.map { [$0] } ?? []))
  }

  private enum Key: String, CodingKey {
    case version, problems, jobs, dueSeconds, worker, freeBytes, pauses, failures, spent, cap
    case backup, rehearsal
  }

  private struct LastRehearsal: Encodable {
    let time: String
    let failure: String?
  }

  private struct Pause: Encodable {
    let provider: String
    let until: String
    let reason: String
  }

  private struct LastError: Encodable {
    let job: String
    let code: String
    let time: String
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(1, forKey: .version)
    try container.encode(health.problems.map(\.rawValue), forKey: .problems)
    try container.encode(health.queue?.jobs, forKey: .jobs)
    try container.encode(health.queue.map { $0.dueMilliseconds / 1000 }, forKey: .dueSeconds)
    try container.encode(health.hasWorker, forKey: .worker)
    try container.encode(health.freeBytes, forKey: .freeBytes)
    try container.encode(
      stored?.pauses.map { Pause(provider: $0.provider, until: $0.until.iso, reason: $0.reason) },
      forKey: .pauses)
    try container.encode(
      stored?.failures.map {
        LastError(job: $0.kind, code: $0.failure.code.rawValue, time: $0.time.iso)
      }, forKey: .failures)
    try container.encode(stored?.spent.dollars, forKey: .spent)
    try container.encode(cap.dollars, forKey: .cap)
    try container.encode(backup?.iso, forKey: .backup)
    try container.encode(
      rehearsal.map { LastRehearsal(time: $0.time.iso, failure: $0.failure) }, forKey: .rehearsal)
  }
}
