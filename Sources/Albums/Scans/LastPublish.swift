// The last run that published without an error. The publisher writes it as JSON into a file of the data
// folder, and the CGI shows it.

import Text

package struct LastPublish: Equatable, Sendable {
  package let time: Timestamp

  /// The number of finds in the published log.
  package let finds: Int

  /// The number of files in the folder that were written or removed.
  package let files: Int

  /// The numbers of files that were sent to the remote and that were removed there; nil without a
  /// remote.
  package let sent: Int?
  package let removed: Int?

  package init(time: Timestamp, finds: Int, files: Int, sent: Int?, removed: Int?) {
    self.time = time
    self.finds = finds
    self.files = files
    self.sent = sent
    self.removed = removed
  }
}

extension LastPublish {
  /// The run as the file has it: a JSON object.
  package var stored: [UInt8] {
    let json: JSON = [
      "time": .integer(Int(time.milliseconds)), "finds": .integer(finds), "files": .integer(files),
      "sent": sent.map { .integer($0) } ?? .null, "removed": removed.map { .integer($0) } ?? .null,
    ]
    return json.bytes()
  }

  /// Nil if the bytes are not a run, for example of a later version.
  package init?(stored: [UInt8]) {
    guard let json = JSON(stored), let time = json["time"].integer,
      let finds = json["finds"].integer, let files = json["files"].integer
    else { return nil }
    self.init(
      time: Timestamp(milliseconds: Int64(time)), finds: finds, files: files,
      sent: json["sent"].integer, removed: json["removed"].integer)
  }
}
