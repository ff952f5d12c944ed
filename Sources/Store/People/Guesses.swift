// Passphrases: the stored hash, and the delay after wrong guesses. This module hashes no passphrase;
// the CGI does it with libcrypt.

package import Albums

extension Store {
  /// The hash of crypt(3) that was stored for a person; nil without a passphrase, and for a disabled
  /// person.
  package func passphraseHash(of person: PersonID) throws(StoreError) -> String? {
    try connection.row(
      "SELECT passphrase FROM people WHERE id = ? AND disabled = 0", [.text(person.text)]
    ) { (row) in row.textOrNil(0) } ?? nil
  }

  /// Nil removes the passphrase. Throws `.person(.unknown)`.
  package func setPassphraseHash(_ hash: String?, of person: PersonID) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let changed = try connection.run(
        "UPDATE people SET passphrase = ? WHERE id = ?", [Value(hash), .text(person.text)])
      guard changed == 1 else { throw .person(.unknown) }
    }
  }

  /// The time until the next guess is admitted, in milliseconds; nil if it is admitted now. An admitted
  /// guess is counted at once, before the passphrase is hashed, so guesses at the same time cannot avoid
  /// the delay.
  ///
  /// `subjects` names the account and the address. After four guesses the delay doubles from 1 s to
  /// 15 minutes. Source: docs/limits.md "People".
  package func admitGuess(
    of subjects: [String], at now: Timestamp
  ) throws(StoreError) -> Int64? {
    // A flood of refused guesses takes no lock for writing.
    let early = try longestDelay(of: subjects, at: now)
    guard early == 0 else { return early }
    return try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try removeOldGuesses(at: now)
      let wait = try longestDelay(of: subjects, at: now)
      guard wait == 0 else { return wait }
      for subject in subjects {
        try connection.run(
          """
          INSERT INTO guesses (subject, count, last) VALUES (?1, 1, ?2)
          ON CONFLICT (subject) DO UPDATE SET count = count + 1, last = ?2
          """, [.text(subject), .integer(now.milliseconds)])
      }
      return nil
    }
  }

  /// Removes the counts of guesses after a right passphrase.
  package func forgetGuesses(of subjects: [String]) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      for subject in subjects {
        try connection.run("DELETE FROM guesses WHERE subject = ?", [.text(subject)])
      }
    }
  }

  private func longestDelay(of subjects: [String], at now: Timestamp) throws(StoreError) -> Int64 {
    var wait: Int64 = 0
    for subject in subjects { wait = max(wait, try delay(of: subject, at: now)) }
    return wait
  }

  /// A guess in the future causes no delay: the clock was set back.
  private func delay(of subject: String, at now: Timestamp) throws(StoreError) -> Int64 {
    let guesses = try connection.row(
      "SELECT count, last FROM guesses WHERE subject = ?", [.text(subject)]
    ) { (row) in (count: row.integer(0), last: row.integer(1)) }
    guard let guesses, guesses.last <= now.milliseconds else { return 0 }
    let pause = Self.guessPauseMilliseconds(after: guesses.count)
    return max(0, guesses.last + pause - now.milliseconds)
  }

  /// The delay after a number of guesses in a row.
  package static func guessPauseMilliseconds(after count: Int64) -> Int64 {
    guard count >= freeGuesses else { return 0 }
    return min(longestGuessPause, 1000 << min(count - freeGuesses, 20))
  }

  /// The number of guesses in a row that cause no delay.
  package static var freeGuesses: Int64 { 4 }
  package static var longestGuessPause: Int64 { 15 * 60 * 1000 }

  func removeOldGuesses(at now: Timestamp) throws(StoreError) {
    try connection.run(
      "DELETE FROM guesses WHERE last <= ?", [.integer(now.milliseconds - 24 * 3600 * 1000)])
  }
}
