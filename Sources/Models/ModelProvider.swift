// What is asked of a model and what comes back, whoever makes it. One file a provider implements it.

package import Text

/// One call to a model.
package struct Question: Equatable, Sendable {
  package let model: String
  package let instructions: String
  package let text: String

  /// The straightened cover; nil where only facts are asked about.
  package let jpeg: [UInt8]?

  /// What the answer must look like; its members come in the order of the schema.
  package let schemaName: String
  package let schema: JSON
  package let maxOutputTokens: Int

  /// How often the model may search the web for this answer; 0: no search is offered.
  package let searches: Int

  package init(
    model: String, instructions: String, text: String, jpeg: [UInt8]? = nil, schemaName: String,
    schema: JSON, maxOutputTokens: Int, searches: Int = 0
  ) {
    self.model = model
    self.instructions = instructions
    self.text = text
    self.jpeg = jpeg
    self.schemaName = schemaName
    self.schema = schema
    self.maxOutputTokens = maxOutputTokens
    self.searches = searches
  }

  /// What one search brings back to be read, at most. Source: CONTRACTS §1.4, 8k–22k recorded.
  static let searchTokens = 24_000

  /// Tokens the question itself may take at most, for the worst case of its cost. A token is at
  /// least two bytes of our English; an image of 1024 px is 1,536 tokens at most with the providers
  /// of CONTRACTS, doubled here.
  package var worstInputTokens: Int {
    (instructions.utf8.count + text.utf8.count + schema.bytes().count) / 2
      + (jpeg == nil ? 0 : 3072)
      + searches * Self.searchTokens
  }
}

/// What a model said.
package struct ModelAnswer: Equatable, Sendable {
  /// Cut off where the model came to the end of its tokens: much of it may be there, and it is paid for.
  package let text: String

  /// What the provider itself tied to passages of `text`; nothing else is a source.
  package let citations: [Citation]
  package let usage: Usage

  package init(text: String, citations: [Citation] = [], usage: Usage) {
    self.text = text
    self.citations = citations
    self.usage = usage
  }
}

/// What a call took; zeros where the service did not tell.
package struct Usage: Equatable, Sendable {
  package let inputTokens: Int
  package let outputTokens: Int

  /// Searches of the web, which cost by themselves.
  package let searches: Int

  package init(inputTokens: Int, outputTokens: Int, searches: Int = 0) {
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.searches = searches
  }

  package var isTold: Bool { inputTokens > 0 || outputTokens > 0 }
}

/// A source tied to a passage of an answer. The address is a stranger's: it is never fetched.
package struct Citation: Equatable, Sendable {
  package let url: String
  package let title: String

  /// Unicode scalars of the answer's text, within its bounds, as far as the provider can be believed.
  package let passage: Range<Int>

  package init(url: String, title: String, passage: Range<Int>) {
    self.url = url
    self.title = title
    self.passage = passage
  }
}

/// A model as its service lists it.
package struct ListedModel: Equatable, Sendable {
  package let id: String

  /// `2027-01-14`; nil where none is announced.
  package let shutdown: String?

  /// Nil where the service does not tell.
  package let seesPictures: Bool?

  package init(id: String, shutdown: String? = nil, seesPictures: Bool? = nil) {
    self.id = id
    self.shutdown = shutdown
    self.seesPictures = seesPictures
  }
}

/// Why a model gave no answer. Whether it may have been charged decides what the ledger keeps.
package enum ModelError: Error, Equatable, Sendable {
  /// The model declines this picture or text; the call was answered and is charged.
  case declined(String, took: Usage? = nil)
  /// The service does not take this picture or text, and would take another. Nothing was charged, and
  /// nothing is wrong with the service.
  case unusable(String)
  /// The service took the call, but what came back is no answer; it may be charged.
  case nonsense(String, took: Usage? = nil)
  /// The call broke off after it was sent; it may be charged.
  case brokenOff(String)
  /// The service did not take the call: too many at once, or an error of its own. Try again, after so
  /// many milliseconds where it said so; ten minutes where it said more than two.
  case unavailable(String, after: Int?)
  /// There is no credit left, or a limit of the host's own is reached: asking again cannot help.
  case quota(String)
  /// The host has to do something first: key, model, address. Nothing was charged.
  case misconfigured(String)
  /// Nothing was reached. Nothing was charged.
  case network(String)

  /// Whether the provider may have charged for the call.
  package var mayBeCharged: Bool {
    switch self {
    case .declined, .nonsense, .brokenOff: true
    case .unusable, .unavailable, .quota, .misconfigured, .network: false
    }
  }

  /// What the call took all the same, where the service told.
  package var took: Usage? {
    switch self {
    case .declined(_, let usage), .nonsense(_, let usage): usage.flatMap { $0.isTold ? $0 : nil }
    default: nil
    }
  }

  /// Whether the service saw the call at all.
  package var wasSent: Bool {
    if case .network = self { return false }
    return true
  }
}

/// Told pieces of an answer's text as they come, in their order, on another thread. What was told may
/// still end in an error; the answer itself has the whole text.
package typealias Hearing = @Sendable (_ piece: String) -> Void

/// A provider of models.
package protocol ModelProvider: Sendable {
  /// As `provider:` in the control file spells it.
  var name: String { get }

  /// Whether it can search the web. Known beforehand, not discovered by failing.
  var canSearch: Bool { get }

  /// One call, one answer; nothing is retried here. With `hearing` the answer is streamed.
  func answer(
    _ question: Question, hearing: Hearing?
  ) async throws(ModelError) -> ModelAnswer

  /// The models there are; free, so it also tells whether a service that failed is back.
  func models() async throws(ModelError) -> [ListedModel]
}
