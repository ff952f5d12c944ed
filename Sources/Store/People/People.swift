// People: adding, changing and removing accounts. Each change is one transaction. After each change,
// an owner who is not disabled exists, so the host can always sign in.

package import Albums
package import Host

extension Store {
  /// Whether accounts decide who may do what. Without people, the access policy does.
  package func hasPeople() throws(StoreError) -> Bool {
    try connection.row("SELECT EXISTS (SELECT 1 FROM people)") { (row) in row.integer(0) == 1 }
      ?? false
  }

  /// All people in the order in which they were added. People who were added in the same
  /// millisecond are in the order of their names.
  package func people() throws(StoreError) -> [Person] { try people("1 ORDER BY created, name") }

  package func person(_ id: PersonID) throws(StoreError) -> Person? {
    try people("id = ?", [.text(id.text)]).first
  }

  /// The person with this name. Upper and lower case make no difference.
  package func person(named name: PersonName) throws(StoreError) -> Person? {
    try people().first { $0.name.key == name.key }
  }

  /// The person for whom the command line acts: the person with the id `owner`, unless this person is
  /// no enabled owner; then the owner who was added first.
  package func host() throws(StoreError) -> PersonID {
    let owners = try people(
      "plan = 'owner' AND disabled = 0 ORDER BY id <> ?, created, name LIMIT 1",
      [.text(PersonID.owner.text)])
    return owners.first?.id ?? .owner
  }

