// Artwork that no album uses is deleted, and nothing that is used is ever deleted.

import Albums
import Glibc
import Host
import Support
import Testing

@testable import Scanning

@Suite struct ArtworkCollectionTests {
  private let folder: TemporaryFolder
  private let now = Timestamp(milliseconds: Clock.wallMilliseconds())

  init() throws { folder = try TemporaryFolder() }

  private var collection: ArtworkCollection {
    ArtworkCollection(folder: folder.path, now: now)
  }

  /// The 32 digits of a picture.
  private func digits(_ letter: Character) -> String { String(repeating: letter, count: 32) }

  /// Writes the three sizes of a picture as files that are `hours` old. Returns their names.
  @discardableResult
  private func picture(_ letter: Character, hours: Int, prefix: String = "") throws -> [String] {
    try Artwork.sides.map { side in
      let name = "\(prefix)\(digits(letter))-\(side).jpg"
      try folder.write("x", to: name)
      try age(name, hours: hours)
      return name
    }
  }

  private func age(_ name: String, hours: Int) throws {
    let past = timeval(tv_sec: time(nil) - hours * 3600, tv_usec: 0)
    let path = folder.file(name)
    #expect([past, past].withUnsafeBufferPointer { utimes(path, $0.baseAddress) } == 0)
  }

  private var names: [String] { get throws { try Files.entries(of: folder.path) } }

  @Test func `old unused pictures go, and used, young and other files stay`() async throws {
    let used = try picture("a", hours: 100)
    let young = try picture("b", hours: 23)
    let future = try picture("d", hours: -5)
    try picture("c", hours: 25)
    for other in ["notes.txt", "\(digits("c"))-300.jpg", ".tmp-1-a", "short-500.jpg"] {
      try folder.write("x", to: other)
      try age(other, hours: 100)
    }
    let count = try await collection.run { [digits("a")] }
    #expect(count == 3)
    let kept = try Set(names)
    #expect(kept.isSuperset(of: used + young + future))
    #expect(kept.count == 9 + 4)
  }

  /// A row is stored after the collection has read the database for the first time.
  @Test func `a picture that is used meanwhile gets its name back`() async throws {
    let files = try picture("a", hours: 100)
    var checks = 0
    let count = try await collection.run {
      checks += 1
      return checks == 1 ? [] : [digits("a")]
    }
    #expect(count == 0 && checks == 2)
    #expect(try names == files.sorted())
  }

  /// An import writes the files again and has not stored its row yet.
  @Test func `a picture that is written meanwhile keeps its new files`() async throws {
    try picture("a", hours: 100)
    var checks = 0
    _ = try await collection.run {
      checks += 1
      if checks == 2 {
        for side in Artwork.sides { try folder.write("new", to: "\(digits("a"))-\(side).jpg") }
      }
      return []
    }
    #expect(try names.count == 3)
    #expect(try folder.text("\(digits("a"))-500.jpg") == "new")
  }

  @Test func `pictures that a killed process has renamed get their names back or are deleted`()
    async throws
  {
    try picture("a", hours: 100, prefix: ArtworkCollection.prefix)
    try picture("b", hours: 100, prefix: ArtworkCollection.prefix)
    try picture("c", hours: 1, prefix: ArtworkCollection.prefix)
    #expect(try await collection.run { [digits("a")] } == 3)
    #expect(try Set(names.map { $0.prefix(32) }) == [digits("a")[...], digits("c")[...]])
  }

  /// Pictures become used and unused while the collection runs again and again.
  @Test func `whatever the database says, a used picture is there after the collection`()
    async throws
  {
    let seed = testSeed()
    print("collection: ALBUMSCAN_SEED=\(seed)")
    var state = seed | 1
    func random(_ count: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % count
    }
    let letters: [Character] = Array("0123456789abcdef")
    for _ in 0..<40 {
      for letter in letters where random(2) == 0 { try picture(letter, hours: Int(random(60))) }
      let present = Set(try names.map { String($0.prefix(32)) })
      let first = present.filter { _ in random(3) == 0 }
      let second = first.union(present.filter { _ in random(4) == 0 })
      var checks = 0
      _ = try await collection.run {
        checks += 1
        return checks == 1 ? first : second
      }
      let left = Set(try names)
      for name in second {
        for side in Artwork.sides { #expect(left.contains("\(name)-\(side).jpg")) }
      }
      #expect(!left.contains { $0.hasPrefix(ArtworkCollection.prefix) })
    }
  }
}
