// The link with which a person signs in for the first time, with its QR code. The code in the link is
// a secret: no log and no argument of another program contains it.

import Albums
import Host
import Store

struct Invitation {
  private let person: Person
  private let code: SignInCode
  private let expires: Timestamp
  private let setup: Setup

  /// Makes the code; by default the code of an invitation. An owner's code is valid for a shorter time.
  init(
    for person: Person, _ kind: CodeKind? = nil, in store: borrowing Store, _ setup: Setup
  ) throws {
    let kind = kind ?? (person.plan == .owner ? .owner : .invitation)
    let now = Setup.now()
    self.person = person
    self.setup = setup
    code = try setup.changing(person.name) { () throws(StoreError) in
      try store.makeCode(kind, for: person.id, by: .host, at: now)
    }
    expires = now.advanced(byMilliseconds: kind.lifetimeMilliseconds)
  }

  /// A browser sends no fragment to the server, so the code is in no log and no Referrer.
  var link: String { "\(setup.configuration.baseURL)/sign-in/#\(code.shown)" }

  struct Report: Encodable {
    let id: String
    let name: String
    let plan: String
    let link: String
  }

  var report: Report {
    Report(id: person.id.text, name: person.name.text, plan: person.plan.rawValue, link: link)
  }

  /// Prints the link and the code; on a terminal, also a QR code.
  func print() {
    let words = setup.words
    Terminal.print(
      words(
        "cli.person.link",
        [
          "name": .text(person.name.text), "day": .day(expires), "time": .clock(expires),
        ]))
    Terminal.print(link)
    if Surroundings.current.isTerminal(1) { setup.printQRCode(of: link) }
    Terminal.print(words("cli.person.code", ["code": .text(code.shown)]))
    if setup.configuration.isPlainHTTPForOthers { Terminal.note(words("cli.person.http")) }
  }
}

extension Configuration {
  /// Whether other devices open the site over plain http, so that they cannot sign in.
  var isPlainHTTPForOthers: Bool { baseURL.hasPrefix("http://") && !isLoopback }
}
