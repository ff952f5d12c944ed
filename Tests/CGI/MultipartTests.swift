// Bodies written by hand: all forms in docs/faults.md A7, each with its result.

import CGI
import Testing

/// The headers of a field called `a`, and of a photo.
private let a = #"--x|Content-Disposition: form-data; name="a"||"#
private let photo =
  #"--x|Content-Disposition: form-data; name="photo"; filename="IMG_1.jpg"|"#
  + "Content-Type: image/jpeg||"

/// A body whose only part has these headers.
private func with(_ headers: String) -> String { "--x|\(headers)||1|--x--|" }

/// A body whose only part has this Content-Disposition.
private func with(disposition: String) -> String { with("Content-Disposition: " + disposition) }

private let nine = (1...9).map { #"--x|Content-Disposition: form-data; name="f\#($0)"||\#($0)|"# }

/// Bodies with the boundary `x` and their results (see `Outcome`).
let bodyTable: [(body: String, outcome: String)] = [
  // Bodies in the form that browsers and curl send.
  (a + "1|--x--|", "a[1]"),
  (a + "1|" + photo + "2|--x--|", "a[1] photo[2]"),
  (photo + "\u{FFFD}\u{0}\u{1}|--x--|", "photo[ï¿½\u{0}\u{1}]"),
  (a + "|--x--|", "a[]"),
  (with(disposition: #"form-data; name="photo"; filename="""#), "photo[1]"),
  (nine[..<8].joined() + "--x--|", "f1[1] f2[2] f3[3] f4[4] f5[5] f6[6] f7[7] f8[8]"),
  // A name occurs once. Names differ in case, but not in the form of their characters.
  (photo + "1|" + photo + "2|--x--|", "photo[1]!repeated"),
  (a + "1|" + photo + "2|" + a + "1|--x--|", "a[1] photo[2]!repeated"),
  (a + "1|--x|Content-Disposition: form-data; name=\"A\"||2|--x--|", "a[1] A[2]"),
  (a + "|--x|Content-Disposition: form-data; name=\"a\"; filename=\"a\"||2|--x--|", "a[]!repeated"),
  // A file name is ignored. A control character in it makes the headers malformed.
  (with(disposition: #"form-data; name="a"; filename="../../x""#), "a[1]"),
  (with(disposition: #"form-data; name="a"; filename*=UTF-8''%e2%82%ac.jpg"#), "a[1]"),
  (with(disposition: #"form-data; filename="a; name=\"b\"; .jpg"; name="a""#), "a[1]"),
  (with(disposition: #"form-data; name="a"; filename="C:\photos\x.jpg""#), "a[1]"),
  (with(disposition: "form-data; name=\"a\"; filename=\"é¿.jpg\""), "a[1]"),
  (with(disposition: "form-data; name=\"a\"; filename=\"x\u{0}.jpg\""), "!headers"),
  (with(disposition: "form-data; name=\"a\"; filename=\"x\ny.jpg\""), "!headers"),
  // Other spellings: all are accepted, except spaces around "=" in a header.
  (with(disposition: "form-data; name=a"), "a[1]"),
  (with(disposition: #"form-data;name="a";"#), "a[1]"),
  (with(disposition: #"form-data ; name = "a""#), "!headers"),
  (with(disposition: #"FORM-DATA; NAME="a""#), "a[1]"),
  (with(#"content-disposition:form-data; name="a""#), "a[1]"),
  (with(#"X-Any: é; "open|Content-Disposition: form-data; name="a""#), "a[1]"),
  (with(disposition: #"form-data; name="a\"b\\c""#), #"a"b\c[1]"#),
  (with(disposition: "form-data; name=\"宇\""), "å®\u{87}[1]"),
  ("--x \t |Content-Disposition: form-data; name=a||1|--x--", "a[1]"),
  ("anything| --x|--|-" + a + "2|" + a + "1|--x--|", "a[1]"),
  ("anything| --x|" + a + "1|--x--|", "a[1]"),
  ("|" + a + "1|--x--|", "a[1]"),
  (a + "1|--x--anything|--x||--x--", "a[1]"),
  (a + "1|--x--", "a[1]"),
  ("--x--", ""),
  ("--x--|", ""),
  // A part without a body shares its blank line with the delimiter: RFC 2046 §5.1.1.
  (a + "--x--|", "a[]"),
  (a + "--y|--x--|", "a[--y]"),
  // Lines that resemble a delimiter.
  (a + "--|--|-|--x--|", "a[--|--|-]"),
  (a + "1--x--|2|--x--|", "a[1--x--|2]"),
  (a + "1\n--x--\n|--x--|", "a[1\n--x--\n]"),
  (a + "1\r--x--\r|--x--|", "a[1\r--x--\r]"),
  (a + "1\r|--x--|", "a[1\r]"),
  (a + "1\r\r\r|--x--|", "a[1\r\r\r]"),
  (a + "1|||--x--|", "a[1||]"),
  (a + "|\r|-|--|--X--|-- x|--x--|", "a[|\r|-|--|--X--|-- x]"),
  (a + "1|--|--x--|", "a[1|--]"),
  (a + "¿\u{0}|--x--|", "a[¿\u{0}]"),
  // A multipart body inside a part: its delimiters are data unless they begin with our boundary.
  (a + "--y||1|--y--|--x--|", "a[--y||1|--y--]"),
  (a + "1|--xy|2|--x--|", "a[1]!delimiter"),
  (a + "1|--x-|2|--x--|", "a[1]!delimiter"),
  (a + "1|--x|--x--|", "a[1]!truncated"),
  (a + "1|--x|--x--||", "a[1]!headers"),
  (a + "1|--x 2|--x--|", "a[1]!delimiter"),
  (a + "1|--x\n2|--x--|", "a[1]!delimiter"),
  (a + "1|--x\r2|--x--|", "a[1]!delimiter"),
  // Bodies that end early.
  ("", "!truncated"),
  ("-", "!truncated"),
  ("--x", "!truncated"),
  ("--x-", "!truncated"),
  ("--x|", "!truncated"),
  (#"--x|Content-Disposition: form-data; name="a"|"#, "!truncated"),
  (a, "a[!truncated"),
  (a + "1", "a[1!truncated"),
  (a + "1|--x", "a[1]!truncated"),
  (a + "1|--", "a[1!truncated"),
  (a + "1|--x|", "a[1]!truncated"),
  ("no delimiter at all", "!truncated"),
  ("--X--", "!truncated"),
  ("--y--", "!truncated"),
  // Malformed headers.
  ("--x||1|--x--|", "!headers"),
  (with("X-Any: 1"), "!headers"),
  (with(disposition: #"attachment; name="a""#), "!headers"),
  (with(disposition: "form-data"), "!headers"),
  (with(disposition: #"form-data; name="""#), "!headers"),
  (with(disposition: "form-data; name="), "!headers"),
  (with(disposition: #"form-data; name="a"; name="b""#), "!headers"),
  (with(disposition: #"form-data; name*=UTF-8''a"#), "!headers"),
  (with(disposition: #"form-data; name="a"#), "!headers"),
  (with(disposition: #"form-data; name="a\"#), "!headers"),
  (with(disposition: #"form-data; name="a" b"#), "!headers"),
  (with(disposition: #"form-data, name="a""#), "!headers"),
  (with(disposition: "form-data; name=\"a\u{0}\""), "!headers"),
  (with(disposition: "form-data; name=\"a\tb\""), "!headers"),
  (with(disposition: "form-data; name=\"¿\""), "!headers"),
  (with(disposition: "form-data; name=a|Content-Disposition: form-data; name=b"), "!headers"),
  (with("no colon|Content-Disposition: form-data; name=a"), "!headers"),
  (with(": 1|Content-Disposition: form-data; name=a"), "!headers"),
  (with("Content-Disposition : form-data; name=a"), "!headers"),
  (with("Content-Disposition: form-data;| name=a"), "!headers"),
  (with("X-Any: 1\r2|Content-Disposition: form-data; name=a"), "!headers"),
  (with("X-Any: 1\u{0}|Content-Disposition: form-data; name=a"), "!headers"),
  ("--x|X-Any: 1\nContent-Disposition: form-data; name=a||1|--x--|", "!headers"),
  ("--x\nContent-Disposition: form-data; name=a\n\n1\n--x--\n", "!delimiter"),
  (nine.joined() + "--x--|", "f1[1] f2[2] f3[3] f4[4] f5[5] f6[6] f7[7] f8[8]!tooManyParts"),
]

@Suite struct MultipartTests {
  @Test(arguments: bodyTable)
  func `a body gives its parts or an error`(body: String, parts: String) {
    #expect(outcome(multipartX, bytes(body)).line == parts)
  }

  @Test(
    arguments: [
      ("multipart/form-data; boundary=x", nil), ("Multipart/Form-Data; Boundary=x", nil),
      (#"multipart/form-data; boundary="x""#, nil), ("multipart/form-data;boundary=x;", nil),
      ("multipart/form-data; charset=utf-8; boundary=x", nil),
      (#"multipart/form-data; a="; boundary=y"; boundary=x"#, nil),
      (#"multipart/form-data; boundary="\x""#, nil),
      ("", .notMultipart), ("text/plain", .notMultipart), ("text/plain; boundary=x", .notMultipart),
      ("multipart/mixed; boundary=x", .notMultipart),
      ("multipart/form-dat; boundary=x", .notMultipart),
      ("multipart/form-data2; boundary=x", .notMultipart), ("; boundary=x", .notMultipart),
      ("multipart/form-data boundary=x", .notMultipart), ("multipart/form-data; =x", .notMultipart),
      ("multipart/form-data; boundary=\"x", .notMultipart),
      ("multipart/form-data\0", .notMultipart),
      ("multipart/form-data; boundary=x\r\n", .notMultipart),
      ("multipart/form-data, multipart/form-data; boundary=x", .notMultipart),
      ("multipart/form-data", .boundary), ("multipart/form-data;", .boundary),
      ("multipart/form-data; boundary=", .boundary),
      (#"multipart/form-data; boundary="""#, .boundary),
      ("multipart/form-data; boundary=x; boundary=x", .boundary),
      ("multipart/form-data; boundary=x@", .boundary),
      ("multipart/form-data; boundary=é", .boundary),
      (#"multipart/form-data; boundary="x ""#, .boundary),
      ("multipart/form-data; boundary*=x", .boundary),
      (#"multipart/form-data; boundary="x<""#, .boundary),
    ] as [(String, MultipartError?)])
  func `a content type is accepted or an error`(contentType: String, error: MultipartError?) {
    let expected = error.map { "!\($0)" } ?? "a[1]"
    #expect(outcome(contentType, bytes(a + "1|--x--|")).line == expected)
  }

  @Test(arguments: [
    String(repeating: "b", count: 1), String(repeating: "b", count: 70), "-", "--", "----x--",
    "0'()+_,-./:=?z", "a b", "===============42==", "----WebKitFormBoundary7MA4YWxkTrZu0gW",
  ])
  func `a boundary may have any character of the RFC's set`(boundary: String) {
    let body =
      "--\(boundary)|Content-Disposition: form-data; name=a||1|-\(boundary)|--\(boundary)--|"
    let type = "multipart/form-data; boundary=\"\(boundary)\""
    #expect(outcome(type, bytes(body)).line == "a[1|-\(boundary)]")
  }

  @Test(arguments: [71, 200, 8000])
  func `a boundary has a maximum length`(count: Int) {
    let type = "multipart/form-data; boundary=" + String(repeating: "b", count: count)
    #expect(outcome(type, []).line == "!boundary")
  }

  @Test func `headers have a maximum length, tested on both sides`() {
    let fixed = bytes("X: |Content-Disposition: form-data; name=a||").count
    for (length, line) in [(4096, "a[1]"), (4097, "!headersTooLong"), (1 << 20, "!headersTooLong")]
    {
      let filler = String(repeating: "y", count: length - fixed)
      let body = with("X: \(filler)|Content-Disposition: form-data; name=a")
      #expect(outcome(multipartX, bytes(body)).line == line)
    }
    let padded = "--x" + String(repeating: " ", count: 5000) + "|"
    #expect(outcome(multipartX, bytes(padded)).line == "!headersTooLong")
  }

  @Test func `a name has a maximum length, tested on both sides`() {
    let name = String(repeating: "n", count: 64)
    #expect(
      outcome(multipartX, bytes(with(disposition: "form-data; name=\(name)"))).line == "\(name)[1]")
    #expect(
      outcome(multipartX, bytes(with(disposition: "form-data; name=\(name)n"))).line == "!headers")
  }

  @Test func `ten thousand parts are refused at the ninth`() {
    let ten = (1...10_000).map { #"--x|Content-Disposition: form-data; name="f\#($0)"||1|"# }
    let parts = outcome(multipartX, bytes(ten.joined() + "--x--"))
    #expect(parts.partCount == 8)
    #expect(parts.line.hasSuffix("!tooManyParts"))
  }

  @Test func `the caller can lower the limits`() throws {
    var limits = MultipartParser.Limits()
    limits.parts = 1
    var parser = try MultipartParser(contentType: multipartX, limits: limits)
    bytes(nine[..<2].joined() + "--x--").withUnsafeBytes { parser.feed($0) { _ in } }
    #expect(throws: MultipartError.tooManyParts) { try parser.finish() }
  }

  @Test func `file names are kept as they were sent, by the names of their parts`() throws {
    let cases: [(sent: String, kept: [UInt8]?)] = [
      ("filename=\"a.csv\"", Array("a.csv".utf8)), ("", nil), ("filename=\"\"", []),
      ("filename=\"../../é\"", Array("../../é".utf8)),
      ("filename=\"a\"; filename=\"b\"", nil),
    ]
    for (sent, kept) in cases {
      var parser = try MultipartParser(contentType: multipartX)
      let body = with(disposition: "form-data; name=\"file\"; \(sent)")
      bytes(body).withUnsafeBytes { parser.feed($0) { _ in } }
      try parser.finish()
      #expect(parser.fileNames["file"] == kept, "\(sent)")
    }
  }

  @Test func `an error is known before the end, and no event follows it`() throws {
    var parser = try MultipartParser(contentType: multipartX)
    bytes("--xy").withUnsafeBytes { parser.feed($0) { _ in Issue.record("an event") } }
    #expect(parser.error == .delimiter)
    bytes("|" + a + "1|--x--|").withUnsafeBytes {
      parser.feed($0) { _ in Issue.record("an event") }
    }
    #expect(throws: MultipartError.delimiter) { try parser.finish() }
  }

  @Test func `an error of the consumer is rethrown unchanged`() throws {
    var parser = try MultipartParser(contentType: multipartX)
    let body = bytes(a + "1|--x--|")
    for stop in 0..<3 {
      var seen = 0
      parser = try MultipartParser(contentType: multipartX)
      #expect(throws: Stop(event: stop)) {
        try body.withUnsafeBytes { piece in
          try parser.feed(piece) { _ throws(Stop) in
            if seen == stop { throw Stop(event: stop) }
            seen += 1
          }
        }
      }
    }
  }
}

private struct Stop: Error, Equatable { let event: Int }
