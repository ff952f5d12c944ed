// Errors of writing pages. They appear only in the log, so they have no sentences for readers of
// pages.

package import Host

/// Why a page was not written.
package enum SiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A file could not be read, written or removed.
  case files(HostError)
  /// A template is missing, does not parse, or could output unsafe text: its name and the reason.
  case template(String, String)
  /// The log could not be read while the pages of `where` were being made.
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
