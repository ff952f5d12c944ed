// The reasons why lettering cannot be read.

/// An error of the library or of a model, with the library's own words.
package enum LetteringError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The library is missing, damaged or too old.
  case library(path: String, reason: String)
  /// A model file is missing or damaged, or is another model.
  case model(path: String, reason: String)
  /// The library could not compute a result, for example because the memory has a limit.
  case computation(reason: String)

  package var description: String {
    switch self {
    case .library(let path, let reason), .model(let path, let reason):
      reason.hasPrefix(path) ? reason : "\(path): \(reason)"
    case .computation(let reason): reason
    }
  }
}
