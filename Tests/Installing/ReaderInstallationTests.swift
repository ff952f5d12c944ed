// The installation of the text reader, with small packages that the tests make.

import Host
import Support
import Testing

@testable import Installing

@Suite struct ReaderInstallationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var wheels: String { folder.file("wheels") }
  private var target: String { folder.file("lib/reader") }

  private static func sha256(_ bytes: [UInt8]) -> String {
    hexadecimal(SHA256.digest(of: bytes))
  }

  /// A wheel with one file, which python3 packs.
  private func package(_ name: String, _ text: String) throws -> ReaderPackage {
    let source = try folder.write(text, to: "\(name)/file.txt")
    try Files.makeDirectories(wheels)
    let wheel = "\(name)-1-py3-none-any.whl"
    let output = try Programs.run(
      "/usr/bin/python3", ["-m", "zipfile", "-c", "\(wheels)/\(wheel)", Files.parent(of: source)],
      input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000)
    try #require(output.exitCode == 0)
    let bytes = try Files.read("\(wheels)/\(wheel)")
    return ReaderPackage(
      name: name, version: "1", licence: "MIT", wheel: wheel, sha256: Self.sha256(bytes),
      bytes: bytes.count,
      files: [
        ReaderPackage.File(
          source: "\(name)/file.txt", target: "licences/\(name).txt",
          sha256: Self.sha256(Array(text.utf8)), bytes: text.utf8.count)
      ])
  }

  private func installation(_ packages: [ReaderPackage]) -> ReaderInstallation {
    ReaderInstallation(folder: target, packages: packages) { _ in }
  }

  @Test func `packages of a folder are installed without a network, and removed`() throws {
    let installation = installation([try package("one", "first"), try package("two", "second")])
    #expect(installation.fault() == "\(target)/licences/one.txt")
    try installation.install(from: wheels)
    #expect(installation.fault() == nil)
    #expect(try Files.entries(of: Files.parent(of: target)) == ["reader"])
    #expect(try folder.text("lib/reader/licences/two.txt") == "second")
    #expect(Files.mode(of: "\(target)/licences/two.txt").map { $0 & 0o777 } == 0o644)
    #expect(try installation.remove())
    #expect(try Files.entries(of: Files.parent(of: target)) == [])
    #expect(try !installation.remove())
  }

  @Test func `a new version replaces the folder as a whole`() throws {
    try installation([try package("one", "first")]).install(from: wheels)
    let next = installation([try package("two", "second")])
    try next.install(from: wheels)
    #expect(try Files.entries(of: "\(target)/licences") == ["two.txt"] && next.fault() == nil)
  }

  @Test func `a changed wheel, a missing wheel and another content are refused`() throws {
    let package = try package("one", "first")
    let path = "\(wheels)/\(package.wheel)"
    let whole = try Files.read(path)
    try Files.replace(path, with: whole + [0], durably: false)
    #expect(throws: InstallingError.self) { try installation([package]).install(from: wheels) }
    try Files.remove(path)
    #expect(throws: InstallingError.self) { try installation([package]).install(from: wheels) }
    try Files.replace(path, with: whole, durably: false)
    let file = ReaderPackage.File(
      source: "one/file.txt", target: "one.txt", sha256: Self.sha256([]), bytes: 5)
    let other = ReaderPackage(
      name: "one", version: "1", licence: "MIT", wheel: package.wheel, sha256: package.sha256,
      bytes: package.bytes, files: [file])
    #expect(throws: InstallingError.self) { try installation([other]).install(from: wheels) }
    #expect(!Files.exists(target))
  }

  @Test func `what an interrupted run left does not disturb, and is removed`() throws {
    let installation = installation([try package("one", "first")])
    try folder.write("rest", to: "lib/reader.new/rest")
    try folder.write("rest", to: "lib/reader.old/rest")
    try folder.write("rest", to: "lib/reader.download/unpacked/one/file.txt")
    try installation.install(from: wheels)
    #expect(try Files.entries(of: Files.parent(of: target)) == ["reader"])
    #expect(try folder.text("lib/reader/licences/one.txt") == "first")
  }

  @Test func `two installations at the same time: the second one ends with a sentence`() throws {
    let installation = installation([try package("one", "first")])
    try Files.makeDirectories("\(target).download")
    try refuses(installation)
    try installation.install(from: wheels)
  }

  /// Whether the installation ends while another command has the lock.
  private func refuses(_ installation: ReaderInstallation) throws {
    let lock = try Lock.take("\(target).download/lock")
    #expect(throws: InstallingError.self) { try installation.install(from: wheels) }
    _ = consume lock
  }

  @Test(arguments: ReaderPackage.Processor.allCases)
  func `the files of each processor have digests, licences and at most 70 MB`(
    processor: ReaderPackage.Processor
  ) {
    let packages = ReaderPackage.all(for: processor)
    let files = packages.flatMap(\.files)
    #expect(files.reduce(0) { $0 + $1.bytes } <= 70_000_000)
    #expect(
      files.allSatisfy { $0.sha256.count == 64 } && packages.allSatisfy { $0.sha256.count == 64 })
    #expect(Set(files.map(\.target)).count == files.count)
    for package in packages {
      #expect(package.files.contains { $0.target.hasPrefix("licences/") })
      #expect(package.requirement.hasSuffix("--hash=sha256:\(package.sha256)"))
    }
  }
}
