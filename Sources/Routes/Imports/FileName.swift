// The name that a client gives to an uploaded file, as pages show it. It is never a path.

import Albums
import Text

struct FileName {
  /// The maximum length in Unicode scalars. Source: docs/limits.md "Export and import".
  static let longest = 120

  /// Without folders and control characters; empty if the client gives no usable name.
  let text: String

  /// `bytes` are the name as it was sent. Some browsers send a path.
  init(_ bytes: [UInt8]?) {
    let sent = bytes.flatMap { String(validating: $0, as: UTF8.self) } ?? ""
    let last = sent.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? []
    var scalars = String.UnicodeScalarView()
    for scalar in last.prefix(Self.longest) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    text = String(scalars).trimmed
  }
}
