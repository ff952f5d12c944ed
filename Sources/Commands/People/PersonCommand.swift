// People with accounts: adding, listing and inviting. PersonChanges.swift has the other changes, and
// PersonToken.swift the API tokens.

import Albums
import ArgumentParser
import Host
import Store

struct PersonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "person", abstract: "Give people accounts of their own.",
    discussion: """
      Without people, every client that may scan is the owner. From the first person on, only people \
      who have signed in may scan. The first person is an owner and gets all finds until now.
      """,
    subcommands: [
      Add.self, List.self, SetPlan.self, Invite.self, Rename.self, Disable.self, Enable.self,
      Remove.self, SignOut.self, Token.self,
    ])

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a person, and print the link with which the person signs in.")

    @ParentCommand var program: AlbumScan
    @Argument(help: "The name, 1 to 60 characters.") var name: String
    @Option(help: "\(Plan.names); owner for the first person, then base.") var plan: Plan?
    @Flag(help: "Print one JSON document.") var json = false

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      try setup.refuseOpenLAN()
      let name = try setup.personName(name)
      let person = try setup.changing(name) { () throws(StoreError) in
        try store.addPerson(
          name: name, plan: plan, files: setup.configuration.sessionFiles, at: Setup.now())
      }
      let invitation = try Invitation(for: person, in: store, setup)
      if json {
        try Terminal.printJSON(invitation.report)
      } else {
        Terminal.print(
          setup.words(
            "cli.person.added", ["name": .text(name.text), "plan": .text(person.plan.rawValue)]))
        invitation.print()
      }
      // Without a rebuild, the pages would announce feeds that strangers cannot read. The rebuild
      // comes last: if it fails, the host has the link.
      try setup.refreshUnlessWorking(store)
    }
  }

  struct Invite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print a new link with which a person signs in; the link before it is void.")

    @ParentCommand var program: AlbumScan
    @Argument(help: "The person's name.") var name: String
    @Flag(help: "Print one JSON document.") var json = false

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      let invitation = try Invitation(for: try setup.person(name, in: store), in: store, setup)
      if json { return try Terminal.printJSON(invitation.report) }
      invitation.print()
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The people with their plans, and the scans that count for them.")

    @ParentCommand var program: AlbumScan
    @Flag(help: "Print one JSON document.") var json = false

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      let people = try store.people().map { try PersonReport($0, in: store, setup) }
      if json { return try Terminal.printJSON(PeopleReport(people: people)) }
      if people.isEmpty { return Terminal.print(setup.words("cli.person.nobody")) }
      for person in people { Terminal.print(person.line(setup.words)) }
    }
  }
}

extension Plan: ExpressibleByArgument {
  /// All names, for the help of options.
  static var names: String { allCases.reversed().map(\.rawValue).joined(separator: ", ") }
}

private struct PeopleReport: Encodable {
  let version = 1
  let people: [PersonReport]
}

/// A person with the use of the plan.
struct PersonReport: Encodable {
  let id: String
  let name: String
  let plan: String
  let disabled: Bool
  let created: String

  /// The scans that count, in all or in this month; missing for an owner, like `limit`.
  let used: Int?
  let limit: Int?

  /// Whether the limit applies to a calendar month.
  let monthly: Bool?

  /// Whether all people with the plan share the limit.
  let shared: Bool?
  let devices: Int
  let tokens: Int

  init(_ person: Person, in store: borrowing Store, _ setup: Setup) throws(StoreError) {
    let now = Setup.now()
    let planLimit = PlanLimits(setup.configuration.people).limit(of: person.plan)
    id = person.id.text
    name = person.name.text
    plan = person.plan.rawValue
    disabled = person.isDisabled
    created = person.created.iso
    limit = planLimit?.count
    monthly = planLimit?.isMonthly
    shared = planLimit?.isShared
    if let planLimit {
      used = try store.usedScans(of: person.id, limit: planLimit, at: now)
    } else {
      used = nil
    }
    devices = try store.sessions(of: person.id, at: now).count
    tokens = try store.tokens(of: person.id).count
  }

  func line(_ words: Phrasebook) -> String {
    let line = words(
      "cli.person.line",
      [
        "name": .text(name), "plan": .text(plan), "use": .sentence(use),
        "devices": .sentence(Sentence("cli.person.devices", ["count": .count(devices)])),
      ])
    return disabled ? words("cli.person.line.disabled", ["line": .text(line)]) : line
  }

  /// `3 of 120 scans this month`.
  var use: Sentence {
    guard let used, let limit, let monthly else { return Sentence("cli.person.use.owner") }
    let use = Sentence(
      monthly ? "cli.person.use.month" : "cli.person.use",
      ["used": .count(used), "count": .count(limit)])
    return shared == true ? Sentence("account.use.shared", ["use": .sentence(use)]) : use
  }
}
