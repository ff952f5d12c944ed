// A provider that sends the test's answers in order and records its questions.

import Models
import Synchronization

final class ScriptedModel: ModelProvider {
  let name = "openai"
  let canSearch: Bool
  private let state: Mutex<State>

  private struct State {
    var answers: [Result<String, ModelError>]
    var questions: [Question] = []
  }

  init(_ answers: [Result<String, ModelError>], canSearch: Bool = true) {
    self.canSearch = canSearch
    state = Mutex(State(answers: answers))
  }

  var questions: [Question] { state.withLock(\.questions) }

  /// Sends the next answer. If no answer is left, the service is unavailable.
  func answer(_ question: Question, onText: TextHandler?) async throws(ModelError) -> ModelAnswer {
    let next = state.withLock { state in
      state.questions.append(question)
      return state.answers.isEmpty
        ? .failure(.unavailable("nothing planned", after: nil)) : state.answers.removeFirst()
    }
    let text = try next.get()
    onText?(text)
    return ModelAnswer(text: text, usage: Usage(inputTokens: 100, outputTokens: 10))
  }

  func models() async throws(ModelError) -> [ListedModel] { [] }
}
