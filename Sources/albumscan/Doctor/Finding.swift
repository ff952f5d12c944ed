// The result of one check of the doctor: its subject, and the remedy if the check failed.

struct Finding: Encodable {
  let subject: String

  /// The remedy; nil if the check passed.
  let remedy: String?

  /// Whether the installation works without the remedy for now.
  var isWarning = false

  var isWell: Bool { remedy == nil || isWarning }

  var line: String { "\(mark) \(subject)\(remedy.map { ": \($0)" } ?? "")" }

  private var mark: String { remedy == nil ? "ok  " : isWarning ? "WARN" : "FAIL" }

  private enum Key: String, CodingKey { case subject, result, remedy }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(subject, forKey: .subject)
    try container.encode(remedy == nil ? "ok" : isWarning ? "warning" : "failure", forKey: .result)
    try container.encodeIfPresent(remedy, forKey: .remedy)
  }
}
