// Small forms: input that browsers send is accepted, all other input is refused.

import CGI
import Testing

private let type = "application/x-www-form-urlencoded"

@Suite struct FormTests {
  @Test(arguments: [
    ("", [:]), ("a=1", ["a": "1"]), ("a=1&b=2", ["a": "1", "b": "2"]), ("a=", ["a": ""]),
    ("a", ["a": ""]), ("a=1&", ["a": "1"]), ("&&a=1", ["a": "1"]), ("a=b=c", ["a": "b=c"]),
    ("a=x+y%20z", ["a": "x y z"]), ("a%3Db=%26", ["a=b": "&"]), ("a=%E5%AE%87", ["a": "宇"]),
    ("a=宇", ["a": "宇"]), ("a=%0D%0A", ["a": "\r\n"]), ("=1", ["": "1"]),
    ("A=1&a=2", ["A": "1", "a": "2"]),
    ("a=%2b", ["a": "+"]), ("a=%252e", ["a": "%2e"]), ("a=1;b=2", ["a": "1;b=2"]),
  ])
  func `fields are decoded`(body: String, fields: [String: String]) throws {
    let form = try Form(contentType: type, body: Array(body.utf8))
    #expect(form.names == fields.keys.sorted())
    for (name, value) in fields { #expect(form[name] == value) }
    #expect(form["other"] == nil)
  }

  @Test(arguments: [
    ("a=1&a=2", FormError.duplicate), ("a=1&a=1", .duplicate), ("a&%61", .duplicate),
    ("a=%", .escape), ("a=%4", .escape), ("a=%zz", .escape), ("%=1", .escape), ("a=%+1", .escape),
    ("a=%00", .text), ("a=\u{0}", .text), ("a=%FF", .text), ("a=%C0%AF", .text),
    ("a=%ED%A0%80", .text), ("a=%E5%AE", .text), ("%80=1", .text),
  ])
  func `input that browsers never send is refused`(body: String, error: FormError) {
    #expect(throws: error) { try Form(contentType: type, body: Array(body.utf8)) }
  }

  @Test(
    arguments: [
      (type, true), (type + "; charset=UTF-8", true), ("Application/X-WWW-Form-Urlencoded", true),
      (nil, false), ("", false), ("text/plain", false), ("multipart/form-data; boundary=x", false),
      (type + "x", false), ("application/json", false),
    ] as [(String?, Bool)])
  func `another content type is refused`(contentType: String?, isForm: Bool) {
    let form = try? Form(contentType: contentType, body: Array("a=1".utf8))
    #expect((form != nil) == isForm)
  }

  @Test func `a form has a maximum length and a maximum number of fields`() throws {
    let longest = Array(("a=" + String(repeating: "b", count: 65534)).utf8)
    #expect(try Form(contentType: type, body: longest)["a"]?.utf8.count == 65534)
    #expect(throws: FormError.tooLong) { try Form(contentType: type, body: longest + [98]) }
    let fields = (0..<Form.mostFields).map { "f\($0)=\($0)" }.joined(separator: "&")
    #expect(try Form(contentType: type, body: Array(fields.utf8)).names.count == 1100)
    #expect(throws: FormError.tooManyFields) {
      try Form(contentType: type, body: Array((fields + "&x=1").utf8))
    }
  }
}
