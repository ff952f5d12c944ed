// `GET …/scans?id=…`, the states of several scans in one response; a photo that another person took;
// and a shared picture that reaches the server.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct TrayTests {
  @Test func `the response has the status of each scan in the order of the ids`() throws {
    let house = try Installation()
    try house.copySample()
    let ids = try (1...3).map { try house.queue(try Sample.smallPhoto("photo \($0)")) }
    try house.albumscan(["build"])
    let unknown = String(repeating: "0", count: 26)
    let order = [ids[2].text, unknown, ids[0].text, ids[1].text]
    let program = try house.loneCGI()
    let answer = try house.runCGI(
      program, house.environment("GET", "/scans?id=\(order.joined(separator: ","))"))
    #expect(answer.status == 200)
    let places = try order.map { try #require(answer.body.range(of: #""id":"\#($0)""#)).lowerBound }
    #expect(places == places.sorted())
    let state = String(
      decoding: try Files.read("\(house.site)/scan/\(ids[2])/status.json"), as: UTF8.self)
    #expect(answer.body.contains(state))
    #expect(answer.body.contains(#"{"id":"\#(unknown)","state":"gone"}"#))
  }

  @Test(arguments: [
    "", "id=", "id=../../etc/passwd", "id=a,b", "id=%00", "ids=x", "id=x&id=y",
    "id="
      + [String](repeating: String(repeating: "a", count: 26), count: 41).joined(separator: ","),
  ])
  func `a wrong list of ids is refused`(query: String) throws {
    let house = try Installation()
    let program = try house.loneCGI()
    let answer = try house.runCGI(
      program, house.environment("GET", "/scans?\(query)", ["HTTP_ACCEPT=application/json"]))
    #expect(answer.status == 400 && answer.body.contains("badRoute"), "\(answer.body)")
  }

  @Test func `a photo that another person took with this browser is refused, and nothing is kept`()
    throws
  {
    let household = try Household()
    let house = household.installation
    let ben = try household.person("Bén", .base)
    // Without people, and for the first owner, the id is "owner".
    for (id, cookie, status) in [
      (ben.person.id.text, household.annasCookie, 401), ("owner", ben.cookie, 401),
      ("Bén", ben.cookie, 401), (ben.person.id.text, ben.cookie, 202),
      ("owner", household.annasCookie, 202),
    ] {
      let body = Multipart(
        photo: try Sample.smallPhoto("\(id) \(cookie)"), fields: [("person", id)])
      let answer = try house.runCGI(
        household.program,
        house.uploadEnvironment(body, household.browser(cookie) + ["HTTP_ACCEPT=application/json"]),
        input: try house.bodyFile(body.bytes))
      #expect(answer.status == status, "\(id)")
      #expect(status != 401 || answer.body.contains("signIn"))
    }
    #expect(try Files.entries(of: "\(house.data)/photos").count == 2)
  }

  @Test func `a shared picture that reaches the server changes nothing and leads to the camera`()
    throws
  {
    let house = try Installation()
    let program = try house.loneCGI()
    let body = Multipart(photo: try Sample.smallPhoto("shared"))
    let before = try SHA256.digest(of: Files.read("\(house.data)/albums.db"))
    let answer = try house.runCGI(
      program,
      house.environment(
        "POST", "/share",
        [
          "CONTENT_TYPE=\(body.contentType)", "CONTENT_LENGTH=\(body.bytes.count)",
          "HTTP_ORIGIN=null",
        ]), input: try house.bodyFile(body.bytes))
    #expect(answer.status == 303 && answer.header("Location") == "/")
    #expect(answer.bytesRead == body.bytes.count)
    #expect(try SHA256.digest(of: Files.read("\(house.data)/albums.db")) == before)
    #expect(try Files.entries(of: "\(house.data)/photos").isEmpty)
  }
}
