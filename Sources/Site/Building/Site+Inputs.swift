// The digest of everything that pages depend on besides the database.

import Albums
import Host

extension Site {
  /// A digest of the settings, the texts, the templates and the files of public/: 64 hexadecimal
  /// digits. Another digest means that every page may be different.
  package func digestOfInputs() throws(SiteError) -> String {
    var parts = [
      settings.baseURL, settings.programPath, "\(settings.isOpenToLAN)", settings.contact ?? "",
      settings.words.zone.name, Self.digest(of: settings.words.lines),
    ]
    parts += try Self.content(of: templateFolder)
    parts += try Self.content(of: publicFiles)
    return Self.digest(of: Array(parts.joined(separator: "\n").utf8))
  }

  /// One line for each file of a folder and of its folders: the name and the digest of the content.
  private static func content(of folder: String) throws(SiteError) -> [String] {
    var lines: [String] = []
    let names = try files { () throws(HostError) in try Files.entries(of: folder) }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      if Files.isDirectory(path) {
        lines += try content(of: path).map { "\(name)/\($0)" }
      } else {
        let bytes = try files { () throws(HostError) in try Files.read(path, limit: 16 << 20) }
        lines.append("\(name) \(digest(of: bytes))")
      }
    }
    return lines
  }

  private static func digest(of bytes: [UInt8]) -> String { hexadecimal(SHA256.digest(of: bytes)) }
}
