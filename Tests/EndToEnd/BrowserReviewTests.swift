// The sentences of a review in a real browser. The page first shows the album's name for a second, or
// until the first sentence arrives; the others follow one by one. A screen reader reads no sentence twice.

import Albums
import Host
import Support
import Testing

@Suite(.serialized) struct BrowserReviewTests {
  let installation: Installation
  let server: WebServer
  let id = ScanID(randomBytes: Array(repeating: 9, count: 17))

  init() throws {
    installation = try Installation()
    server = try WebServer(installation)
    let pattern = try installation.text("scan/waiting/index.html")
    let zeros = String(repeating: "0", count: 26)
    try installation.folder.write(
      pattern.replacing(zeros, with: id.text), to: "site/scan/\(id)/index.html")
  }

  /// Writes the status of the scan, as the worker does.
  private func tell(_ state: String, _ text: String? = nil) throws {
    let review = text.map { #"{"text":"\#($0)"}"# } ?? "null"
    let status = #"""
      {"version":1,"id":"\#(id)","state":"\#(state)","message":"We found Paper Moon by The Ferries",
       "album":{"artist":"The Ferries","title":"Paper Moon","year":1979,"genres":[],"recordLabel":null},
       "earlier":[],"candidates":[],"artwork":null,"page":"/scan/\#(id)/","review":\#(review),"hints":[],
       "failure":null,"cost":0.0,"updated":"2026-11-21T12:00:00.000Z"}
      """#
    try Files.replace(
      "\(installation.site)/scan/\(id)/status.json", with: Array(status.utf8), durably: false)
  }

  /// The page's clock stands still, so that only the test ends the second.
  @Test(arguments: [true, false])
  func `the name alone stays for a second, and the first sentence ends the wait`(
    hasSentence: Bool
  ) throws {
    try tell("identified")
    let browser = try Browser()
    try browser.chromium(
      "Page.addScriptToEvaluateOnNewDocument",
      ["source": "window.time = 5000; performance.now = () => window.time"])
    try browser.open("\(installation.origin)/scan/\(id)/")
    #expect(try eventually { try browser.text(".saying").contains("We found Paper Moon") })
    try tell("reviewing", hasSentence ? "A *patient* record." : nil)
    if hasSentence {
      #expect(try eventually { try browser.text(".so-far") == "A patient record." })
    } else {
      let polls = """
        return performance.getEntriesByType("resource").filter((one) => one.name.includes("/scan/")).length
        """
      let before = try browser.run("window.time += 990; \(polls)").number
      #expect(try eventually { try browser.run(polls).number >= before + 2 })
      #expect(try browser.text(".saying").contains("We found Paper Moon"))
      try browser.run("window.time += 10")
    }
    #expect(try eventually { try browser.text(".saying").contains("Writing a review") })
  }

  @Test func `the first sentence appears, and the others follow`() throws {
    try tell("identified")
    let browser = try Browser()
    try browser.open("\(installation.origin)/scan/\(id)/")
    #expect(try eventually { try browser.text(".saying").contains("We found Paper Moon") })
    try browser.run(
      """
      const saying = document.querySelector(".saying");
      new MutationObserver(() => {
        window.afterHold ??= document.querySelector(".so-far").textContent;
      }).observe(saying, { childList: true, characterData: true, subtree: true });
      """)
    try tell("reviewing", "A *patient* record.")
    #expect(try eventually { try browser.text(".so-far") == "A patient record." })
    try browser.run("document.querySelector('.so-far span').dataset.mark = 'first'")
    let place =
      "return Math.round(document.querySelector('.so-far span').getBoundingClientRect().top)"
    #expect(try eventually { try browser.text(".saying").contains("Writing a review") })
    #expect(
      try browser.run("return window.afterHold").text == "A patient record.",
      "it is there as soon as something else is said")
    pause(milliseconds: 600)
    let before = try browser.run(place)
    let wayOut =
      "return Math.round(document.querySelector('.correct summary').getBoundingClientRect().top)"
    let wayOutBefore = try browser.run(wayOut)
    try tell("reviewing", #"A *patient* record. It turns.\n- **Sound:** dry."#)
    #expect(try eventually { try browser.text(".so-far").contains("Sound: dry.") })
    #expect(try browser.text(".so-far").hasPrefix("A patient record. It turns."))
    #expect(
      try browser.run("return document.querySelectorAll('.so-far span').length === 3").isTrue)
    #expect(
      try browser.run("return !!document.querySelector('.so-far [data-mark]')").isTrue,
      "what stood there is still the same element")
    #expect(try browser.run(place) == before, "nothing jumps")
    #expect(try browser.run(wayOut) == wayOutBefore, "what one is about to tap stays where it is")
    #expect(try browser.text("h1 .title") == "Paper Moon")
    #expect(
      try browser.run(
        "return document.querySelector('.so-far').getAttribute('aria-live') === 'polite'"
      ).isTrue)
    try browser.chromium(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-reduced-motion", "value": "reduce"]]])
    pause(milliseconds: 600)
    let problems = try PageAudit.problems(in: browser)
    #expect(problems.isEmpty, "\(problems)")
  }

  @Test func `a user who is typing gets no message about an unwritten review`() throws {
    try tell("identified")
    let browser = try Browser()
    try browser.open("\(installation.origin)/scan/\(id)/")
    #expect(try eventually { try browser.text(".saying").contains("We found Paper Moon") })
    try browser.tap(".correct > details > summary")
    try tell("complete")
    #expect(try eventually { try browser.text(".saying") == "The scan is done: see the album." })
  }

  @Test func `a finished review does not remove the text that the user is typing`() throws {
    try tell("reviewing", "A *patient* record.")
    let browser = try Browser()
    try browser.open("\(installation.origin)/scan/\(id)/")
    #expect(try eventually { try browser.text(".saying").contains("Writing a review") })
    try browser.tap(".correct > details > summary")
    try browser.type("Wee", into: "[name=artist]")
    try tell("complete")
    #expect(
      try eventually { try browser.text(".saying") == "The review is written: see the album." })
    try browser.waitForPolls()
    #expect(try browser.run("return document.querySelector('[name=artist]').value").text == "Wee")
    // The server does not know this scan. The reason of the server still appears beside the form.
    try browser.type("zer", into: "[name=title]")
    try browser.press(.enter)
    #expect(try eventually { try !browser.text(".correct .refused").isEmpty })
    let problems = try PageAudit.problems(in: browser)
    #expect(problems.isEmpty, "\(problems)")
    try browser.keepPicture("scan-held")
  }
}
