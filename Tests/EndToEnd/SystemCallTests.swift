// kill −9 before every call with which a command changes files or connects, and the failure of every such call. The
// work then continues, and nothing is lost, doubled or paid for twice.

import Glibc
import Host
import Services
import Store
import Support
import Testing

/// The commands run at the same time, each on a thread of its own: each has its own installation, and mostly waits for
/// its worker or a pause.
@Suite struct SystemCallTests {
  /// The errors, and whether all later calls fail, too, as on a full disk.
  private static let failures: [(name: String, code: Int32, lasts: Bool)] = [
    ("EIO", EIO, false), ("ENOSPC", ENOSPC, true), ("EDQUOT", EDQUOT, true), ("EROFS", EROFS, true),
    ("EMFILE", EMFILE, false), ("ENOMEM", ENOMEM, false),
  ]

  /// The number of calls of each command in `make test`.
  private static let sample = 2

  private static let commands = sampled(
    DisturbedCommand.all, 4, of: "disturbed commands", name: \.description)

  @Test
  func `a command that is killed before any of its calls goes on, and loses and doubles nothing`()
    async throws
  {
    try await together { try kill($0) }
  }

  private func kill(_ command: DisturbedCommand) throws {
    let (made, calls, all) = try undisturbed(command)
    var kills = 0
    for call in sampled(
      all, Self.sample, of: "calls before a kill of \(command)", name: \.description)
    {
      // A run that does not reach the call is a run without a kill.
      if try calls.kill(before: call) { kills += 1 }
      try expectSettled(made, "\(command) killed before \(call)")
    }
    note("\(command): \(kills) kills at \(all.count) calls")
    #expect(kills > 0)
    withExtendedLifetime(made.realm) {}
  }

  @Test func `a command whose call fails says so or goes on, and loses and doubles nothing`()
    async throws
  {
    try await together { try fail($0) }
  }

  /// Disturbs all commands at the same time.
  private func together(
    _ disturb: @escaping @Sendable (DisturbedCommand) throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(OwnThreads()) {
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        for command in Self.commands { tasks.addTask { try disturb(command) } }
        try await tasks.waitForAll()
      }
    }
  }

  private func fail(_ command: DisturbedCommand) throws {
    let (made, calls, all) = try undisturbed(command)
    let kinds = SystemCall.ofEachKind(all, in: made.installation.folder.path)
    let cells = kinds.flatMap { call in
      Self.failures.map {
        CallFailure(call: call, name: $0.name, code: $0.code, lasts: $0.lasts)
      }
    }
    for failure in sampled(cells, Self.sample, of: "failures of \(command)", name: \.description) {
      let told = try calls.fail(failure)
      #expect(told.code < 126, "\(command) crashed with \(failure): \(told.text)")
      try expectSettled(made, "\(command) with \(failure)")
    }
    note("\(command): \(cells.count) failures at \(kinds.count) kinds of \(all.count) calls")
    withExtendedLifetime(made.realm) {}
  }

  /// The command, and the calls of its undisturbed run.
  private func undisturbed(
    _ command: DisturbedCommand
  ) throws -> (Disturbed, SystemCalls, [SystemCall]) {
    let made = try command.make()
    let calls = try SystemCalls(KillCourse(made.installation, made.command))
    let all = try calls.calls()
    try expectSettled(made, "undisturbed")
    return (made, calls, all)
  }

  /// Continues the work by the next command of the user and by a worker, and checks the result.
  private func expectSettled(_ made: Disturbed, _ mark: String) throws {
    let installation = made.installation
    try made.disturbed()
    if made.isRepeated {
      let told = try installation.told(made.command)
      #expect(told.code == 0, "\(mark): \(told.text)")
    }
    let worked = try installation.told(["work"])
    #expect(worked.code == 0, "\(mark): \(worked.text)")
    #expect(try installation.store().damage() == nil, "\(mark)")
    let checked = try installation.told(["check"])
    #expect(checked.code == 0, "\(mark): \(checked.text)")
    #expect(try !installation.store().hasStalePages(), "\(mark)")
    try made.settled(mark)
  }
}
