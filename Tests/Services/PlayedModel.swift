// The common interface of the played models, so that one test can run with each of them.

/// A model service: its address, its key, and its planned answers.
package protocol PlayedModel: PlayedService {
  /// The name in the control file's `provider:` line, and of the file in the key folder.
  var provider: String { get }

  /// The value of `<provider>-url`.
  var url: String { get }

  /// Nil when the service requires no key.
  var key: String? { get }

  /// The value of `identify-model` for a provider without a default model.
  var modelToName: String? { get }

  /// Whether it can search the web.
  var canSearch: Bool { get }

  /// Changes the planned answers, at any time.
  func plan(_ change: (inout ModelAnswers) -> Void)
}

extension PlayedModel {
  /// Settings for the control file.
  package var settings: [(name: String, value: String)] {
    [("provider", provider), ("\(provider)-url", url)]
      + (modelToName.map { [("identify-model", $0)] } ?? [])
  }
}
