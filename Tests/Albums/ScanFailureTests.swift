// The words of a failure after the photo is deleted.

import Albums
import Testing

@Suite struct ScanFailureTests {
  static let reasons: [(message: String?, reason: String)] = [
    (
      "It made no sense. The photo is kept, and the scan tries again by itself.",
      "It made no sense."
    ),
    ("The credit is used; the photo is kept.", "The credit is used."),
    ("Nothing of the kind.", "Nothing of the kind."), ("", ""),
  ]

  @Test(arguments: reasons)
  func `a reason says nothing of the photo`(message: String?, reason: String) {
    #expect(ScanFailure(.providerFailed, message).reason == reason)
  }

  @Test(
    arguments: [
      (nil, ""), ("It made no sense. The photo is kept for now.", "It made no sense. "),
    ] as [(String?, String)])
  func `a scan that gives up does not promise to go on`(message: String?, why: String) {
    let failure = ScanFailure(.network, message).givenUp
    #expect(failure.code == .network)
    #expect(
      failure.message
        == why + "It was tried for 24 hours, and then the photo was deleted. Take it again.")
  }
}
