// API tokens of a person: for scripts and a phone's shortcuts.

import Albums
import ArgumentParser
import Host
import Store

extension PersonCommand {
  struct Token: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make an API token for a person's scripts; list the tokens, or revoke one.",
      discussion: """
        A script sends the token in the header X-Albumscan-Token. It is shown once. Everybody who has \
        it may do what the person may do, until it is revoked.
        """)

    @ParentCommand var program: AlbumScan
    @Argument(help: "The person's name.") var person: String
    @Option(help: "What the token is for, as the list shows it.") var name = "script"
    @Flag(help: "List the person's tokens instead.") var list = false
    @Option(help: ArgumentHelp("Revoke a token of the list instead.", valueName: "id"))
    var revoke: Int64?
    @Flag(help: "Print one JSON document.") var json = false

    func validate() throws {
      if list, revoke != nil { throw ValidationError("give --list or --revoke, not both") }
    }

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      let person = try setup.person(person, in: store)
      if list { return try printList(of: person, store, setup.words) }
      if let revoke { return try self.revoke(revoke, of: person, store, setup) }
      let token = try setup.changing(person.name) { () throws(StoreError) in
        try store.makeToken(
          named: name, for: person.id, files: setup.configuration.sessionFiles, at: Setup.now())
      }
      if json { return try Terminal.printJSON(NewToken(person: person.name.text, token: token)) }
      Terminal.note(setup.words("cli.person.token", ["name": .text(person.name.text)]))
      Terminal.print(token)
    }

    private func printList(
      of person: Person, _ store: borrowing Store, _ words: Phrasebook
    ) throws {
      let tokens = try store.tokens(of: person.id)
      if json { return try Terminal.printJSON(["tokens": tokens.map(ListedToken.init)]) }
      if tokens.isEmpty {
        return Terminal.print(words("cli.person.no-tokens", ["name": .text(person.name.text)]))
      }
      for token in tokens {
        Terminal.print(
          words(
            "cli.person.token.line",
            ["id": .text("\(token.id)"), "name": .text(token.name), "day": .day(token.created)]))
      }
    }

    private func revoke(
      _ id: Int64, of person: Person, _ store: borrowing Store, _ setup: Setup
    ) throws {
      let (words, files) = (setup.words, setup.configuration.sessionFiles)
      let arguments: [String: SentenceArgument] = [
        "id": .text("\(id)"), "name": .text(person.name.text),
      ]
      guard try store.revokeToken(id, of: person.id, files: files) else {
        throw Ending(.no, words("cli.person.token.unknown", arguments))
      }
      Terminal.print(words("cli.person.token.revoked", arguments))
    }
  }
}

private struct NewToken: Encodable {
  let version = 1
  let person: String
  let token: String
}

private struct ListedToken: Encodable {
  let id: Int64
  let name: String
  let created: String

  init(_ token: KeptToken) {
    id = token.id
    name = token.name
    created = token.created.iso
  }
}
