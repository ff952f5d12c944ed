// The money patterns of the checkout.

import Albums
import Models
import Support

@testable import Scanning

extension MoneyTalk {
  static let english = read("en", and: nil)
  static let german = read("de", and: "en")

  private static func read(_ language: String, and other: String?) -> MoneyTalk {
    let folder = "\(Checkout.root)/prompts/money"
    do {
      return try MoneyTalk(
        reading: "\(folder)/\(language).txt", and: other.map { "\(folder)/\($0).txt" })
    } catch {
      preconditionFailure("\(error)")
    }
  }

  static func offence(in text: String) -> String? { english.offence(in: text) }
  static func offence(inTrack track: String) -> String? { english.offence(inTrack: track) }
}

extension ReviewReader {
  static func review(
    in answer: String, citing citations: [Citation] = []
  ) throws(ReviewRefusal) -> Review {
    try review(in: answer, citing: citations, money: .english)
  }

  static func repaired(
    _ answer: String, citing citations: [Citation] = []
  ) throws(ReviewRefusal) -> Review {
    try repaired(answer, citing: citations, money: .english)
  }

  static func best(of answers: [ModelAnswer]) -> Review? { best(of: answers, money: .english) }
}

extension IdentificationReader {
  static func reading(of answer: String) -> IdentificationReading {
    reading(of: answer, money: .english)
  }
}
