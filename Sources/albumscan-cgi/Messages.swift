// The sentences of JSON responses. The CGI reads the file with the sentences, which the build
// wrote, only if a response contains a sentence.

import Albums
import Host

extension Installation {
  /// The sentences; nil if the file is missing or unusable.
  var messages: Phrasebook? {
    guard let bytes = try? Files.read(configuration.messages, limit: 1 << 20) else { return nil }
    return Phrasebook(lines: bytes, zone: zone)
  }

  /// The host's time zone; UTC if its file cannot be read.
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
  /// A sentence made from the code, such as `Not found.` for `notFound`. It is used until a build
  /// has written the messages.
  var minimalSentence: String {
    let words = rawValue.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }
}
