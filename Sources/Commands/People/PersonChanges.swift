// Changes of one account: plan, name, disabling, removal, signing out.

import Albums
import ArgumentParser
import Host
import Refresh
import Store

extension PersonCommand {
  struct SetPlan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "plan", abstract: "Give a person another plan; an open link is void.")

    @ParentCommand var program: AlbumScan
    @Argument(help: "The person's name.") var name: String
    @Argument(help: "\(Plan.names).") var plan: Plan

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      let person = try setup.person(name, in: store)
      try setup.changing(person.name) { () throws(StoreError) in
        try store.setPlan(plan, of: person.id)
      }
      Terminal.print(
        setup.words(
          "cli.person.plan-set",
          ["name": .text(person.name.text), "plan": .text(plan.rawValue)]))
    }
  }

  struct Rename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Give a person another name.")

    @ParentCommand var program: AlbumScan
    @Argument(help: "The person's name.") var name: String
    @Argument(help: "The new name, 1 to 60 characters.") var newName: String

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      let person = try setup.person(name, in: store)
      let newName = try setup.personName(newName)
      try setup.changing(newName) { () throws(StoreError) in
        try store.rename(person.id, to: newName)
      }
      Terminal.print(
        setup.words(
          "cli.person.renamed",
          ["old": .text(person.name.text), "name": .text(newName.text)]))
    }
  }

  struct Disable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Sign a person out everywhere and let them in no more; “enable” undoes it.",
      discussion: "Scans that were accepted before still finish. API tokens are revoked.")

    @ParentCommand var program: AlbumScan
    @Argument(help: "The person's name.") var name: String

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      let person = try setup.person(name, in: store)
      try setup.changing(person.name) { () throws(StoreError) in
        try store.disable(person.id, files: setup.configuration.sessionFiles)
      }
      Terminal.print(
        setup.words("cli.person.was-disabled", ["name": .text(person.name.text)]))
    }
  }

  struct Enable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Let a disabled person sign in again, with a new link.")

    @ParentCommand var program: AlbumScan
    @Argument(help: "The person's name.") var name: String

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      let person = try setup.person(name, in: store)
      try setup.changing(person.name) { () throws(StoreError) in try store.enable(person.id) }
      Terminal.print(setup.words("cli.person.enabled", ["name": .text(person.name.text)]))
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove a person; the finds stay in the history unless --delete-finds is given.")

    @ParentCommand var program: AlbumScan
    @Argument(help: "The person's name.") var name: String
    @Flag(help: "Keep the person's finds in the history; this is the default.")
    var keepFinds = false
    @Flag(help: "Delete the person's finds and stop their scans.") var deleteFinds = false

    func validate() throws {
      if keepFinds, deleteFinds {
        throw ValidationError("give --keep-finds or --delete-finds, not both")
      }
    }

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      let person = try setup.person(name, in: store)
      let exports = try setup.changing(person.name) { () throws(StoreError) in
        try store.remove(
          person.id, finds: deleteFinds ? .delete : .keep,
          files: setup.configuration.sessionFiles, at: Setup.now())
      }
      for id in exports { try Files.remove(setup.configuration.export(id.text)) }
      if deleteFinds { try setup.refreshUnlessWorking(store) }
      Terminal.print(
        setup.words(
          deleteFinds ? "cli.person.removed.finds" : "cli.person.removed",
          ["name": .text(person.name.text)]))
    }
  }

  struct SignOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sign-out",
      abstract: "Sign a person out on all devices; open links are void.",
      discussion: "The passphrase is removed, and API tokens are revoked.")

    @ParentCommand var program: AlbumScan
    @Argument(help: "The person's name.") var name: String
    @Flag(help: "Keep the API tokens, so that scripts go on.") var keepTokens = false

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      let person = try setup.person(name, in: store)
      try setup.changing(person.name) { () throws(StoreError) in
        try store.signOutAll(
          of: person.id, keeping: keepTokens ? .tokens : [],
          files: setup.configuration.sessionFiles)
      }
      Terminal.print(
        setup.words(
          keepTokens ? "cli.person.signed-out.tokens" : "cli.person.signed-out",
          ["name": .text(person.name.text)]))
    }
  }
}

extension Setup {
  /// Throws if the text cannot be a person's name.
  func personName(_ text: String) throws -> PersonName {
    guard let name = PersonName(text) else {
      throw Ending(
        .usage, words("cli.person.bad-name", ["count": .count(PersonName.longest)]))
    }
    return name
  }

  func person(_ name: String, in store: borrowing Store) throws -> Person {
    let name = try personName(name)
    guard let person = try store.person(named: name) else { throw refusal(.unknown, name) }
    return person
  }

  /// Runs a change of an account. If a rule refuses the change, the command ends with a sentence.
  func changing<Result>(
    _ name: PersonName, _ body: () throws(StoreError) -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch .person(let error) {
      throw refusal(error, name)
    }
  }

  private func refusal(_ error: PersonError, _ name: PersonName) -> Ending {
    let name: [String: SentenceArgument] = ["name": .text(name.text)]
    return switch error {
    case .unknown: Ending(.no, words("cli.person.unknown", name))
    case .nameTaken: Ending(.no, words("cli.person.name-taken", name))
    case .firstIsNoOwner: Ending(.usage, words("cli.person.first-is-no-owner"))
    case .lastOwner: Ending(.no, words("cli.person.last-owner", name))
    case .disabled: Ending(.no, words("cli.person.disabled", name))
    }
  }

  /// Throws if `insecure-lan` lets everybody in the network scan. With people, that is an error of the
  /// configuration.
  func refuseOpenLAN() throws {
    guard configuration.isOpenToLAN else { return }
    throw Ending(
      .usage, words("cli.person.insecure-lan", ["file": .text(configuration.file)]))
  }

  /// Opens or closes the pages, and refreshes the stale pages. If another process holds the lock, that
  /// process refreshes them.
  func refreshUnlessWorking(_ store: borrowing Store, publishes: Bool = true) throws {
    try store.keepPageAccess(of: configuration)
    guard let lock = try Lock.take(configuration.workerLock) else { return }
    try openRefresher(for: store).refreshAll(in: store, at: Self.now())
    _ = consume lock
    if publishes { try publishInBackground(store) }
  }
}
