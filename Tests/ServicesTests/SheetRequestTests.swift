// Requests about sheets of a shelf: those that the played model answers, and those that it refuses.

import Pictures
import Services
import Testing

@Suite struct SheetRequestTests {
  private func post(_ numbers: String, side: Int, to service: OpenAIService) throws -> CurlAnswer {
    let grey = Pixels(
      width: side, height: 40, rgb: Array(repeating: 128, count: side * 40 * 3))
    let jpeg = try Requests.jpeg(of: grey, side: side)
    return try Requests.post(
      Requests.sheet(jpeg, text: "The numbers in the picture: \(numbers)\nWhat?"), to: service)
  }

  @Test func `the names on the numbered items are answered, in the order of the request`() throws {
    let service = try OpenAIService()
    service.plan { $0.read(PlayedShelf([PlayedSpine("A", "B"), PlayedSpine("C", nil)])) }
    let answer = try post("2, 1, 9", side: 1536, to: service)
    #expect(answer.status == 200, "\(answer.text)")
    let text = answer.text.replacing("\\", with: "")
    let (second, first) = (text.firstRange(of: "\"C\""), text.firstRange(of: "\"A\""))
    #expect(try #require(second).lowerBound < (try #require(first)).lowerBound)
    #expect(service.log.charged(.shelf) == 1)
  }

  static let refused: [(numbers: String, side: Int, says: String)] = [
    ("1, 2", 1537, "more than 1,536"), ("", 100, "the numbers []"),
    ("1, 1", 100, "the numbers [1, 1]"), ("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11", 100, "the numbers"),
  ]

  @Test(arguments: refused)
  func `a sheet that breaks the promises of the program is refused`(
    numbers: String, side: Int, says: String
  ) throws {
    let service = try OpenAIService()
    service.plan { $0.read(.demo) }
    let answer = try post(numbers, side: side, to: service)
    #expect(answer.status == 400)
    #expect(answer.text.contains(says), "\(answer.text)")
    #expect(service.log.charged(.shelf) == 0)
  }
}
