// The names of a certificate, and the packages of the programs.

import Host
import Support
import Testing

@testable import Serving

@Suite struct CertificateNamesTests {
  @Test(arguments: [
    ("https://192.168.1.20:8017", "192.168.1.20", "box", ["192.168.1.20", "box.local"]),
    ("https://192.168.1.20", "0.0.0.0", "Box.example.org", ["192.168.1.20", "box.local"]),
    ("https://album.lan", "192.168.1.20", "box", ["album.lan", "192.168.1.20", "box.local"]),
    ("https://BOX.local:1", "", "box", ["box.local"]),
    ("https://[FD00:0::1]:1", "::", "", ["fd00::1", "albumscan.local"]),
    ("https://127.0.0.1", "127.0.0.1", "a_b", ["127.0.0.1", "albumscan.local"]),
  ])
  func `a certificate is for base-url's host, the address and NAME.local`(
    base: String, listening: String, hostName: String, expected: [String]
  ) throws {
    let names = try #require(
      CertificateNames(baseURL: base, listening: listening, hostName: hostName))
    #expect(names.all == expected)
    #expect(names.authorityName == "AlbumScan \(expected[0])")
  }

  @Test(arguments: ServingProgram.allCases)
  func `a program that is missing is named by the package that has its file`(
    program: ServingProgram
  ) throws {
    let path = try #require(program.path, "apt-get install \(program.package)")
    let owner = try Programs.run(
      "/usr/bin/dpkg-query", ["-S", Files.realPath(path) ?? path], input: "/dev/null",
      limit: 1 << 16, timeoutMilliseconds: 10_000)
    #expect(String(decoding: owner.bytes, as: UTF8.self).hasPrefix("\(program.package):"))
  }
}
