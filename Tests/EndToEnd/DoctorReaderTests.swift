// What the doctor says about the text reader.

import Host
import Support
import Testing

@Suite struct DoctorReaderTests {
  private func line(_ installation: Installation) throws -> String? {
    let output = try installation.albumscan(["doctor", "--offline"], startsProgram: true)
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      .first { $0.contains("text reader") }
  }

  @Test func `the doctor has the text reader read a drawn sleeve, unless sleeves are not read`()
    throws
  {
    #expect(try line(try Installation(settings: "read-sleeves: on"))?.hasPrefix("ok") == true)
    #expect(try line(try Installation(settings: "read-sleeves: off")) == nil)
  }

  @Test func `a missing text reader is a warning with the command that installs it`() throws {
    let folder = try TemporaryFolder()
    let programs = folder.file(".build/programs")
    try Files.makeDirectories(programs)
    let real = ["albumscan", "albumscan-photo", "albumscan-cgi", "albumscan-read"].map {
      "\(Checkout.debugPrograms)/\($0)"
    }
    _ = try Programs.run(
      "/bin/cp", real + [programs], input: "/dev/null", limit: 1 << 10, timeoutMilliseconds: 60_000)
    let line = try line(try Installation(programs: programs, settings: "read-sleeves: on"))
    #expect(line?.hasPrefix("WARN text reader \(folder.path)/.build/reader: it is not") == true)
    #expect(line?.hasSuffix("albumscan reader install") == true, "\(line ?? "")")
  }
}
