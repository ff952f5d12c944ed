// Parses three facts of a multipart/form-data body: the boundary, and a part's name and file name. A
// file name is a text to show and never a path. Types and encodings are ignored, so that no code can
// trust them (docs/faults.md A7).

import Text

/// Maximum length of a boundary, in bytes (RFC 2046 §5.1.1).
private let longestBoundary = 70

/// Maximum length of a field's name, in bytes. The names in our forms have at most a dozen.
private let longestName = 64

/// The boundary that the Content-Type of a body announces.
func multipartBoundary(in contentType: String) throws(MultipartError) -> [UInt8] {
  guard let value = HeaderValue(Array(contentType.utf8)[...]),
    value.word == "multipart/form-data"
  else { throw .notMultipart }
  guard let boundary = value["boundary"], (1...longestBoundary).contains(boundary.count),
    boundary.allSatisfy(isBoundaryByte), boundary.last != .space
  else { throw .boundary }
  return boundary
}

/// `bchars` of RFC 2046 §5.1.1.
private func isBoundaryByte(_ byte: UInt8) -> Bool {
  byte.isLetterOrDigit || "'()+_,-./:=? ".utf8.contains(byte)
}

/// The names of a part.
struct PartNames {
  /// The name of the form's field.
  let name: String

  /// The name that the client gives to the file, as it was sent; nil without one.
  let fileName: [UInt8]?
}

/// The names in a block of headers that ends with a blank line; nil for a malformed block.
///
/// The block must have exactly one Content-Disposition, `form-data`, with one name in UTF-8
/// (RFC 7578 §4.2, §5.1). Folded lines are refused: only mail uses them (RFC 9112 §5.2).
func partNames(inHeaders block: [UInt8]) -> PartNames? {
  guard let lines = lines(block) else { return nil }
  var names: PartNames?
  for line in lines {
    guard let colon = line.firstIndex(of: .colon), colon > line.startIndex else { return nil }
    let field = line[..<colon]
    guard field.allSatisfy(\.isToken) else { return nil }
    guard field.lowercaseText == "content-disposition" else {
      if line.contains(where: { $0.isControl && $0 != .tab }) { return nil }
      continue
    }
    guard names == nil, let found = formDataNames(line[(colon + 1)...]) else { return nil }
    names = found
  }
  return names
}

/// Whether `block` ends with a blank line.
func endsBlank(_ block: [UInt8]) -> Bool {
  block.suffix(4).elementsEqual("\r\n\r\n".utf8) || block.elementsEqual("\r\n".utf8)
}

/// The lines before the blank line, without their line ends; nil when a line ends with a bare LF.
private func lines(_ block: [UInt8]) -> [ArraySlice<UInt8>]? {
  let lines = block.dropLast(2).split(separator: .lineFeed, omittingEmptySubsequences: false)
  guard lines.dropLast().allSatisfy({ $0.last == .carriageReturn }) else { return nil }
  return lines.dropLast().map { $0.dropLast() }
}

private func formDataNames(_ bytes: ArraySlice<UInt8>) -> PartNames? {
  guard let value = HeaderValue(bytes.trimming(\.isBlank)), value.word == "form-data",
    let name = value["name"], (1...longestName).contains(name.count),
    !name.contains(where: \.isControl), let text = String(validating: name, as: UTF8.self)
  else { return nil }
  return PartNames(name: text, fileName: value["filename"])
}
