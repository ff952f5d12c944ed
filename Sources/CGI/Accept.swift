// Which of our two answers a client asked for: a page or JSON.
// Refuses to negotiate further: weights are not read, there is no third answer.

import Text

/// Whether `accept` names JSON before it names a page.
///
/// A browser names `text/html` first, a script that wants JSON names `application/json`; `*/*` gets
/// the page's way (303). Source: INTERFACE "HTTP"; the grammar is RFC 9110 §12.5.1.
func accepts(json accept: String) -> Bool {
  for range in Array(accept.utf8).split(separator: .comma) {
    let name = (range.split(separator: .semicolon).first ?? []).trimming(\.isBlank).lowercaseText
    if name == "text/html" || name == "application/xhtml+xml" { return false }
    if name == "application/json" { return true }
  }
  return false
}
