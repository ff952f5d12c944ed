// `albumscan scan FOLDER`: all photos once, and a second run only the new ones.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite struct FolderScanTests {
  let installation: Installation
  let photos: TemporaryFolder

  init() throws {
    installation = try Installation()
    photos = try TemporaryFolder()
    try installation.copySample()
  }

  private func add(_ name: String, _ mark: String) throws {
    try Files.replace(photos.file(name), with: try Sample.smallPhoto(mark), durably: false)
  }

  private func counts() throws -> (scans: Int, finds: Int) {
    let output = try Programs.run(
      "/usr/bin/sqlite3", ["\(installation.data)/albums.db", "SELECT count(*) FROM scans"],
      input: "/dev/null", limit: 100, timeoutMilliseconds: 5000)
    let text = String(decoding: output.bytes, as: UTF8.self).filter(\.isNumber)
    return (try #require(Int(text)), try installation.store().countFinds())
  }

  @Test func `a second run scans only what is new, and says how many were known`() throws {
    for (index, name) in ["c.jpg", "a.JPG", "b.jpeg"].enumerated() { try add(name, "\(index)") }
    try photos.write("no photo", to: "notes.txt")
    try add(".hidden.jpg", "hidden")
    let first = try installation.told(["scan", photos.path])
    #expect(first.code == 0, "\(first.text)")
    #expect(first.text.contains("3 photos: 3 new finds, 0 scanned before, 0 without a find"))
    #expect(try counts() == (3, 3))
    let again = try installation.told(["scan", photos.path])
    #expect(
      again.code == 0 && again.text.contains("0 new finds, 3 scanned before"), "\(again.text)")
    try add("d.jpg", "new")
    // Another name for the same photo.
    try add("e.jpg", "0")
    let third = try installation.told(["scan", photos.path])
    #expect(third.text.contains("5 photos: 1 new finds, 4 scanned before"), "\(third.text)")
    #expect(try counts() == (4, 4))
    #expect(try installation.photos.isEmpty)
  }

  @Test func `a photo that cannot be used does not stop the others`() throws {
    try photos.write("no photo", to: "a.jpg")
    try add("b.jpg", "1")
    let told = try installation.told(["scan", photos.path])
    #expect(told.code == 3 && told.text.contains("1 new finds, 0 scanned before, 1 without a find"))
    #expect(try counts().finds == 1)
  }

  @Test func `a folder without photos is unusable`() throws {
    let told = try installation.told(["scan", photos.path])
    #expect(told.code == 3 && told.text.contains("has no JPEG photo"), "\(told.text)")
  }

  @Test func `the JSON document marks known photos`() throws {
    try add("a.jpg", "1")
    #expect(try installation.albumscan(["scan", photos.path]).exitCode == 0)
    let output = try installation.albumscan(["scan", "--json", photos.path])
    #expect(String(decoding: output.bytes, as: UTF8.self).contains(#""known":true"#))
  }

  /// The signal is sent to the whole process group, as a terminal does.
  @Test func `Ctrl-C ends the folder after the running scans, and the next run continues`() throws {
    for index in 0..<40 { try add("\(100 + index).jpg", "\(index)") }
    let output = photos.file("output.txt")
    let script = """
      set -m
      : >"$4"
      "$1" --config "$2" scan "$3" >"$4" 2>&1 &
      while [ "$(grep -c /album/ "$4")" -lt 2 ]; do sleep 0.05; done
      kill -INT -- -$!
      wait $!
      """
    let stopped = try Programs.run(
      "/bin/bash",
      [
        "-c", script, "bash", "\(installation.programs)/albumscan", installation.controlFile,
        photos.path, output,
      ],
      input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 120_000)
    let text = try photos.text("output.txt")
    #expect(stopped.exitCode == 1 && text.contains("The same command continues."), "\(text)")
    #expect(text.contains(", 0 without a find"), "no running scan was harmed: \(text)")
    let before = try counts()
    #expect((2..<40).contains(before.finds))
    let told = try installation.told(["scan", photos.path])
    #expect(told.code == 0 && told.text.contains("40 photos: "), "\(told.text)")
    #expect(try counts() == (40, 40))
  }
}
