// albumscan-photo as a process: its output, its refusals and its exit codes.

import Host
import Support
import Testing

@Suite struct PhotoProgramTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the program on a file. Returns its exit code and its output.
  func run(_ arguments: [String], input: String) throws -> Programs.Output {
    try Programs.run(
      "\(Checkout.debugPrograms)/albumscan-photo", arguments, input: input, limit: 1 << 20,
      timeoutMilliseconds: 60_000)
  }

  func file(_ bytes: [UInt8]) throws -> String {
    try Files.replace(folder.file("input"), with: bytes, durably: false)
    return folder.file("input")
  }

  /// The lines of the header by key, and the bytes after the empty line.
  static func parts(_ bytes: [UInt8]) -> (header: [String: String], rest: ArraySlice<UInt8>) {
    guard let end = (1..<bytes.count).first(where: { bytes[$0 - 1] == 10 && bytes[$0] == 10 })
    else { return ([:], []) }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n")
    var header: [String: String] = [:]
    for line in lines {
      let pair = line.split(separator: ":", maxSplits: 1).map(String.init)
      if pair.count == 2 { header[pair[0]] = String(pair[1].dropFirst()) }
    }
    return (header, bytes[(end + 1)...])
  }

  @Test func `a photo becomes facts, a fingerprint and the crop in three sizes`() throws {
    let output = try run(["crop"], input: "\(Checkout.root)/sample/photo.jpg")
    let (header, rest) = Self.parts(output.bytes)
    #expect(output.exitCode == 0 && header["version"] == "2" && header["method"] == "quad")
    let kept = header["fingerprint"].flatMap { Int($0) } ?? 0
    #expect((37...16_000).contains(kept) && header["cutoff"] == "no")
    #expect(rest.dropFirst(kept).starts(with: [0xFF, 0xD8]))
    let text = String(decoding: output.bytes.prefix(1_000), as: UTF8.self)
    let pictures = text.split(separator: "\n").filter { $0.hasPrefix("picture: ") }.map {
      $0.split(separator: " ").compactMap { Int($0) }
    }
    #expect(pictures.map { $0.first } == [1_024, 500, 200])
    #expect(pictures.allSatisfy { $0.count == 2 && $0[1] <= 400_000 })
    #expect(rest.count == kept + pictures.reduce(0) { $0 + $1[1] })
    #expect(header["quad"]?.split(separator: " ").count == 4)
  }

  @Test func `the covers of a photo are numbered, each with its fingerprint and picture`() throws {
    let output = try run(["covers"], input: "\(Checkout.root)/sample/photo.jpg")
    let lines = String(decoding: output.bytes.prefix(1_000), as: UTF8.self).split(separator: "\n")
    let keys = lines.prefix { $0.contains(": ") }.compactMap { $0.split(separator: ":").first }
    #expect(output.exitCode == 0 && lines.contains("cover: 1") && lines.contains("method: quad"))
    #expect(
      keys.starts(with: [
        "version", "width", "height", "orientation", "detail", "cutoff", "cover", "method",
        "confidence",
        "quad", "brightness", "sharpness", "glare", "fingerprint", "picture",
      ]))
    let counts = lines.filter { $0.hasPrefix("fingerprint: ") || $0.hasPrefix("picture: 1024 ") }
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(Self.parts(output.bytes).rest.count == counts.reduce(0, +))
  }

  @Test(arguments: [
    (["square"], "centre", "0.0"), (["square", "--guide", "0.1,0.1,0.8,0.8"], "guide", "0.000"),
    (["crop", "--quad", "300,200,1300,220,1280,1100,320,1080"], "quad", "1.000"),
  ])
  func `a square or a known quad is cropped without looking for a cover`(
    _ arguments: [String], method: String, confidence: String
  ) throws {
    let output = try run(arguments, input: "\(Checkout.root)/sample/photo.jpg")
    let header = Self.parts(output.bytes).header
    #expect(output.exitCode == 0 && header["method"] == method)
    #expect(header["confidence"]?.hasPrefix(confidence) == true)
    if method == "quad" {
      #expect(header["quad"] == "300.0,200.0 1300.0,220.0 1280.0,1100.0 320.0,1080.0")
    }
  }

  @Test(arguments: ["", "1,2,3", "1,2,3,4,5,6,7,nan", "1,2,3,4,5,6,7,1e99", "a,b,c,d,e,f,g,h"])
  func `an impossible quad is a wrong use`(_ quad: String) throws {
    let output = try run(["crop", "--quad", quad], input: "\(Checkout.root)/sample/photo.jpg")
    #expect(output.exitCode == 2 && output.bytes.isEmpty)
  }

  @Test func `artwork becomes three pictures and a tint`() throws {
    let output = try run(["artwork"], input: "\(Checkout.root)/sample/photo.jpg")
    let tint = Self.parts(output.bytes).header["tint"]
    let alone = try run(["tint"], input: "\(Checkout.root)/sample/photo.jpg")
    #expect(tint != nil && Self.parts(alone.bytes).header["tint"] == tint)
    let text = String(decoding: output.bytes.prefix(400), as: UTF8.self)
    let sides = text.split(separator: "\n").filter { $0.hasPrefix("picture: ") }.map {
      $0.split(separator: " ")[1]
    }
    #expect(output.exitCode == 0 && sides == ["1000", "500", "200"])
  }

  /// The program limits its own memory and processor time.
  @Test(arguments: [
    ("crop", "16384"), ("square", "16384"), ("covers", "16384"), ("shelf", "3000"),
    ("artwork", "16384"),
  ])
  func `a photo of 200 megapixels with 20 MB of metadata is read`(
    command: String, width: String
  ) throws {
    let photo = GreyJPEG.bytes(width: 16_384, height: 12_288, metadataBytes: 20_000_000)
    let output = try run([command], input: try file(photo))
    let header = Self.parts(output.bytes).header
    #expect(output.exitCode == 0 && header["width"] == width, "\(header)")
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let line: String
    var testDescription: String { line }
  }

  static let refusals = [
    Refusal(bytes: [], line: "error: empty 0\n"),
    Refusal(bytes: Array("%PDF-1.7".utf8), line: "error: notJPEG pdf\n"),
    Refusal(
      bytes: Array("RIFF....WEBPVP8 ".utf8), line: "error: notJPEG webp\n"),
    Refusal(bytes: Array("hello".utf8), line: "error: notJPEG unknown\n"),
    Refusal(bytes: [0xFF, 0xD8, 0xFF, 0xD9], line: "error: unreadable noFrame\n"),
    Refusal(
      bytes: [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0xFF, 0xDC, 0xFF, 0xDC, 1, 1, 0x11, 0],
      line: "error: tooLarge 65500x65500\n"),
    Refusal(
      bytes: [UInt8](repeating: 0, count: (32 << 20) + 1), line: "error: tooLarge bytes\n"),
  ]

  @Test(arguments: refusals)
  func `unusable input is one line and exit code 3`(_ refusal: Refusal) throws {
    let output = try run(["crop"], input: try file(refusal.bytes))
    #expect(output.exitCode == 3)
    #expect(String(decoding: output.bytes, as: UTF8.self) == refusal.line)
  }

  @Test(arguments: [
    [], ["crap"], ["crop", "--guide"], ["crop", "--guide", "0,0,2,2"], ["artwork", "x"],
    ["tint", "x"],
    ["covers", "x"],
  ])
  func `wrong use is exit code 2 and silent on stdout`(_ arguments: [String]) throws {
    let output = try run(arguments, input: "/dev/null")
    #expect(output.exitCode == 2 && output.bytes.isEmpty)
  }
}
