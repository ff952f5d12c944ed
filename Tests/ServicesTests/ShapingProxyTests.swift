// The slow line of the bench: when its bytes arrive, and which bytes it passes on.

import Host
import Services
import Support
import Testing

@Suite struct ShapingProxyTests {
  /// 200,000 bytes a second: a byte takes 5 microseconds, and half a round trip is 75 milliseconds.
  private var direction = SlowDirection(.phone)

  @Test mutating func `all connections share the rate of a direction`() {
    let arrivals = (0..<200).map { _ in direction.accept(1000, at: 1_000_000) }
    #expect(arrivals.first == 1_080_000)
    #expect(arrivals.last == 2_075_000)
    #expect(direction.bytes == 200_000 && direction.backlog(at: 1_500_000) == 500_000)
  }

  @Test mutating func `an idle line saves no time for later bytes`() {
    #expect(direction.accept(1000, at: 0) == 80_000)
    #expect(direction.accept(1000, at: 10_000_000) == 10_080_000)
    #expect(direction.backlog(at: 20_000_000) == 0)
  }

  @Test mutating func `the end of a connection takes no time of the line`() {
    #expect(direction.accept(0, at: 500) == 75_500)
    #expect(direction.bytes == 0)
  }

  /// curl and the proxy count the same bytes, for an answer of 200 kB and for an upload of 300 kB.
  @Test func `the proxy passes every byte on, and counts it`() throws {
    let folder = try TemporaryFolder()
    let archive = try CoverArtService(Awkward.catalogue)
    let line = SlowLine(bitsPerSecond: 1_000_000_000, roundTripMilliseconds: 2)
    let proxy = try ShapingProxy(to: archive.port, line)
    let upload = try folder.write(String(repeating: "photo ", count: 50_000), to: "upload")
    let release = try #require(Awkward.backInBlack.releases.first?.mbid)
    let picture = "/items/mbid-\(release)/mbid-\(release)-1.jpg"
    for words in [[picture], ["/release/x", "--data-binary", "@\(upload)"]] {
      let before = proxy.counts
      let (through, direct) = try (run(words, proxy.port, folder), run(words, archive.port, folder))
      #expect(through.body == direct.body && !through.body.isEmpty)
      let isCounted = eventually {
        proxy.counts.up - before.up == through.sent
          && proxy.counts.down - before.down == through.received
      }
      #expect(isCounted, "\(proxy.counts) \(through.sent) \(through.received)")
    }
    #expect(proxy.counts.connections == 2)
  }

  @Test func `after stop no connection is open`() throws {
    let archive = try CoverArtService(Awkward.catalogue)
    let proxy = try ShapingProxy(to: archive.port, .phone)
    proxy.stop()
    let folder = try TemporaryFolder()
    #expect(eventually { ((try? run(["/"], proxy.port, folder))?.sent ?? 0) == 0 })
  }

  /// Runs curl: the body, and the number of bytes that curl has sent and received.
  private func run(
    _ words: [String], _ port: UInt16, _ folder: TemporaryFolder
  ) throws -> (body: [UInt8], sent: Int, received: Int) {
    let file = folder.file("body")
    try Files.replace(file, with: [], durably: false)
    let output = try Programs.run(
      "/usr/bin/curl",
      [
        "-s", "-o", file, "-H", "Expect:", "-A", "Tests/1 (you@example.org)", "-w",
        "%{size_request} %{size_upload} %{size_header} %{size_download}",
        "http://127.0.0.1:\(port)\(words[0])",
      ] + words.dropFirst(), input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000)
    let numbers = String(decoding: output.bytes, as: UTF8.self).split(separator: " ")
      .compactMap { Int($0) }
    guard numbers.count == 4 else { return ([], 0, 0) }
    return (try Files.read(file), numbers[0] + numbers[1], numbers[2] + numbers[3])
  }
}
