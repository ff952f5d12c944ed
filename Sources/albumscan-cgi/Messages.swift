// The sentences of JSON answers: read from the file that the build wrote, only where an answer has one.

import Albums
import Host

extension Installation {
  /// Nil while there is no file, or an unusable one.
  var messages: Phrasebook? {
    guard let bytes = try? Files.read(configuration.messages, limit: 1 << 20) else { return nil }
    return Phrasebook(lines: bytes, zone: zone)
  }

  /// The host's time zone; UTC where its file cannot be read.
  var zone: Zone {
    guard let path = configuration.zoneFile,
      let bytes = try? Files.read(path, limit: Zone.fileLimit)
    else { return .utc }
    return Zone(name: configuration.timeZone, file: bytes) ?? .utc
  }

  func text(_ refusal: Albums.Refusal) -> String {
    messages?.text(refusal.line) ?? refusal.code.minimalSentence
  }

  func text(_ failure: Failure) -> String {
    messages?.text(failure.message.isEmpty ? [failure.reason] : failure.message)
      ?? failure.code.minimalSentence
  }
}

extension FailureCode {
  /// `Not found.` for `notFound`: as long as no build has written the messages.
  var minimalSentence: String {
    let words = rawValue.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }
}
