// One line an event in data/log: time, room, what happened. No titles, no addresses, no secrets.

import Glibc

/// The log of the programs. Writing never fails a caller: a full disk must not lose a scan.
package struct LogFile: Sendable {
  private let path: String

  /// Whether lines also go to stderr, for a person at a terminal.
  private let isEchoed: Bool

  package init(path: String, isEchoed: Bool = false) {
    self.path = path
    self.isEchoed = isEchoed
  }

  /// Appends `time room: text`; control bytes are written as `\xNN` (FAULTS I4).
  package func write(_ time: String, _ room: String, _ text: String) {
    let line = Array("\(time) \(room): \(escaped(text))\n".utf8)
    if isEchoed { try? FileDescriptor(taking: dup(2), path: "stderr").write(line) }
    guard let file = try? FileDescriptor(opening: path, O_WRONLY | O_APPEND | O_CREAT, mode: 0o640)
    else { return }
    try? file.write(line)
  }

  private func escaped(_ text: String) -> String {
    var clean = ""
    for scalar in text.unicodeScalars.prefix(2000) {
      if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
        clean += "\\x\(String(scalar.value, radix: 16))"
      } else {
        clean.unicodeScalars.append(scalar)
      }
    }
    return clean
  }
}
