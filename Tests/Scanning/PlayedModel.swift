// A played model. It sends prepared answers, in pieces if the caller wants a stream.

import Models
import Support
import Synchronization

final class PlayedModel: ModelProvider {
  let name = "played"
  let canSearch: Bool

  /// The pause between two pieces of an answer.
  private let pause: Duration
  private let state: Mutex<State>

  private struct State {
    var answers: [Result<ModelAnswer, ModelError>]
    var questions: [Question] = []
  }

  /// Sends `answers` in order; a stream gets each text in pieces of twelve characters.
  init(
    _ answers: [Result<ModelAnswer, ModelError>], canSearch: Bool = true,
    pause: Duration = .zero
  ) {
    self.canSearch = canSearch
    self.pause = pause
    state = Mutex(State(answers: answers))
  }

  /// The questions so far, in order.
  var questions: [Question] { state.withLock { $0.questions } }

  func answer(
    _ question: Question, onText: TextHandler?
  ) async throws(ModelError) -> ModelAnswer {
    let result = state.withLock { state -> Result<ModelAnswer, ModelError> in
      state.questions.append(question)
      return state.answers.isEmpty
        ? .failure(.network("nothing left")) : state.answers.removeFirst()
    }
    let answer = try result.get()
    if let onText {
      var rest = answer.text[...]
      while !rest.isEmpty {
        onText(String(rest.prefix(12)))
        rest = rest.dropFirst(12)
        if pause > .zero { try? await Task.sleep(for: pause) }
      }
    }
    return answer
  }

  func models() async throws(ModelError) -> [ListedModel] { [] }
}

extension Result where Success == ModelAnswer, Failure == ModelError {
  /// An answer with a usage of ten input tokens and ten output tokens.
  static func text(_ text: String, citing citations: [Citation] = []) -> Self {
    .success(
      ModelAnswer(
        text: text, citations: citations, usage: Usage(inputTokens: 10, outputTokens: 10)))
  }
}
