// The libraries that the four programs link, read from the programs themselves.

import Host
import Support
import Testing

@Suite struct LinkTests {
  /// Each program, and the libraries that it must not link.
  static let forbidden: [(program: String, libraries: [String])] = [
    (
      "albumscan-cgi",
      ["libcurl", "libturbojpeg", "libjpeg", "libcmark", "libFoundation"]
    ),
    ("albumscan-photo", ["libcurl", "libsqlite3", "libcmark", "libFoundation"]),
    (
      "albumscan-read",
      [
        "libcurl", "libsqlite3", "libcmark", "libFoundation", "libturbojpeg", "libjpeg", "libonnx",
      ]
    ),
    ("albumscan", ["libturbojpeg", "libjpeg", "libonnx"]),
  ]

  /// Debug builds link the Swift libraries dynamically, so that `ldd` also shows Foundation.
  @Test(arguments: forbidden)
  func `no program links a library of another program's danger`(
    program: String, libraries: [String]
  ) throws {
    for folder in [Checkout.debugPrograms, Checkout.releasePrograms] {
      let path = "\(folder)/\(program)"
      try #require(Files.exists(path), "\(path) is not built")
      let linked = try output(of: "/usr/bin/ldd", [path])
      for library in libraries {
        #expect(!linked.contains(library), "\(path) links \(library)")
      }
    }
  }

  @Test func `the programs as installed need no Swift runtime`() throws {
    for program in ["albumscan-cgi", "albumscan-photo", "albumscan-read", "albumscan"] {
      let linked = try output(of: "/usr/bin/ldd", ["\(Checkout.releasePrograms)/\(program)"])
      #expect(!linked.contains("libswift"))
      #expect(!linked.contains("not found"))
    }
  }

  @Test func `the CGI is at most 8 MB`() throws {
    let bytes = try Files.read("\(Checkout.releasePrograms)/albumscan-cgi")
    #expect(bytes.count <= 8_000_000, "\(bytes.count) bytes")
  }

  @Test func `a release build has no failpoint`() throws {
    for program in ["albumscan-cgi", "albumscan"] {
      let words = try output(
        of: "/usr/bin/grep",
        ["-cE", "ALBUMSCAN_(KILL|PASSED)", "\(Checkout.releasePrograms)/\(program)"])
      #expect(words.trimmed == "0")
    }
  }

  private func output(of program: String, _ arguments: [String]) throws -> String {
    let output = try Programs.run(
      program, arguments, input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate var trimmed: String { String(split(whereSeparator: \.isWhitespace).first ?? "") }
}
