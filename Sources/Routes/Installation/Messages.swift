// The sentences of JSON responses and of filled pages. The CGI reads the file with the sentences,
// which the build wrote, only if a response contains a sentence.

import Albums
import Host

/// The host's texts and time zone. Each file is read at most once in a request.
final class Texts {
  private let configuration: Configuration

  init(_ configuration: Configuration) { self.configuration = configuration }

  /// The sentences; nil if the file is missing or unusable.
  private(set) lazy var messages: Phrasebook? = {
    guard let bytes = try? Files.read(configuration.messages, limit: 1 << 20) else { return nil }
    return Phrasebook(lines: bytes, zone: zone)
  }()

  /// The host's time zone; UTC if its file cannot be read.
  private(set) lazy var zone: Zone = {
    guard let path = configuration.zoneFile,
      let bytes = try? Files.read(path, limit: Zone.fileLimit)
    else { return .utc }
    return Zone(name: configuration.timeZone, file: bytes) ?? .utc
  }()
}

extension Installation {
  var messages: Phrasebook? { texts.messages }
  var zone: Zone { texts.zone }

  func text(_ refusal: Refusal) -> String {
    messages?.text(refusal.line) ?? refusal.code.minimalSentence
  }

  func text(_ failure: Failure) -> String {
    messages?.text(failure.message.isEmpty ? [failure.reason] : failure.message)
      ?? failure.code.minimalSentence
  }

  /// The reason of a failure and the next step of the host, without advice for the person who scanned.
  func hostText(_ failure: Failure) -> String {
    messages?.text([failure.reason] + (failure.hostAdvice.map { [$0] } ?? []))
      ?? failure.code.minimalSentence
  }

  /// A sentence of the messages; its key if the build has not written them.
  func text(_ sentence: Sentence) -> String { messages?.text(sentence) ?? sentence.key }

  /// A sentence of the messages; its key if the build has not written them.
  func sentence(_ key: String, _ arguments: [String: SentenceArgument] = [:]) -> String {
    messages?.text(Sentence(key, arguments)) ?? key
  }

  /// An amount to a cent.
  func text(_ money: Money) -> String {
    messages?.text(SentenceArgument.money(money)) ?? "$\(money.cents)"
  }

  /// The day and the clock time.
  func text(_ moment: Timestamp) -> String {
    guard let messages else { return moment.iso }
    return "\(messages.day(moment)), \(messages.clock(moment))"
  }

  /// The day.
  func day(_ moment: Timestamp) -> String {
    messages.map { $0.day(moment) } ?? String(moment.iso.prefix(10))
  }

  /// A note for owners if the spending is 80 % of the cap or more.
  func spendingNote(spent: Money, cap: Money) -> String? {
    let note = SpendingNote.sentence(
      spent: spent, cap: cap, next: zone.start(of: zone.month(of: now).next))
    return note.map { messages?.text($0) ?? FailureCode.cap.minimalSentence }
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
