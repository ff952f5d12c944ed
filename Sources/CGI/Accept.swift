// Determines the kind of response that a client requested: a page or JSON. Weights (`q=`) are
// ignored.

import Text

/// Whether `accept` names JSON before it names a page.
///
/// A browser names `text/html` first, a script that wants JSON names `application/json`. `*/*` gets
/// the redirect to a page (303). Source: docs/interface.md "HTTP"; RFC 9110 §12.5.1.
func accepts(json accept: String) -> Bool {
  for range in Array(accept.utf8).split(separator: .comma) {
    let name = (range.split(separator: .semicolon).first ?? []).trimming(\.isBlank).lowercaseText
    if name == "text/html" || name == "application/xhtml+xml" { return false }
    if name == "application/json" { return true }
  }
  return false
}
