// The check of a passphrase. While a delay runs, a guess is refused before the passphrase is hashed.
// Hashing takes the same time for known and unknown names.

import Albums
import CGI
import Host
import Store
import Text

struct PassphraseCheck {
  let installation: Installation

  /// The maximum number of hashes that are computed at the same time: each takes 32 MiB.
  private static let slotCount = 2

  /// The maximum time that a guess waits for a slot.
  private static let waitMilliseconds: Int64 = 5000

  /// The person with this name and passphrase. Throws `.tooManyGuesses` while a delay runs, and
  /// `.wrongPassphrase` for an unknown name and for a wrong passphrase alike.
  ///
  /// Delays apply to guesses only: a signed-in device keeps its session, and a code still signs in.
  func person(
    named text: String, _ passphrase: String, _ request: Request, _ store: borrowing Store
  ) throws -> Person {
    guard passphrase.utf8.count <= Refusal.longestPassphrase else {
      throw Refusal.wrongPassphrase
    }
    let name = PersonName(text)
    let person = try name.flatMap { (name) throws(StoreError) in try store.person(named: name) }
    let account = "account \(person?.id.text ?? name?.key ?? "")"
    try admit(account, request, store)
    let hash = try person.flatMap { (person) throws(StoreError) in
      try store.passphraseHash(of: person.id)
    }
    guard try matches(passphrase, hash), let person else {
      installation.logRefusal("passphrase", "a passphrase was wrong")
      throw Refusal.wrongPassphrase
    }
    // The count of guesses from the address stays, because a right passphrase of one person must
    // not reset the count for an attacker at the same address.
    try store.forgetGuesses(of: [account])
    return person
  }

  /// Throws `.wrongOldPassphrase` unless `passphrase` is that of the person, and `.tooManyGuesses` while a
  /// delay runs.
  func requireOld(
    _ passphrase: String, of person: Person, _ request: Request, _ store: borrowing Store
  ) throws {
    guard passphrase.utf8.count <= Refusal.longestPassphrase else {
      throw Refusal.wrongOldPassphrase
    }
    let account = "account \(person.id.text)"
    try admit(account, request, store)
    guard try matches(passphrase, try store.passphraseHash(of: person.id)) else {
      installation.logRefusal("passphrase", "a passphrase was wrong")
      throw Refusal.wrongOldPassphrase
    }
    try store.forgetGuesses(of: [account])
  }

  private func admit(
    _ account: String, _ request: Request, _ store: borrowing Store
  ) throws {
    let subjects = [account] + addresses(of: request)
    if let wait = try store.admitGuess(of: subjects, at: installation.now) {
      throw Refusal.tooManyGuesses(seconds: Int((wait + 999) / 1000))
    }
  }

  /// The address whose guesses are counted. Behind a proxy all clients have one address, so only the
  /// account counts there.
  private func addresses(of request: Request) -> [String] {
    guard let address = request.remoteAddress, !request.isForwarded, !address.isLoopback else {
      return []
    }
    return ["address \(address.household)"]
  }

  /// Throws `.weakPassphrase` for a length that is not allowed.
  func hash(ofNew passphrase: String) throws -> String {
    guard passphrase.count >= Refusal.shortestPassphrase,
      passphrase.utf8.count <= Refusal.longestPassphrase
    else {
      throw Refusal.weakPassphrase
    }
    let slot = try self.slot()
    let hash = try Passphrase.hash(of: passphrase)
    _ = consume slot
    return hash
  }

  private func matches(_ passphrase: String, _ hash: String?) throws -> Bool {
    let slot = try self.slot()
    let isRight = try Passphrase.matches(passphrase, hash: hash)
    _ = consume slot
    return isRight
  }

  /// Waits for one of the slots. Throws `.busy` if none becomes free.
  private func slot() throws -> Lock {
    let deadline = Clock.bootMilliseconds() + Self.waitMilliseconds
    repeat {
      for number in 0..<Self.slotCount {
        let path = "\(installation.configuration.data)/passphrase-\(number).lock"
        if let lock = try Lock.wait(for: path, milliseconds: 50) { return lock }
      }
    } while Clock.bootMilliseconds() < deadline
    throw Refusal.busy
  }
}
