// A reader who follows all links of a folder as a web server sends it, while it is published.

import Host
import Support

/// A link of a page to a file that does not exist, or a page that is not whole.
struct ReaderFault: Hashable, Sendable, CustomStringConvertible {
  let page: String
  let text: String
  let moment: String

  var description: String { "\(page): \(text)\(moment.isEmpty ? "" : " (\(moment))")" }
}

struct FolderReader: Sendable {
  /// The folder that the web server sends.
  let root: String

  /// The address of the published log.
  let base: String

  /// The present change of the published log, for the message about a fault.
  var moment: @Sendable () -> String = { "" }

  /// Reads the front page and every page to which links lead. Returns the number of read pages.
  ///
  /// A link counts as broken if its file does not exist and the page still has the link when it is
  /// read again. The second reading is necessary, because pages change while the reader reads them.
  func read(_ faults: inout Set<ReaderFault>) -> Int {
    var known: Set = ["index.html"]
    var open = ["index.html"]
    var count = 0
    while let page = open.popLast() {
      guard let bytes = content(of: page) else { continue }
      count += 1
      if page.hasSuffix(".html"), !isWhole(bytes) {
        faults.insert(ReaderFault(page: page, text: "it is not whole", moment: moment()))
      }
      for target in targets(of: bytes, on: page) {
        if !Files.exists("\(root)/\(target)"),
          let again = content(of: page), targets(of: again, on: page).contains(target)
        {
          faults.insert(ReaderFault(page: page, text: "\(target) is missing", moment: moment()))
        }
        if known.insert(target).inserted { open.append(target) }
      }
    }
    return count
  }

  private func targets(of bytes: [UInt8], on page: String) -> Set<String> {
    FileLinks.targets(of: bytes, at: page, base: base)
  }

  private func content(of path: String) -> [UInt8]? { try? Files.read("\(root)/\(path)") }

  private func isWhole(_ bytes: [UInt8]) -> Bool {
    let end = bytes.lastIndex { ![0x0A, 0x0D, 0x20].contains($0) } ?? 0
    return bytes[..<min(end + 1, bytes.count)].suffix(7).elementsEqual("</html>".utf8)
  }
}
