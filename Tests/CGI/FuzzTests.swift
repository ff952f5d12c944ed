// No byte string crashes a parser of this module, and each parser gives the same result every time.
// All cases come from one seed, which a failure message contains. `ALBUMSCAN_FUZZ=<count>` sets the
// number of cases.

import CGI
import Testing
import Text

/// Words of the grammars, which mutations insert.
private let words = [
  "|", "||", "--", "--x", "|--x", "|--x--|", "--x--", "\r", "\n", "\u{0}", "\"", "\\", ";", "=",
  ":", " ",
  "name=", "name=\"a\"", "filename=\"", "Content-Disposition: ", "form-data; ", "%", "%00", "&",
  "+",
  "¿", "-", ",", ".", "/", "[", "]", "é", "99999999999999999999",
].map(bytes)

@Suite struct FuzzTests {
  @Test func `no body crashes the multipart parser, and splitting it changes nothing`() {
    var random = SplitMix64(seed: seed)
    let seeds = bodyTable.map { bytes($0.body) }
    for round in 0..<fuzzCount(orElse: 6000) {
      let body = mutated(seeds[random.below(seeds.count)], &random)
      let whole = outcome(multipartX, body)
      let cuts = (0..<random.below(4)).map { _ in random.below(body.count + 1) }.sorted()
      let inPieces = outcome(multipartX, body, cuts: cuts)
      let isSane = whole.partCount <= 8 && whole.dataCount <= body.count && whole.emptyRuns == 0
      guard inPieces == whole, isSane else {
        Issue.record("seed \(seed), round \(round), cuts \(cuts): \(body)")
        return
      }
    }
  }

  @Test func `the bytes of a part come out unchanged`() {
    var random = SplitMix64(seed: seed &+ 1)
    for round in 0..<fuzzCount(orElse: 1500) {
      let parts = (0..<random.below(9)).map { index in (name: "f\(index)", data: data(&random)) }
      var body: [UInt8] = []
      for part in parts {
        body +=
          bytes("--x|Content-Disposition: form-data; name=\(part.name)||") + part.data + [13, 10]
      }
      body += bytes("--x--")
      let expected = parts.map { Array("\($0.name)[".utf8) + $0.data + [UInt8(ascii: "]")] }
      let cuts = (0..<random.below(6)).map { _ in random.below(body.count + 1) }.sorted()
      let found = outcome(multipartX, body, cuts: cuts)
      guard found.shown == Array(expected.joined(separator: [UInt8(ascii: " ")])) else {
        Issue.record("seed \(seed), round \(round), cuts \(cuts): \(body)")
        return
      }
    }
  }

  @Test func `no environment crashes the parser, and its result does not vary`() {
    var random = SplitMix64(seed: seed &+ 2)
    let names = [
      "REQUEST_METHOD", "PATH_INFO", "CONTENT_LENGTH", "CONTENT_TYPE", "REMOTE_ADDR", "HTTP_HOST",
      "HTTP_COOKIE", "HTTP_ORIGIN", "HTTP_ACCEPT", "HTTP_SEC_FETCH_SITE", "HTTP_X_ALBUMSCAN_TOKEN",
    ]
    let values = [
      "", "GET", "/scans/0abc", "33554432", "multipart/form-data; boundary=\"x\"",
      "::ffff:127.0.0.1",
      "[::1]:8017", "a=\"1\"; b=2", "http://127.0.0.1:8017", "text/html, application/json;q=1",
    ].map { Array($0.utf8) }
    for round in 0..<fuzzCount(orElse: 3000) {
      var environment: [(name: String, value: [UInt8])] = names[2...].shuffled(using: &random)
        .prefix(random.below(6)).map { ($0, mutated(values[random.below(values.count)], &random)) }
      environment += [("REQUEST_METHOD", Array("POST".utf8)), ("PATH_INFO", Array("/scans".utf8))]
      let read = try? Request(environment: environment)
      let again = try? Request(environment: environment.reversed())
      let isPlain = read?.contentType?.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 9 }
      guard read == again, isPlain != false, (read?.contentLength ?? 0) >= 0 else {
        Issue.record("seed \(seed), round \(round): \(environment)")
        return
      }
      if let type = read?.contentType { _ = outcome(type, bytes(bodyTable[0].body)) }
    }
  }

  @Test func `no text crashes forms, addresses and base URLs`() {
    var random = SplitMix64(seed: seed &+ 3)
    let seeds = [
      "a=1&b=%E5%AE%87+x", "http://127.0.0.1:8017/finds", "https://[::ffff:127.0.0.1]:443/",
      "::ffff:127.0.0.1", "1:2:3:4:5:6:7:8", "2001:db8::1", "127.0.0.1", "localhost:8017", "",
    ].map { Array($0.utf8) }
    for round in 0..<fuzzCount(orElse: 6000) {
      let bytes = mutated(seeds[random.below(seeds.count)], &random)
      let text = String(decoding: bytes, as: UTF8.self)
      _ = try? Form(contentType: "application/x-www-form-urlencoded", body: bytes)
      let address = IPAddress(bytes[...])
      let again = address.flatMap { IPAddress($0.description) }
      let base = try? BaseURL(text)
      let baseAgain = base.flatMap { try? BaseURL($0.origin + $0.path) }
      let isStable =
        again?.description == address?.description && again?.isLoopback == address?.isLoopback
        && baseAgain?.origin == base?.origin && baseAgain?.path == base?.path
      guard isStable else {
        Issue.record("seed \(seed), round \(round): \(bytes)")
        return
      }
    }
  }
}

/// One to eight changes: bytes flipped, removed, doubled; words inserted; the end cut off.
private func mutated(_ seed: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
  var bytes = seed
  for _ in 0...random.below(8) {
    let at = random.below(bytes.count + 1)
    switch random.below(7) {
    case 0 where at < bytes.count: bytes[at] = UInt8(truncatingIfNeeded: random.next())
    case 1 where at < bytes.count: bytes[at] ^= 1 << UInt8(random.below(8))
    case 2 where at < bytes.count: bytes.remove(at: at)
    case 3: bytes.removeLast(random.below(bytes.count - at + 1))
    case 4 where at < bytes.count:
      bytes.insert(contentsOf: bytes[at...].prefix(random.below(40)), at: random.below(at + 1))
    default: bytes.insert(contentsOf: words[random.below(words.count)], at: at)
    }
  }
  return bytes
}

/// Bytes of a part that resemble the delimiter `|--x` without containing it.
private func data(_ random: inout SplitMix64) -> [UInt8] {
  let near = ["|", "|-", "|--", "|--X", "|--y", "\r", "\n", "--x", "\r--x", "\n--x", "a", "¿", "-"]
    .map(bytes)
  var data = (0..<random.below(12)).flatMap { _ in near[random.below(near.count)] }
  let delimiter = bytes("|--x")
  var index = 0
  while index + delimiter.count <= data.count {
    if data[index..<index + delimiter.count].elementsEqual(delimiter) { data[index] = 65 }
    index += 1
  }
  if data.starts(with: bytes("--x")) { data[0] = 65 }
  return data
}
