// The result of a dry run as JSON, which the worker writes and the CGI reads.

import Albums
import Testing
import Text

@Suite struct ImportSummaryTests {
  @Test func `a summary is the same after it was written and read`() {
    var summary = ImportSummary()
    (summary.new, summary.existing, summary.ambiguous, summary.unusable) = (3, 2, 1, 4)
    (summary.albumsToLookUp, summary.minutes, summary.megabytes) = (3, 1, 7)
    (summary.albumsToReview, summary.reviewCost) = (2, Money(microdollars: 12_345))
    (summary.unread.dates, summary.unread.undecidedDates, summary.unread.cutNotes) = (5, 6, 7)
    summary.unread.hasBothOrders = true
    for number in 0...UnreadCells.mostColumns { summary.unread.add(column: "\"Ö\" \(number)") }
    summary.problems = [
      ImportSummary.Problem(
        line: 5, isAmbiguous: true, artist: "\"Å\"", title: "</script>\n", reason: "why")
    ]
    #expect(JSON(summary.json.bytes()).flatMap { ImportSummary($0) } == summary)
    #expect(summary.rowCount == 10)
    var refused = ImportSummary()
    refused.refusal = "no table"
    #expect(JSON(refused.json.bytes()).flatMap { ImportSummary($0) } == refused)
  }

  @Test func `a summary of a former version has no unread cells`() throws {
    let text = #"{"version":1,"new":1,"existing":0,"ambiguous":0,"unusable":0}"#
    let summary = try #require(JSON(Array(text.utf8)).flatMap { ImportSummary($0) })
    #expect(summary.unread == UnreadCells() && summary.unread.sentences.isEmpty)
  }

  @Test func `the costs of reviews are the same after they were written and read`() {
    let costs = ReviewCosts(plain: Money(microdollars: 41_000), searched: Money(microdollars: 99))
    #expect(JSON(costs.json.bytes()).flatMap { ReviewCosts($0) } == costs)
    #expect(costs.most(of: 4, isSearchOn: false) == Money(microdollars: 164_000))
    #expect(costs.most(of: 2, isSearchOn: true) == Money(microdollars: 198))
    #expect(ReviewCosts(["version": 1, "plain": -1, "searched": 2]) == nil)
    #expect(ReviewCosts(["version": 2, "plain": 1, "searched": 2]) == nil)
  }

  @Test(arguments: [
    (0, "1 minute"), (1, "1 minute"), (2, "2 minutes"), (59, "59 minutes"),
    (60, "1:00 h"), (125, "2:05 h"),
  ])
  func `a time below an hour is in minutes`(minutes: Int, text: String) throws {
    #expect(try Phrasebook.english().text(ImportSummary.time(minutes)) == text)
  }

  @Test func `anything else is no summary`() {
    for text in ["", "[]", "{}", #"{"version":2,"new":1}"#, #"{"version":1,"new":"x"}"#] {
      #expect(JSON(Array(text.utf8)).flatMap { ImportSummary($0) } == nil, "\(text)")
    }
  }
}
