// QR codes, drawn by Debian's program `qrencode`.

/// A text as a QR code. The text may be a secret: other users of the machine can read the arguments
/// of a program, so `qrencode` reads the text from a file of mode 0600 that exists for a moment.
package struct QRCode: Sendable {
  /// Debian's program.
  package static let installed = InstalledProgram("qrencode")

  private let text: String

  /// The folder of the file with the text.
  private let folder: String

  package init(_ text: String, folder: String) {
    self.text = text
    self.folder = folder
  }

  /// The lines of a terminal that show the code, black on white; nil if `qrencode` is missing or
  /// fails.
  package var terminalLines: String? {
    drawn(["-t", "ANSIUTF8", "-m", "2"]).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The rows of the code without a margin; true is a dark module. Nil if `qrencode` is missing or
  /// fails.
  ///
  /// The format `ASCII` writes each module as two characters: `##` or two spaces.
  package var modules: [[Bool]]? {
    guard let drawing = drawn(["-t", "ASCII", "-m", "0"]) else { return nil }
    let rows = drawing.split(separator: UInt8(ascii: "\n")).map { row in
      stride(from: row.startIndex, to: row.endIndex, by: 2).map { row[$0] == UInt8(ascii: "#") }
    }
    guard !rows.isEmpty, rows.allSatisfy({ $0.count == rows.count }) else { return nil }
    return rows
  }

  private func drawn(_ options: [String]) -> [UInt8]? {
    guard let program = Self.installed.path else { return nil }
    let file = Files.temporaryPath(for: "\(folder)/qr")
    do throws(HostError) {
      defer { _ = try? Files.remove(file) }
      try Files.replace(file, with: Array(text.utf8), mode: 0o600, durably: false)
      let output = try Programs.run(
        program, options + ["-r", file, "-o", "-"], input: "/dev/null", limit: 1 << 16,
        timeoutMilliseconds: 5000, errors: .hidden)
      return output.exitCode == 0 ? output.bytes : nil
    } catch {
      return nil
    }
  }
}
