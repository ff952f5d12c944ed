// `albumscan doctor` fails where something fails now, whatever was well before, and says what to do.

import Albums
import Glibc
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct DoctorTests {
  /// With one find, whose album MusicBrainz and the archive know.
  private func realm() throws -> Realm {
    let realm = try Realm()
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    return realm
  }

  @Test func `what MusicBrainz answered before does not speak for it now`() throws {
    let realm = try realm()
    let well = try realm.installation.told(["doctor"])
    #expect(well.code == 0, "\(well.text)")
    #expect(well.text.contains(#/ok   MusicBrainz .* knows Back in Black/#))
    #expect(well.text.contains(#/ok   Cover Art Archive .* sent \d+ bytes/#))
    try realm.musicBrainz.refuseConnections()
    let ill = try realm.installation.told(["doctor"])
    #expect(ill.code == 1, "\(ill.text)")
    #expect(ill.text.contains(#/FAIL MusicBrainz .* check the network/#))
    #expect(ill.text.contains(#/WARN Cover Art Archive .* it was not asked/#))
  }

  /// What the archive does, at which step, and what is said of it.
  static let archive: [(fault: Fault, kind: RequestKind, code: Int32, line: String)] = [
    (.reset, .front, 1, "FAIL Cover Art Archive"), (.serverError, .front, 1, "FAIL Cover Art"),
    (.garbage, .picture, 1, "they are no picture"),
    (.notFound, .front, 0, "it has no front of Back in Black"),
  ]

  @Test(arguments: archive)
  func `an archive that sends no picture does not pass for one that does`(
    fault: Fault, kind: RequestKind, code: Int32, line: String
  ) throws {
    let realm = try realm()
    realm.archive.order(fault, .always, of: kind)
    let told = try realm.installation.told(["doctor"])
    #expect(told.code == code, "\(told.text)")
    #expect(told.text.contains(line), "\(told.text)")
  }

  @Test func `a site that cannot be written fails, in any folder that pages go to`() throws {
    let programs = try SharedPrograms.reachable.get()
    let installation = try Installation(programs: programs.programs, shared: programs.shared)
    try ServerUser.takeOver(installation.folder.path)
    let words = ["\(programs.programs)/albumscan", "--config", installation.controlFile, "doctor"]
    let well = try ServerUser.run(words)
    #expect(well.exitCode == 0, "\(String(decoding: well.bytes, as: UTF8.self))")
    #expect(try !Files.entries(of: installation.site).contains { $0.hasPrefix(".tmp") })
    for folder in ["", "/history", "/scan"].map({ installation.site + $0 }) {
      chmod(folder, 0o555)
      let ill = try ServerUser.run(words)
      let text = String(decoding: ill.bytes, as: UTF8.self)
      #expect(
        ill.exitCode == 1 && text.contains(#/FAIL site .* make all of it writable/#), "\(text)")
      chmod(folder, 0o755)
    }
  }

  @Test func `where something fails nothing is called ready, and no photo is talked of`() throws {
    let realm = try realm()
    realm.model.order(.reset, .always)
    let told = try realm.installation.told(["doctor"])
    #expect(told.code == 1 && told.text.contains("FAIL model"), "\(told.text)")
    #expect(told.text.contains("What failed has to be mended first."))
    #expect(!told.text.contains("Nothing is missing") && !told.text.contains("photo is kept"))
  }

  /// What `insecure-lan: on` means with a base-url: what doctor says, and whether the CGI then allows a
  /// client of the local network.
  static let openNetworks: [(base: String, line: String, code: Int32, isOpen: Bool)] = [
    ("http://192.168.1.5:8017", "WARN insecure-lan: on: everybody", 0, true),
    ("http://pi.local:8017", "WARN insecure-lan: on: everybody", 0, true),
    ("https://192.168.1.5", "FAIL insecure-lan: on: it has no effect", 1, false),
    ("https://records.example", "FAIL insecure-lan: on: it has no effect", 1, false),
    ("http://records.example", "FAIL insecure-lan: on: it has no effect", 1, false),
    ("http://203.0.113.5:8017", "FAIL insecure-lan: on: it has no effect", 1, false),
  ]

  @Test(arguments: openNetworks)
  func `doctor says what insecure-lan does, as the CGI sees it`(
    base: String, line: String, code: Int32, isOpen: Bool
  ) throws {
    let installation = try Installation(settings: "insecure-lan: on")
    let file = "cgi-bin/albumscan"
    let control = try installation.folder.text(file)
      .replacing("base-url: \(installation.origin)", with: "base-url: \(base)")
    try installation.folder.write(control, to: file)
    makeExecutable(installation.controlFile)
    let told = try installation.told(["doctor"])
    #expect(told.code == code && told.text.contains(line), "\(told.text)")
    let session = try installation.runCGI(
      installation.cgi,
      ["REQUEST_METHOD=GET", "PATH_INFO=/session", "REMOTE_ADDR=192.168.1.9"])
    #expect(session.body.contains(#""mayScan":\#(isOpen)"#), "\(session.body)")
  }

  @Test func `a site without pages is to be built`() throws {
    let installation = try Installation()
    try Files.remove("\(installation.site)/index.html")
    let told = try installation.told(["doctor"])
    #expect(told.code == 1 && told.text.contains("run albumscan build"), "\(told.text)")
  }
}
