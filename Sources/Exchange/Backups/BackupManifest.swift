// The list of a backup's files with their sizes and digests. It is the last file of the backup, so a
// backup that was cut off has none. Source: docs/interface.md "Backups".

import Text

package struct BackupManifest: Equatable, Sendable {
  /// One file of the backup.
  struct File: Equatable, Sendable {
    let name: String
    let size: Int

    /// SHA-256, 64 lower-case hexadecimal digits.
    let digest: String
  }

  /// The version of the format that this program writes.
  static let version = 1

  /// The version of AlbumScan that made the backup.
  package let program: String

  /// The version of the schema of its database.
  package let schema: Int

  /// `2026-11-22T13:00:00Z`.
  package let created: String

  /// The number of finds in the history.
  package let finds: Int
  let files: [File]

  /// Files that the database names and that did not exist.
  package let missing: [String]

  init(
    program: String, schema: Int, created: String, finds: Int, files: [File], missing: [String]
  ) {
    self.program = program
    self.schema = schema
    self.created = created
    self.finds = finds
    self.files = files
    self.missing = missing
  }

  /// The JSON document, one file a line. The names and digests of files need no escapes.
  var bytes: [UInt8] {
    let head: JSON = [
      "format": "albumscan-backup", "version": .integer(Self.version), "program": .string(program),
      "schema": .integer(schema), "created": .string(created), "finds": .integer(finds),
      "missing": .array(missing.map(JSON.string)),
    ]
    var text = Array(head.written().utf8.dropLast())
    text += Array(",\"files\":[".utf8)
    for (index, file) in files.enumerated() {
      text += Array(
        """
        \(index == 0 ? "" : ",")
        {"name":"\(file.name)","size":\(file.size),"sha256":"\(file.digest)"}
        """.utf8)
    }
    return text + Array("\n]}\n".utf8)
  }

  /// Reads the document. Throws if the bytes are no such document, or if a later version of
  /// AlbumScan made it.
  init(_ bytes: [UInt8]) throws(BackupError) {
    guard let json = JSON(bytes), json["format"].text == "albumscan-backup",
      let version = json["version"].integer
    else { throw .damaged }
    guard version <= Self.version else {
      throw .refused("a later version of albumscan made this backup; use that version")
    }
    guard let program = json["program"].text, let schema = json["schema"].integer,
      let created = json["created"].text, let finds = json["finds"].integer
    else { throw .damaged }
    var files: [File] = []
    for item in json["files"].items {
      guard let name = item["name"].text, let size = item["size"].integer,
        let digest = item["sha256"].text
      else { throw .damaged }
      files.append(File(name: name, size: size, digest: digest))
    }
    self.init(
      program: program, schema: schema, created: created, finds: finds, files: files,
      missing: json["missing"].items.compactMap(\.text))
  }
}
