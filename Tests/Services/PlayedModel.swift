// What the played models have in common, so that one test can run with any of them.

/// A model service: an address, perhaps a key, and what it is to say.
package protocol PlayedModel: PlayedService {
  /// As `provider:` in the control file spells it; the file in the key folder is called the same.
  var provider: String { get }

  /// For `<provider>-url`.
  var url: String { get }

  /// Nil where none is asked for.
  var key: String? { get }

  /// For `identify-model`, where the program has no default.
  var modelToName: String? { get }

  /// Whether it can search the web.
  var canSearch: Bool { get }

  /// Adds to what the model says, at any time.
  func plan(_ change: (inout ModelAnswers) -> Void)
}

extension PlayedModel {
  /// Lines for the control file.
  package var settings: [(name: String, value: String)] {
    [("provider", provider), ("\(provider)-url", url)]
      + (modelToName.map { [("identify-model", $0)] } ?? [])
  }
}
