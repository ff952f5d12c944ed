// The module that tells own answers from foreign ones, in a real browser: its table of statuses and bodies.
// Source: docs/interface.md "In the browser".

import Host
import Support
import Testing

@Suite(.serialized) struct BrowserAnswerTests {
  private static let own = "<!DOCTYPE html>\n<html data-albumscan lang=\"en\"><p>x</html>"
  private static let foreign = "<!DOCTYPE html>\n<html lang=\"en\"><p>data-albumscan</html>"
  private static let id = String(repeating: "a", count: 26)

  private static func refusal(_ code: String) -> String {
    #"{"error":{"code":"\#(code)","message":"m"}}"#
  }

  /// A status, a body, and the outcome for a photo or a change that waits.
  private static let outcomes: [(Int, String, String)] =
    [
      (202, #"{"id":"\#(id)"}"#, "sent"), (200, own, "retry"), (200, #"{"id":"a"}"#, "retry"),
      (401, refusal("signIn"), "signIn"), (401, own, "signIn"),
      (413, refusal("tooLarge"), "refused"), (413, own, "refused"),
      (503, refusal("queueFull"), "wait"), (503, own, "wait"), (429, refusal("quota"), "wait"),
      (400, refusal("unreadable"), "refused"), (403, refusal("notAllowed"), "refused"),
      (409, refusal("conflict"), "refused"), (415, refusal("notJPEG"), "refused"),
      (400, refusal("badLength"), "retry"), (500, refusal("busy"), "retry"),
      (507, refusal("diskFull"), "retry"), (404, own, "retry"), (403, own, "retry"),
      (500, own, "retry"), (0, "", "retry"),
    ]
    + [400, 401, 403, 404, 413, 429, 500, 502, 503, 504, 200, 302, 511].flatMap { status in
      [
        foreign, "", "Blocked", #"{"id":7}"#, #"{"error":"x"}"#, #"{"error":{"code":404}}"#,
        #"{"error":{"code":"x"}}"#, "[]", "null",
      ].map { (status, $0, "retry") }
    }

  @Test func `only an own answer refuses a photo, asks for a sign-in or sets a pause`() throws {
    let installation = try Installation()
    let server = try WebServer(installation)
    let browser = try Browser()
    try browser.open("\(installation.origin)/privacy/")
    let found = try browser.runAsync(
      """
      const { outcome } = await module("send");
      return parameters[0].map(([status, text]) => outcome({ status, text, pause: null }).outcome);
      """,
      [.list(Self.outcomes.map { .list([.number(Double($0.0)), .text($0.1)]) })]
    ).items.map(\.text)
    #expect(found.count == Self.outcomes.count)
    for (outcome, (status, body, expected)) in zip(found, Self.outcomes) {
      #expect(outcome == expected, "\(status) \(body)")
    }
    withExtendedLifetime(server) {}
  }

  private static let session = """
    {"version":1,"who":"Anna","id":"a","people":true,"mayScan":true,"plan":"owner","scansLeft":null,"spending":0,\
    "spendingNote":null,"advancedSearch":true}
    """

  /// A document, and whether it is that of the session.
  private static let sessions: [(String, Bool)] = [
    (session, true),
    (
      session.replacing(#""who":"Anna","id":"a""#, with: #""who":null,"id":null"#)
        .replacing(#""mayScan":true,"plan":"owner""#, with: #""mayScan":false,"plan":null"#), true
    ),
    (session.replacing(#""id":"a""#, with: #""id":null"#), false),
    (session.replacing(#""version":1"#, with: #""version":2"#), false),
    (session.replacing(#","advancedSearch":true"#, with: ""), false),
    (session.replacing(#""people":true"#, with: #""people":1"#), false),
    ("{}", false), (#"{"version":1}"#, false), (#"{"version":1,"id":null}"#, false),
    (#"{"version":1,"who":null,"id":null}"#, false), ("[]", false), ("null", false), ("", false),
    (foreign, false), (own, false),
  ]

  @Test func `only the whole document of the session names a person or a stranger`() throws {
    let installation = try Installation()
    let server = try WebServer(installation)
    let browser = try Browser()
    try browser.open("\(installation.origin)/privacy/")
    let found = try browser.runAsync(
      """
      const { isSession, read } = await module("answer");
      const judged = async (text) => (await read(new Response(text), isSession))?.document != null;
      const real = await read(await fetch("/cgi-bin/albumscan/session"), isSession);
      return [real.document !== null, ...(await Promise.all(parameters[0].map(judged)))];
      """, [.list(Self.sessions.map { .text($0.0) })]
    ).items.map(\.isTrue)
    #expect(found.first == true, "the document of the program")
    #expect(found.count == Self.sessions.count + 1)
    for (isSession, (document, expected)) in zip(found.dropFirst(), Self.sessions) {
      #expect(isSession == expected, "\(document)")
    }
    withExtendedLifetime(server) {}
  }

  /// The beginning of a page, and whether it is a page of AlbumScan.
  private static let pages: [(String, Bool)] = [
    (own, true), ("<!doctype html><html data-albumscan>", true),
    ("<!DOCTYPE html><html lang=en data-albumscan class=x>", true),
    ("<!-- a host's comment -->\n<!DOCTYPE html>\n<html data-albumscan=\"\">", true),
    (foreign, false), ("<html data-albumscanner>", false), ("<p><html data-albumscan>", false),
    ("<!DOCTYPE html><html><body data-albumscan>", false), ("", false), ("{}", false),
  ]

  @Test func `only a page with the product attribute is a page of AlbumScan`() throws {
    let installation = try Installation()
    let server = try WebServer(installation)
    let browser = try Browser()
    try browser.open("\(installation.origin)/privacy/")
    let found = try browser.runAsync(
      """
      const { isOwnPage, isPageAnswer } = await module("answer");
      const headers = { "Content-Type": "text/html; charset=utf-8" };
      const judged = async (text) => [isOwnPage(text), await isPageAnswer(new Response(text, { headers }))];
      return Promise.all(parameters[0].map(judged));
      """, [.list(Self.pages.map { .text($0.0) })]
    ).items.map { $0.items.map(\.isTrue) }
    #expect(found.count == Self.pages.count)
    for (isOwn, (page, expected)) in zip(found, Self.pages) {
      #expect(isOwn == [expected, expected], "\(page)")
    }
    withExtendedLifetime(server) {}
  }
}
