// The local servers with a Chat Completions API, and the wording of their errors. Source: docs/services.md §3.

package enum CompatibleFlavour: String, CaseIterable, Sendable {
  case ollama, llamaCpp, lmStudio, vLLM

  /// The only model that the server has.
  package var model: String {
    switch self {
    case .ollama: "qwen2.5vl:7b"
    case .llamaCpp: "gemma-3-12b-it-Q4_K_M.gguf"
    case .lmStudio: "qwen2.5-vl-7b-instruct"
    case .vLLM: "Qwen/Qwen2.5-VL-7B-Instruct"
    }
  }

  /// The size of the model's context, in tokens.
  static let context = 4096

  /// The field that contains the reasoning.
  var reasoningField: String {
    switch self {
    case .ollama, .vLLM: "reasoning"
    case .llamaCpp, .lmStudio: "reasoning_content"
    }
  }

  /// An error in the format of the server. `code` is null, an integer or missing.
  func error(_ status: Int, _ message: String) -> JSON {
    switch self {
    case .ollama:
      [
        "error": [
          "message": .string(message), "type": .string(plainType(status)), "param": nil,
          "code": nil,
        ]
      ]
    case .llamaCpp:
      [
        "error": [
          "code": .number(status), "message": .string(message), "type": .string(longType(status)),
        ]
      ]
    case .lmStudio: ["error": .string(message)]
    case .vLLM where status == 401: ["error": "Unauthorized"]
    case .vLLM:
      [
        "error": [
          "message": .string(message), "type": .string(className(status)), "param": nil,
          "code": .number(status),
        ]
      ]
    }
  }

  private func plainType(_ status: Int) -> String {
    switch status {
    case 400: "invalid_request_error"
    case 404: "not_found_error"
    default: "api_error"
    }
  }

  private func longType(_ status: Int) -> String {
    switch status {
    case 400: "invalid_request_error"
    case 401: "authentication_error"
    case 404: "not_found_error"
    case 503: "unavailable_error"
    default: "server_error"
    }
  }

  private func className(_ status: Int) -> String {
    switch status {
    case 400: "BadRequestError"
    case 404: "NotFoundError"
    default: "InternalServerError"
    }
  }

  var notFound: String { unknown(model) }

  func unknown(_ model: String) -> String {
    switch self {
    case .ollama: "model \"\(model)\" not found, try pulling it first"
    case .llamaCpp: "File Not Found"
    case .lmStudio: "Model \"\(model)\" not found"
    case .vLLM: "The model `\(model)` does not exist."
    }
  }

  var busy: String {
    switch self {
    case .ollama: "server busy, please try again.  maximum pending requests exceeded"
    case .llamaCpp: "Loading model"
    case .lmStudio: "Model is loading"
    case .vLLM: "The engine is starting"
    }
  }
}

extension CompatibleFlavour {
  /// The error for a question that is too long. Nil for Ollama, which drops the beginning of the
  /// question without an error.
  var contextOverflow: JSON? {
    let asked = Self.context + 197
    let words =
      "request (\(asked) tokens) exceeds the available context size (\(Self.context) tokens), try increasing it"
    switch self {
    case .ollama: return nil
    case .llamaCpp:
      return [
        "error": [
          "code": 400, "message": .string(words), "type": "exceed_context_size_error",
          "n_prompt_tokens": .number(asked), "n_ctx": .number(Self.context),
        ]
      ]
    case .lmStudio:
      return ["type": "error", "error": ["message": .string(words)]]
    case .vLLM:
      return error(
        400,
        "This model's maximum context length is \(Self.context) tokens. However, your request has \(asked) input tokens."
      )
    }
  }

  /// The response to `GET /v1/models`.
  var models: JSON {
    let model: JSON = [
      "id": .string(self.model), "object": "model", "created": 1_795_000_000,
      "owned_by": .string(owner),
    ]
    let list: JSON = ["object": "list", "data": [model]]
    switch self {
    case .ollama, .lmStudio: return list
    case .llamaCpp:
      let more = model.setting(
        "architecture",
        to: ["input_modalities": ["text", "image"], "output_modalities": ["text"]])
      return list.setting("data", to: [more.setting("meta", to: ["n_ctx_train": 131_072])])
    case .vLLM:
      let more = model.setting("max_model_len", to: .number(Self.context))
      return list.setting("data", to: [more.setting("parent", to: nil)])
    }
  }

  private var owner: String {
    switch self {
    case .ollama: "library"
    case .llamaCpp: "llamacpp"
    case .lmStudio: "organization_owner"
    case .vLLM: "vllm"
    }
  }
}
