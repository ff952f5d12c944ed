// The planned answers of one played model, and the answer to a valid request.

import Host
import JPEG
import Synchronization

final class AnswerTable: Sendable {
  /// Encodes an answer in the format of one service.
  typealias Wording = @Sendable (ModelAnswer, ModelEnding, Latency) -> Answer

  private let answers: Mutex<ModelAnswers>

  init(_ answers: ModelAnswers) { self.answers = Mutex(answers) }

  func change(_ change: (inout ModelAnswers) -> Void) { answers.withLock { change(&$0) } }

  /// The answer to a request; nil if no answer is planned for its text.
  func plan(for request: ModelRequest, worded: @escaping Wording) -> Plan? {
    guard let chosen = choose(for: request) else { return nil }
    var plan = Plan(kind: request.kind) { latency in
      let answer = worded(self.give(chosen, to: request), .completed, latency)
      return (request.isStreamed ? 0 : latency.milliseconds, answer)
    }
    plan.spoiled = { fault in
      if case .dressed(let dress) = fault {
        return worded(self.give(chosen, to: request).dressed(dress), .completed, Latency(0))
      }
      return ModelEnding(fault).map { worded(chosen.answer, $0, Latency(0)) }
    }
    plan.subject = chosen.subject
    plan.text = request.text
    plan.isCharged = true
    plan.ignored = request.ignored
    plan.privacyFaults = request.privacyFaults
    if request.pictures.contains(where: \.hasMetadata) {
      plan.privacyFaults.append("a picture has metadata")
    }
    return plan
  }

  static func unplanned(_ request: ModelRequest) -> String {
    request.sheetFault ?? "The played model was told nothing about this text: \(request.text)"
  }

  private func choose(for request: ModelRequest) -> ModelAnswers.Chosen? {
    if request.asksForItems {
      return request.sheetFault == nil ? answers.withLock { $0.choose(shelf: request) } : nil
    }
    guard let picture = request.pictures.first else {
      return answers.withLock { $0.choose(for: request, sha256: nil, thumbnail: nil) }
    }
    let digest = hexadecimal(SHA256.digest(of: picture.bytes))
    let thumbnail = (try? JPEG.decode(picture.bytes, coveringSide: 64)).map {
      SleeveThumbnail($0.pixels)
    }
    return answers.withLock { $0.choose(for: request, sha256: digest, thumbnail: thumbnail) }
  }

  private func give(_ chosen: ModelAnswers.Chosen, to request: ModelRequest) -> ModelAnswer {
    answers.withLock { $0.give(chosen, to: request) }
  }
}
