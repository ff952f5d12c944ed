// A body gives the same result wherever it is split, and a long body is parsed fast enough.

import CGI
import Support
import Testing

@Suite struct MultipartSplitTests {
  @Test(arguments: bodyTable)
  func `a body split at any byte gives the same result`(body: String, parts: String) {
    let body = bytes(body)
    let whole = outcome(multipartX, body)
    for cut in body.indices {
      #expect(outcome(multipartX, body, cuts: [cut]) == whole, "cut at \(cut)")
    }
  }

  @Test(arguments: bodyTable)
  func `a body in single bytes gives the same result`(body: String, parts: String) {
    let body = bytes(body)
    let single = outcome(multipartX, body, cuts: Array(body.indices))
    #expect(single == outcome(multipartX, body))
    #expect(single.emptyRuns == 0)
  }

  @Test func `a body split at any two bytes gives the same result`() {
    let body = bytes("--x|Content-Disposition: form-data; name=a||1|--|\r|--x|--x--")
    let other = bytes("--x|Content-Disposition: form-data; name=a||\r|-|--|--y|\r|--x--|")
    for body in [body, other] {
      let whole = outcome(multipartX, body)
      for first in body.indices {
        for second in first..<body.count {
          #expect(outcome(multipartX, body, cuts: [first, second]) == whole, "\(first), \(second)")
        }
      }
    }
  }

  /// The limit is 300 ms of this thread's processor time for 32 MB (docs/faults.md A7). Debug
  /// builds parse an eighth of the body and do not check the time.
  @Test(arguments: [
    ("noise", ""), ("all CR", "\r"), ("all CR LF", "\r\n"), ("all dashes", "-"),
    ("almost delimiters", "\r\n--boundar"), ("delimiters but one", "\r\n--boundar\r"),
    ("zeros", "\u{0}"),
  ])
  func `a long body is parsed in time`(kind: String, pattern: String) throws {
    #if DEBUG
      let count = 4 << 20
    #else
      let count = 32 << 20
    #endif
    let data = pattern.isEmpty ? noise(count) : repeated(Array(pattern.utf8), count)
    let head = bytes("--boundary|Content-Disposition: form-data; name=photo||")
    let body = head + data + bytes("|--boundary--|")
    var parser = try MultipartParser(contentType: "multipart/form-data; boundary=boundary")
    var passed = 0
    let time = processorTime {
      body.withUnsafeBytes { all in
        for offset in stride(from: 0, to: all.count, by: 65536) {
          parser.feed(UnsafeRawBufferPointer(rebasing: all[offset...].prefix(65536))) { event in
            if case .data(let run) = event { passed += run.count }
          }
        }
      }
    }
    try parser.finish()
    #expect(passed == data.count)
    #if !DEBUG
      note("\(kind): \(count >> 20) MB in \(time)")
      #expect(time < .milliseconds(300), "\(kind)")
    #endif
  }
}

private func noise(_ count: Int) -> [UInt8] {
  var random = SplitMix64(seed: seed)
  return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    let raw = UnsafeMutableRawBufferPointer(buffer)
    for offset in stride(from: 0, to: count, by: 8) {
      raw.storeBytes(of: random.next(), toByteOffset: offset, as: UInt64.self)
    }
    filled = count
  }
}

private func repeated(_ pattern: [UInt8], _ count: Int) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  for index in bytes.indices { bytes[index] = pattern[index % pattern.count] }
  return bytes
}