  /// Adds a person. The first person gets the id `owner`, and with it all finds, scans and calls until
  /// now. The function closes the pages before this person exists; `keepPageAccess` opens them again if
  /// the settings say so.
  ///
  /// Without a plan, the first person is the owner, and every further person gets `base`. Throws
  /// `.person(.firstIsNoOwner)` or `.person(.nameTaken)`.
  package func addPerson(
    name: PersonName, plan: Plan?, files: SessionFiles, at now: Timestamp
  ) throws(StoreError) -> Person {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let isFirst = try !hasPeople()
      let plan = plan ?? (isFirst ? .owner : .base)
      guard !isFirst || plan == .owner else { throw .person(.firstIsNoOwner) }
      try refuseTakenName(name, exceptOf: nil)
      if isFirst { try admit(.signedIn, files) }
      let id =
        isFirst
        ? .owner : PersonID(randomBytes: Randomness.bytes(PersonID.randomByteCount))
      try connection.run(
        "INSERT INTO people (id, name, plan, created) VALUES (?, ?, ?, ?)",
        [
          .text(id.text), .text(name.text), .text(plan.rawValue), .integer(now.milliseconds),
        ])
      if isFirst { Failpoint.pass("first-person:before") }
      return Person(id: id, name: name, plan: plan, created: now)
    }
  }

  /// Throws `.person(.nameTaken)` or `.person(.unknown)`.
  package func rename(_ person: PersonID, to name: PersonName) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try refuseTakenName(name, exceptOf: person)
      try change(person, "name = ?2", [.text(name.text)])
    }
  }

  /// Voids the person's open codes of the first sign-in, because they were made for the former plan:
  /// an owner's code is valid for an hour only, an invitation for days. Throws `.person(.lastOwner)`
  /// or `.person(.unknown)`.
  package func setPlan(_ plan: Plan, of person: PersonID) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try change(person, "plan = ?2", [.text(plan.rawValue)])
      try requireOwner()
      try connection.run(
        "DELETE FROM codes WHERE person = ? AND kind <> 'device'", [.text(person.text)])
    }
  }

  /// Sets the person's own switch; with nil, the setting `advanced-search` decides.
  package func setAdvancedSearch(_ isOn: Bool?, of person: PersonID) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try change(person, "advanced_search = ?2", [isOn.map { Value($0) } ?? .null])
    }
  }

  /// Disables the person, and ends the person's sessions, codes, tokens and passphrase in the same
  /// transaction. Jobs that were accepted before go on. Throws `.person(.lastOwner)` or
  /// `.person(.unknown)`.
  package func disable(_ person: PersonID, files: SessionFiles) throws(StoreError) {
    let own = (condition: "person = ?", values: [Value.text(person.text)])
    try endSessions(own.condition, own.values, files, tokens: own) { (_) throws(StoreError) in
      try change(person, "disabled = 1", [])
      try requireOwner()
      try removeCodes(of: person)
      try removePassphrase(of: person)
    }
  }

  /// The former sessions, codes and tokens of the person remain void. Throws `.person(.unknown)`.
  package func enable(_ person: PersonID) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try change(person, "disabled = 0", [])
    }
  }

  /// Whether the finds of a removed person stay or are deleted.
  package enum FindTreatment: Sendable {
    case keep, delete
  }

  /// Removes the account, the person's exports and the jobs of the person's shelves. Scans, finds and calls keep
  /// the id of the person, and the database no longer has a name for it. Other jobs go on; with `.delete`, they
  /// are withdrawn. Returns the ids of the exports: the caller deletes their files. Throws `.person(.lastOwner)`
  /// or `.person(.unknown)`. Source: docs/people.md "Removing an account".
  @discardableResult package func remove(
    _ person: PersonID, finds: FindTreatment, files: SessionFiles, at now: Timestamp
  ) throws(StoreError) -> [UploadID] {
    let id = Value.text(person.text)
    let own = (condition: "person = ?", values: [id])
    var exports: [UploadID] = []
    try endSessions(own.condition, own.values, files, tokens: own) { (_) throws(StoreError) in
      guard try connection.run("DELETE FROM people WHERE id = ?", [id]) == 1 else {
        throw .person(.unknown)
      }
      try requireOwner()
      try endShelves(of: person, at: now)
      exports = try removeExports(of: person)
      guard finds == .delete else { return }
      let own = try connection.rows(
        "SELECT id FROM finds WHERE person = ? AND deleted IS NULL", [id]
      ) { (row) in FindID(unchecked: row.text(0)) }
      for find in own { _ = try markDeleted(find, at: now) }
      try withdrawJobs(of: person, at: now)
    }
    return exports
  }

  /// A worker that runs one of the jobs writes nothing more, because its claim is void.
  private func withdrawJobs(of person: PersonID, at now: Timestamp) throws(StoreError) {
    try withdrawScans(of: person, at: now)
    let items = try connection.rows(
      """
      UPDATE jobs SET state = 'done', epoch = epoch + 1, updated = ?2
      WHERE person = ?1 AND state = 'queued' AND kind <> 'scan' RETURNING item
      """, [.text(person.text), .integer(now.milliseconds)]
    ) { (row) in row.integerOrNil(0) }
    for item in items.compactMap(\.self) { try markPage(ofItem: item) }
  }

  /// Other people do not see the shelves of a person. So the jobs of the shelves end, and a worker
  /// deletes their pictures, then their lists (`removeShelves`).
  private func endShelves(of person: PersonID, at now: Timestamp) throws(StoreError) {
    let shelves = "SELECT id FROM scans WHERE person = ?1 AND kind = 'shelf'"
    let values = [Value.text(person.text), .integer(now.milliseconds)]
    try connection.run(
      """
      UPDATE jobs SET state = 'done', epoch = epoch + 1, updated = ?2
      WHERE kind = 'shelf' AND state = 'queued' AND scan IN (\(shelves))
      """, values)
    try connection.run(
      """
      UPDATE calls SET state = 'unsent', cost = 0, settled = ?2
      WHERE stage = 'shelf' AND state = 'reserved' AND begun = 0 AND scan IN (\(shelves))
      """, values)
    try connection.run(
      """
      UPDATE shelves SET finished = ?2,
        progress = iif(progress IN ('complete', 'failed'), progress, 'cancelled')
      WHERE scan IN (\(shelves))
      """, values)
  }

  private func withdrawScans(of person: PersonID, at now: Timestamp) throws(StoreError) {
    let failure = Failure.scanIsOver.stored
    let values = [
      Value.text(person.text), .text(failure.code), Value(failure.arguments),
      .integer(now.milliseconds),
    ]
    try connection.run(
      """
      UPDATE items SET failure_code = ?2, failure_arguments = ?3, updated = ?4 WHERE id IN
        (SELECT item FROM jobs WHERE person = ?1 AND state = 'queued' AND kind = 'scan')
      """, values)
    let scans = try connection.rows(
      """
      UPDATE jobs SET state = 'failed', epoch = epoch + 1, failure_code = ?2,
        failure_arguments = ?3, updated = ?4
      WHERE person = ?1 AND state = 'queued' AND kind = 'scan' RETURNING scan
      """, values
    ) { (row) in row.textOrNil(0) }
    for scan in scans.compactMap(\.self) { try markStale("scan", scan) }
  }

  // MARK: Inside a transaction

  private func refuseTakenName(
    _ name: PersonName, exceptOf person: PersonID?
  ) throws(StoreError) {
    if let holder = try self.person(named: name), holder.id != person { throw .person(.nameTaken) }
  }

  private func requireOwner() throws(StoreError) {
    let hasOwner = try connection.row(
      "SELECT EXISTS (SELECT 1 FROM people WHERE plan = 'owner' AND disabled = 0)"
    ) { (row) in row.integer(0) == 1 }
    guard hasOwner == true else { throw .person(.lastOwner) }
  }

  private func change(
    _ person: PersonID, _ changes: String, _ values: [Value]
  ) throws(StoreError) {
    let sql = "UPDATE people SET \(changes) WHERE id = ?1"
    guard try connection.run(sql, [.text(person.text)] + values) == 1 else {
      throw .person(.unknown)
    }
  }

  func people(_ condition: String, _ values: [Value] = []) throws(StoreError) -> [Person] {
    try connection.rows(
      "SELECT \(Self.personColumns) FROM people WHERE \(condition)", values
    ) { (row) throws(StoreError) in try Self.person(row, from: 0) }
  }

  /// The columns that `person(_:from:)` reads.
  static var personColumns: String {
    "people.id, people.name, people.plan, people.disabled, people.created, people.advanced_search"
  }

  static func person(_ row: Row, from first: Int32) throws(StoreError) -> Person {
    guard let plan = Plan(rawValue: row.text(first + 2)) else {
      throw .damaged("a person has the plan \(row.text(first + 2))")
    }
    return Person(
      id: PersonID(row.text(first)), name: PersonName(stored: row.text(first + 1)), plan: plan,
      isDisabled: row.integer(first + 3) == 1,
      created: Timestamp(milliseconds: row.integer(first + 4)),
      advancedSearch: row.integerOrNil(first + 5).map { $0 == 1 })
  }
}
