// The web app manifest in the language of the pages: `{{words.KEY}}` stands for a text of the
// message catalogue, and `{{language}}` for the language. The web app manifest is JSON, so the
// language of the page templates does not apply to it.

import Albums
import Text

/// Puts texts into the web app manifest.
struct WebManifest {
  /// The path in public/ and in the site.
  static let path = "manifest.webmanifest"

  let words: Phrasebook

  /// The web app manifest with its texts. An unknown key stays as it is.
  func filled(_ bytes: [UInt8]) -> [UInt8] {
    var result = ""
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      result += rest[..<open.lowerBound]
      let name = rest[open.upperBound..<close.lowerBound]
      result += text(for: name) ?? String(rest[open.lowerBound..<close.upperBound])
      rest = rest[close.upperBound...]
    }
    return Array((result + rest).utf8)
  }

  /// The text in the form in which it stands between the quotation marks of JSON.
  private func text(for name: Substring) -> String? {
    if name == "language" { return words.language }
    guard name.hasPrefix("words.") else { return nil }
    let key = String(name.dropFirst(6))
    guard words.has(key) else { return nil }
    return String(JSON.cleaned(words.source(of: key).last).line.dropFirst().dropLast())
  }
}
