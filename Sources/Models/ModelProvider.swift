// A question to a model, its answer and its errors, the same for all providers. Each provider
// implements `ModelProvider` in files that begin with the provider's name.

package import Text

/// One call to a model.
package struct Question: Equatable, Sendable {
  package let model: String
  package let instructions: String
  package let text: String

  /// The straightened cover, or a sheet of a shelf; nil for questions without a picture.
  package let jpeg: [UInt8]?

  /// The maximum number of pixels of the picture's longer side.
  package let pictureSidePixels: Int

  /// The JSON schema of the answer. The members of the answer have the order of the schema.
  package let schemaName: String
  package let schema: JSON
  package let maxOutputTokens: Int

  /// The number of web searches that the model may make for this answer. With 0, the model gets no
  /// search tool.
  package let searches: Int

  package init(
    model: String, instructions: String, text: String, jpeg: [UInt8]? = nil,
    pictureSidePixels: Int = 1024, schemaName: String, schema: JSON, maxOutputTokens: Int,
    searches: Int = 0
  ) {
    self.model = model
    self.instructions = instructions
    self.text = text
    self.jpeg = jpeg
    self.pictureSidePixels = pictureSidePixels
    self.schemaName = schemaName
    self.schema = schema
    self.maxOutputTokens = maxOutputTokens
    self.searches = searches
  }

  /// The maximum number of input tokens that one search adds. Source: docs/services.md §1.4, 8k–22k
  /// recorded.
  static let searchTokens = 24_000

  /// The maximum number of input tokens of the question, for the worst case of its cost. Text
  /// counts as one token for two bytes; a token of English has more bytes.
  package var worstInputTokens: Int {
    (instructions.utf8.count + text.utf8.count + schema.bytes().count) / 2
      + (jpeg == nil ? 0 : pictureTokens)
      + searches * Self.searchTokens
  }

  /// The maximum number of input tokens of the picture. A picture of 1,024 px counts as 3,072 tokens:
  /// twice the most that the providers count. A larger picture counts by its area, so a sheet of 1,536
  /// px counts as 6,912. Source: docs/services.md §8.
  private var pictureTokens: Int {
    let side = max(pictureSidePixels, 1024)
    return (3072 * side * side + 1024 * 1024 - 1) / (1024 * 1024)
  }
}

/// The answer of a model.
package struct ModelAnswer: Equatable, Sendable {
  /// The text may be cut off at the model's limit of tokens. A text that was cut off is still an
  /// answer, because most of it may be readable and the call is paid for.
  package let text: String

  /// The sources that the provider tied to passages of `text`. Nothing else counts as a source.
  package let citations: [Citation]
  package let usage: Usage

  package init(text: String, citations: [Citation] = [], usage: Usage) {
    self.text = text
    self.citations = citations
    self.usage = usage
  }
}

/// The tokens and searches of a call; zeros if the service did not report them.
package struct Usage: Equatable, Sendable {
  package let inputTokens: Int
  package let outputTokens: Int

  /// Web searches, which have a separate price.
  package let searches: Int

  package init(inputTokens: Int, outputTokens: Int, searches: Int = 0) {
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.searches = searches
  }

  package var isReported: Bool { inputTokens > 0 || outputTokens > 0 }
}

/// A source tied to a passage of an answer. Its address is untrusted and never fetched.
package struct Citation: Equatable, Sendable {
  package let url: String
  package let title: String

  /// A range of Unicode scalars within the answer's text. Providers do not document the unit of
  /// their offsets.
  package let passage: Range<Int>

  package init(url: String, title: String, passage: Range<Int>) {
    self.url = url
    self.title = title
    self.passage = passage
  }
}

/// A model in a service's list.
package struct ListedModel: Equatable, Sendable {
  package let id: String

  /// The day of its end, `2027-01-14`; nil if none is announced.
  package let shutdown: String?

  /// Nil if the service does not report it.
  package let seesPictures: Bool?

  package init(id: String, shutdown: String? = nil, seesPictures: Bool? = nil) {
    self.id = id
    self.shutdown = shutdown
    self.seesPictures = seesPictures
  }
}

/// The reason why a model gave no answer. The ledger keeps the cost of a call that may have been charged.
package enum ModelError: Error, Equatable, Sendable {
  /// The model declines this picture or text. The call was answered and is charged.
  case declined(String, usage: Usage? = nil)
  /// The service cannot read this picture or text, but it works for others. Nothing was charged.
  case unusable(String)
  /// The service responded, but not with an answer. The call may be charged.
  case nonsense(String, usage: Usage? = nil)
  /// The call broke off after the request was sent. It may be charged.
  case brokenOff(String)
  /// The service refused the call for now: too many requests, or an internal error. `after`: the
  /// pause that the service requested, in milliseconds; ten minutes if the service requested more
  /// than two minutes.
  case unavailable(String, after: Int?)
  /// The account has no credit left, or a limit set there is reached. A retry cannot help.
  case quota(String)
  /// The key, the model or the address must be corrected first. Nothing was charged.
  case misconfigured(String)
  /// There was no connection. Nothing was charged.
  case network(String)

  /// Whether the provider may have charged for the call.
  package var mayBeCharged: Bool {
    switch self {
    case .declined, .nonsense, .brokenOff: true
    case .unusable, .unavailable, .quota, .misconfigured, .network: false
    }
  }

  /// The usage of the failed call, if the service reported it.
  package var usage: Usage? {
    switch self {
    case .declined(_, let usage), .nonsense(_, let usage):
      usage.flatMap { $0.isReported ? $0 : nil }
    default: nil
    }
  }

  /// Whether the request was sent.
  package var wasSent: Bool {
    if case .network = self { return false }
    return true
  }

  /// The service's or the transport's words, for the log and the owner; never for a page.
  package var reason: String {
    switch self {
    case .declined(let reason, _), .unusable(let reason), .nonsense(let reason, _),
      .brokenOff(let reason), .unavailable(let reason, _), .quota(let reason),
      .misconfigured(let reason), .network(let reason):
      reason
    }
  }
}

extension ModelError: CustomStringConvertible {
  package var description: String { reason }
}

/// A function that gets the pieces of an answer's text as they arrive, in order, on another thread.
/// The call may still fail afterwards. The answer has the whole text.
package typealias TextHandler = @Sendable (_ piece: String) -> Void

/// A provider of models.
package protocol ModelProvider: Sendable {
  /// The name that `provider:` has in the control file.
  var name: String { get }

  /// Whether the provider's models can search the web. No request is needed to know this.
  var canSearch: Bool { get }

  /// One call, without retries. With `onText` the answer is streamed.
  func answer(
    _ question: Question, onText: TextHandler?
  ) async throws(ModelError) -> ModelAnswer

  /// The service's models. The request is free, so it also checks whether a failed service works
  /// again.
  func models() async throws(ModelError) -> [ListedModel]
}
