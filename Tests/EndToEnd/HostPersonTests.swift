// The person for whom the command line acts, when there are people.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct HostPersonTests {
  @Test func `the command line books on an enabled owner, whoever was first`() throws {
    let realm = try Realm(settings: "plan-free: 0")
    let installation = realm.installation
    for name in ["Anna", "Ben"] {
      let added = try installation.albumscan(["person", "add", name, "--plan", "owner"])
      #expect(added.exitCode == 0)
    }
    let store = try installation.store()
    try store.setPlan(.free, of: .owner)
    let ben = try #require(try store.people().first { $0.name.text == "Ben" })
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    let find = try #require(try realm.find(titled: "Back in Black"))
    let scan = try #require(find.scan)
    func payers() throws -> Set<String> { Set(try store.callRecords(of: scan).map(\.person)) }
    #expect(try payers() == [ben.id.text])
    let calls = try store.callRecords(of: scan).count
    _ = try installation.albumscan(["review", find.id.text])
    _ = try installation.albumscan(["correct", find.id.text, "--hint", "the live one"])
    #expect(try store.callRecords(of: scan).count > calls && payers() == [ben.id.text])
    let doctor = try installation.told(["doctor"]).text
    #expect(doctor.contains(#/ok   model .* answered/#), "\(doctor)")
    let folder = installation.folder.file("set")
    try Files.makeDirectories(folder)
    try Files.replace("\(folder)/1.jpg", with: try Awkward.rumours.photo(), durably: false)
    let list = "file,artist,title\n1.jpg,Fleetwood Mac,Rumours\n"
    try Files.replace("\(folder)/set.csv", with: Array(list.utf8), durably: false)
    let evaluated = try installation.told(["evaluate", "--json", "--yes", folder])
    #expect(evaluated.code == 0 && evaluated.text.contains(#""right":1"#), "\(evaluated.text)")
  }

  @Test func `a review from the command line follows the host's own search switch`() throws {
    let realm = try Realm(settings: "advanced-search: on")
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    #expect(realm.model.log.charged(.reviewSearched) == 1)
    let command = ["review", "--all-but-prompt", "--yes"]
    let before = try realm.installation.told(command).text
    #expect(before.contains("review-search-"), "\(before)")
    #expect(try realm.installation.albumscan(["person", "add", "Anna"]).exitCode == 0)
    try realm.installation.store().setAdvancedSearch(false, of: .owner)
    let told = try realm.installation.told(command)
    #expect(told.code == 0, "\(told.text)")
    #expect(realm.model.log.charged(.review) == 1, "\(told.text)")
    #expect(realm.model.log.charged(.reviewSearched) == 1)
    let after = try realm.installation.told(command).text
    #expect(!after.contains("review-search-"), "\(after)")
    #expect(realm.model.log.charged(.review) == 1)
  }
}
