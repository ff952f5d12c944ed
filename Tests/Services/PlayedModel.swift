// The common interface of the played models, so that one test can run with each of them.

/// A model service: its address, its key, and its planned answers.
package protocol PlayedModel: PlayedService {
  /// The name of the provider in the control file's line `provider:`, and the name of its file in
  /// the key folder.
  var provider: String { get }

  /// The value of the setting `<provider>-url`.
  var url: String { get }

  /// The required key; nil if the service requires no key.
  var key: String? { get }

  /// The value of `identify-model` for a provider without a default model.
  var modelToName: String? { get }

  /// Whether the service can search the web.
  var canSearch: Bool { get }

  /// Changes the planned answers. A test may call it at any time.
  func plan(_ change: (inout ModelAnswers) -> Void)
}

extension PlayedModel {
  /// The settings for the control file.
  package var settings: [(name: String, value: String)] {
    [("provider", provider), ("\(provider)-url", url)]
      + (modelToName.map { [("identify-model", $0)] } ?? [])
  }
}
