// Many uploads of five people at once: they exceed neither a plan nor the cap. Source:
// docs/faults.md B4.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct PlanCrowdTests {
  private static let people = 5

  /// 500 uploads in `make torture`; a tenth of them in `make test`.
  private static var uploadsOfOne: Int { Environment.isTorture ? 100 : 10 }

  /// The model identifies nothing, so no cover becomes known and every scan needs a paid call.
  private func realm(_ settings: String) throws -> Realm {
    try Realm(
      .knowing([]), settings: "photos-a-minute: 1000\nphotos-a-day: 1000\n\(settings)")
  }

  /// Adds an owner and five people with the plan *free*. Returns their API tokens.
  private func tokens(in installation: Installation) throws -> [String] {
    let store = try installation.store()
    let files = installation.sessionFiles
    _ = try store.addPerson(
      name: try Household.name("Anna"), plan: .owner, files: files, at: Household.now)
    return try (1...Self.people).map { number in
      let person = try store.addPerson(
        name: try Household.name("Person \(number)"), plan: .free, files: files,
        at: Household.now)
      return try store.makeToken(named: "crowd", for: person.id, files: files, at: Household.now)
    }
  }

  /// Sends all photos of all persons at the same time, and repeats an upload after a 503, as phones do.
  /// Then waits for the end of all scans.
  private func uploadAll(_ realm: Realm, ofOne count: Int = uploadsOfOne) throws {
    let house = realm.installation
    let server = try WebServer(house)
    let rows = try tokens(in: house).enumerated().flatMap { person, token in
      try (0..<count).map { number in
        let file = house.folder.file("crowd-\(person)-\(number).jpg")
        try Files.replace(
          file, with: try Sample.smallPhoto("\(person) \(number)"), durably: false)
        return
          "(while :; do a=$(curl -s -o /dev/null -w '%{http_code}' -H 'X-Albumscan-Token: \(token)'"
          + " -H 'Accept: application/json' -F photo=@\(file) \(house.origin)/cgi-bin/albumscan/scans);"
          + " [ \"$a\" = 503 ] || break; sleep 0.2; done; echo $a) &"
      }
    }
    let script = try house.folder.write(rows.joined(separator: "\n") + "\nwait\n", to: "crowd.sh")
    let output = try Programs.run(
      "/bin/sh", [script], input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 600_000)
    let statuses = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
    #expect(statuses.count == rows.count && statuses.allSatisfy { $0 == "202" }, "\(statuses)")
    let store = try house.store()
    // This test counts a scan that waits for the next month as ended.
    let isOver = try eventually(within: 600_000) {
      try store.queuedScans().allSatisfy { $0.failure != nil }
    }
    #expect(isOver)
    withExtendedLifetime(server) {}
    house.workers.forEach { $0.signal(9) }
  }

  @Test func `with one scan of each plan left, five people get exactly five scans`() throws {
    let realm = try realm("plan-free: 1")
    try uploadAll(realm)
    let spending = try realm.installation.store().spendingByScan(limit: 1000)
    #expect(spending.count == Self.people, "\(spending.map(\.subject))")
    #expect(realm.model.log.requests.count == Self.people)
    note("crowd: \(Self.people * Self.uploadsOfOne) uploads (500: make torture), 5 paid scans")
  }

  @Test func `with a cent of the cap left, the calls stay within it and use it up`() throws {
    let realm = try realm("plan-free: 1000\nmonthly-cap: 0.01")
    // Scans that wait for the next month stay in the queue, which holds 200 scans.
    try uploadAll(realm, ofOne: min(Self.uploadsOfOne, 36))
    let store = try realm.installation.store()
    let month = store.zone.month(of: Household.now)
    let spent = try store.spending(in: month)
    #expect(spent.total.dollars <= 0.01, "\(spent)")
    #expect(spent.callCount == realm.model.log.requests.count)
    #expect(try store.queuedScans().contains { $0.failure?.code == .cap })
    note("crowd: \(spent.callCount) calls for \(spent.total) within a cap of $0.01")
  }
}
