// A digest of everything but the database that pages are made from. A site whose stored digest
// differs is built anew. Source: docs/decisions/052-serial-for-each-site.md.

import Albums
import Host

extension Site {
  /// SHA-256 in hexadecimal of the settings, the texts, the templates and the public files.
  /// `program` identifies the build of the program. Throws when a file cannot be read.
  package func inputsDigest(program: String) throws(SiteError) -> String {
    var hash = FieldHash()
    hash.add(program)
    for setting in [
      settings.baseURL, settings.programPath, "\(settings.isOpenToLAN)", settings.contact ?? "",
      settings.words.language, settings.words.zone.name,
    ] {
      hash.add(setting)
    }
    for key in settings.words.keys {
      hash.add(key)
      settings.words.source(of: key).forEach { hash.add($0) }
    }
    hash.add(templates.digest)
    for name in try publicNames(in: "") {
      hash.add(name)
      hash.add(try publicFile(name))
    }
    return hexadecimal(hash.finish())
  }
}

/// SHA-256 of a list of fields. Each field's length precedes it, so that no two lists have the same
/// bytes.
struct FieldHash {
  private var hash = SHA256()

  mutating func add(_ text: String) { add(Array(text.utf8)) }

  mutating func add(_ bytes: [UInt8]) {
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hash.update($0) }
    bytes.withUnsafeBytes { hash.update($0) }
  }

  /// 32 bytes.
  consuming func finish() -> [UInt8] { hash.finish() }
}
