// Errors while pages are written. Only the log contains them, so the message catalogues have no
// sentences for them.

package import Host

/// The reason why a page was not written.
package enum SiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A file could not be read, written or removed.
  case files(HostError)
  /// A template is missing, does not parse, or could output unsafe text. The values are its name
  /// and the reason.
  case template(String, String)
  /// The history could not be read for some pages. The values are the path of these pages and the
  /// reason.
  case contents(String, String)

  package var description: String {
    switch self {
    case .files(let error): "\(error)"
    case .template(let name, let reason): "template \(name): \(reason)"
    case .contents(let pages, let reason): "the pages of \(pages): \(reason)"
    }
  }
}

/// Runs a file operation and converts its error to a `SiteError`.
func files<Value>(_ body: () throws(HostError) -> Value) throws(SiteError) -> Value {
  do {
    return try body()
  } catch {
    throw .files(error)
  }
}
