// The first sign-in, which `serve` shows at a terminal while no device is signed in: the owner's link
// for a phone, and a link for this computer's browser.

import Albums
import Host
import Store

struct FirstSignIn {
  private let setup: Setup
  private var words: Phrasebook { setup.words }
  private var configuration: Configuration { setup.configuration }

  init(_ setup: Setup) { self.setup = setup }

  /// Prints nothing if a device is signed in, or if the installation needs no sign-in. Without a
  /// terminal, `serve` prints the command that makes a link instead of a link, because a journal
  /// would keep the secret.
  func announce() throws {
    let store = try setup.openStore()
    guard configuration.people.proxyUserHeader == nil, try !store.hasSessions(at: Setup.now())
    else {
      return
    }
    let owner = try store.people().first { $0.plan == .owner && !$0.isDisabled }
    guard owner != nil || needsPeople else { return }
    guard Surroundings.current.isTerminal(1) else { return printCommand(for: owner) }
    guard !configuration.isPlainHTTPForOthers else {
      return Terminal.note(words("cli.person.http"))
    }
    try show(owner ?? firstOwner(in: store), store)
  }

  /// Whether a scan needs an account: other devices open the site over HTTPS. The setting
  /// `insecure-lan` excludes people.
  private var needsPeople: Bool {
    configuration.usesHTTPSForOthers && !configuration.isOpenToLAN
  }

  private func printCommand(for owner: Person?) {
    let command =
      owner.map { "albumscan person invite \"\($0.name)\"" } ?? "albumscan person add NAME"
    Terminal.note(words("cli.serve.sign-in-command", ["command": .text(command)]))
  }

  /// Adds the first person, with a name that the host can change.
  private func firstOwner(in store: borrowing Store) throws -> Person {
    let name = try setup.personName(words("cli.serve.owner-name"))
    let owner = try setup.changing(name) { () throws(StoreError) in
      try store.addPerson(
        name: name, plan: .owner, files: configuration.sessionFiles, at: Setup.now())
    }
    try setup.refreshUnlessWorking(store)
    Terminal.print(words("cli.serve.owner-added", ["name": .text(name.text)]))
    return owner
  }

  private func show(_ owner: Person, _ store: borrowing Store) throws {
    if !configuration.isLoopback { try Invitation(for: owner, in: store, setup).print() }
    let own = try Invitation(for: owner, .device, in: store, setup)
    Terminal.print(words("cli.serve.this-computer", ["name": .text(owner.name.text)]))
    Terminal.print(own.link)
  }
}

extension Configuration {
  /// Whether other devices open the site over HTTPS.
  fileprivate var usesHTTPSForOthers: Bool { baseURL.hasPrefix("https://") && !isLoopback }
}
