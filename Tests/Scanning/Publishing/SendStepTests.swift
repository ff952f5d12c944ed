// The order of sending and the headers of files, as tables.

import Testing

@testable import Publishing

@Suite struct SendStepTests {
  static let steps: [(path: String, isNew: Bool, step: SendStep)] = [
    ("album/x/abc-500.jpg", true, .lasting), ("assets/style-0123456789ab.css", true, .lasting),
    ("search/2026-11-1.0123.json", true, .lasting),
    ("search/2026-11-1.words-0.01.json", true, .lasting),
    ("search/index.json", true, .newPages), ("search/index.json", false, .changedPages),
    ("search/index.html", false, .changedPages), ("archive.zip", true, .lasting),
    ("archive.zip", false, .archive),
    ("album/x/index.html", true, .newPages), ("album/x/index.html", false, .changedPages),
    ("artists/x/1/index.html", true, .newPages), ("tags/x/feed.atom", true, .newFeeds),
    ("tags/x/feed.atom", false, .changedPages), ("tags/x/index.html", true, .newPages),
    ("index.html", true, .entrances), ("index.html", false, .changedPages),
    ("404.html", true, .entrances), ("feed.atom", true, .changedPages),
    ("_headers", true, .changedPages), ("style.css", false, .changedPages),
    ("icons/record.svg", true, .newPages), ("album/x.jpg", true, .newPages),
  ]

  @Test(arguments: steps)
  func `a file is sent in the step of its kind`(path: String, isNew: Bool, step: SendStep) {
    #expect(SendStep(sending: path, isNew: isNew) == step)
  }

  @Test(arguments: [
    ("album/x/index.html", SendStep.removedPages), ("tags/x/feed.atom", .removedPages),
    ("album/x/a-200.jpg", .removedFiles), ("search/2026-1-1.01.json", .removedFiles),
    ("assets/a-01.js", .removedFiles),
  ])
  func `pages are removed before other files`(path: String, step: SendStep) {
    #expect(SendStep(removing: path) == step)
  }

  @Test(arguments: [
    ("robots.txt", "text/plain; charset=utf-8"), ("_headers", "text/plain; charset=utf-8"),
    ("tags/x/feed.atom", "application/atom+xml; charset=utf-8"),
    ("feed.json", "application/feed+json; charset=utf-8"), ("archive.zip", "application/zip"),
    ("search/index.json", nil), ("index.html", nil), ("album/x/a-200.jpg", nil),
    ("assets/a-01.svg", nil),
  ])
  func `a file whose type rclone does not know gets one`(path: String, type: String?) {
    let types = FileHeaders(path).lines.filter { $0.hasPrefix("Content-Type: ") }
    #expect(types == (type.map { ["Content-Type: \($0)"] } ?? []))
  }

  @Test func `a run has at most 64 MiB, and a larger file is a run of its own`() {
    var plan = SendPlan()
    for (number, megabytes) in [30, 30, 30, 100, 1, 64].enumerated() {
      plan.add("assets/\(number)", exists: true, isNew: true, bytes: megabytes << 20)
    }
    #expect(
      plan.runs.map(\.files) == [
        ["assets/0", "assets/1"], ["assets/2"], ["assets/3"], ["assets/4"], ["assets/5"],
      ])
  }

  @Test func `a plan has the steps in order, and runs of a limited size`() {
    var plan = SendPlan()
    for number in 0..<1201 { plan.add("album/\(number)/a-200.jpg", exists: true, isNew: true) }
    plan.add("album/1/index.html", exists: true, isNew: true)
    plan.add("index.html", exists: true, isNew: false)
    plan.add("feed.atom", exists: true, isNew: false)
    plan.add("album/9/index.html", exists: false, isNew: false)
    plan.add("album/9/a-200.jpg", exists: false, isNew: false)
    let runs = plan.runs
    #expect(plan.count == 1206)
    #expect(runs.map(\.files.count) == [500, 500, 201, 1, 1, 1, 1, 1])
    #expect(runs[3].files == ["album/1/index.html"])
    #expect(Set(runs[4...5].flatMap(\.files)) == ["index.html", "feed.atom"])
    #expect(runs[6].files == ["album/9/index.html"] && runs[6].headers == nil)
    #expect(runs[7].files == ["album/9/a-200.jpg"])
  }
}
