// The result of one check of the doctor, as a line of the terminal and as JSON.

/// The check that made a finding; the codes of `doctor --json`. Source: docs/interface.md "Findings of the doctor".
enum FindingCode: String {
  case commonCause = "common-cause"
  case controlFile = "control-file"
  case cgiFile = "cgi-file"
  case dataFolder = "data-folder"
  case privateFiles = "private-files"
  case database, site, templates, prompts
  case reviewLanguage = "review-language"
  case keys, model, contact, disk, clock
  case photoProgram = "photo-program"
  case textReader = "text-reader"
  case modelAddress = "model-address"
  case openNetwork = "insecure-lan"
  case servingPrograms = "serving-programs"
  case worker, artwork, backups, rehearsal, rclone
  case replacedFolders = "replaced-folders"
  case unownedPictures = "unowned-pictures"
  case albumNames = "album-names"
  case https, people, publishing, server, pages, remote, services
}

/// A finding has a subject, and a remedy if the check failed.
struct Finding: Encodable {
  let subject: String

  /// The cause with its remedy; nil if the check passed.
  let remedy: String?

  /// Whether the installation works without the remedy for now.
  var isWarning = false

  var code: FindingCode?

  var isWell: Bool { remedy == nil || isWarning }

  var line: String { "\(resultWord) \(subject)\(remedy.map { ": \($0)" } ?? "")" }

  private var resultWord: String { remedy == nil ? "ok  " : isWarning ? "WARN" : "FAIL" }

  private enum Key: String, CodingKey { case code, subject, result, cause, command, remedy }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(code?.rawValue, forKey: .code)
    try container.encode(subject, forKey: .subject)
    try container.encode(remedy == nil ? "ok" : isWarning ? "warning" : "failure", forKey: .result)
    guard let remedy else { return }
    let parts = Self.parts(of: remedy)
    try container.encode(parts.cause, forKey: .cause)
    try container.encodeIfPresent(parts.command, forKey: .command)
    try container.encode(remedy, forKey: .remedy)
  }

  /// A remedy ends with its command, if it has one: "the key is open to others; chmod 600 /srv/…".
  static func parts(of remedy: String) -> (cause: String, command: String?) {
    let pieces = remedy.split(separator: "; ", omittingEmptySubsequences: false)
    guard let last = pieces.last.map({ $0.hasPrefix("run ") ? $0.dropFirst(4) : $0 }) else {
      return (remedy, nil)
    }
    let program = last.prefix { $0 != " " }.split(separator: "/").last ?? ""
    guard Self.programs.contains(String(program)) else { return (remedy, nil) }
    let cause = pieces.dropLast().joined(separator: "; ")
    return (cause.isEmpty ? remedy : cause, String(last))
  }

  private static let programs: Set = [
    "sudo", "chmod", "chown", "apt-get", "albumscan", "systemctl", "rclone", "make", "rm", "mkdir",
    "cp", "install",
  ]
}

extension Finding? {
  func coded(_ code: FindingCode) -> [Finding] { map { [$0] }?.coded(code) ?? [] }
}

extension Finding {
  func coded(_ code: FindingCode) -> [Finding] { [self].coded(code) }
}

extension [Finding] {
  func coded(_ code: FindingCode) -> [Finding] {
    map { finding in
      var coded = finding
      coded.code = code
      return coded
    }
  }
}
