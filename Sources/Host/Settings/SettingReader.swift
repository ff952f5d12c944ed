// Reads the settings of a control file by key and type. A key that no method has read is unknown.

import Text

/// Reads typed values. Every error names its line.
struct SettingReader {
  private let settings: [Setting]
  private let file: String
  private var known: [String] = []

  init(_ settings: [Setting], file: String) {
    self.settings = settings
    self.file = file
  }

  func error(_ key: String, _ message: String) -> ConfigurationError {
    let line = settings.first { $0.key == key }?.line
    return ConfigurationError(file: file, line: line, message: message)
  }

  /// Whether the control file contains the key.
  func has(_ key: String) -> Bool { settings.contains { $0.key == key } }

  /// Nil when the key is absent or its value empty.
  mutating func text(_ key: String) -> String? {
    known.append(key)
    let value = settings.first { $0.key == key }?.value
    return value?.isEmpty == false ? value : nil
  }

  mutating func path(_ key: String) -> String? {
    text(key).map { Files.absolutePath($0, from: Files.parent(of: file)) }
  }

  mutating func requiredPath(_ key: String) throws(ConfigurationError) -> String {
    guard let path = path(key) else {
      throw error(key, "\"\(key): <folder>\" is missing")
    }
    return path
  }

  mutating func flag(_ key: String) throws(ConfigurationError) -> Bool? {
    guard let value = text(key) else { return nil }
    switch value {
    case "on": return true
    case "off": return false
    default: throw error(key, "\"\(key)\" is \"on\" or \"off\", not \"\(value)\"")
    }
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String
  ) throws(ConfigurationError) -> Choice? where Choice.RawValue == String {
    guard let value = text(key) else { return nil }
    if let choice = Choice(rawValue: value) { return choice }
    let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw error(key, "\"\(key)\" is one of \(all), not \"\(value)\"")
  }

  /// `http(s)://host[:port]`; a slash at the end is dropped, a path is refused.
  mutating func baseURL(_ key: String) throws(ConfigurationError) -> String? {
    guard var value = text(key) else { return nil }
    while value.utf8.last == UInt8(ascii: "/") { value.removeLast() }
    let wanted =
      "\"\(key)\" is the site's own address such as https://records.example, not \"\(value)\""
    for scheme in ["http://", "https://"] where value.utf8.starts(with: scheme.utf8) {
      guard Self.isAuthority(value.utf8.dropFirst(scheme.utf8.count)) else {
        throw error(key, wanted)
      }
      return value
    }
    throw error(key, wanted)
  }

  /// Whether the text consists of characters that `host[:port]` may contain.
  static func isAuthority(_ text: Substring.UTF8View) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetterOrDigit || ".-:[]".utf8.contains($0) }
  }

  func refuseUnknownKeys() throws(ConfigurationError) {
    for setting in settings where !known.contains(setting.key) {
      let all = Set(known).sorted().joined(separator: ", ")
      throw error(setting.key, "\"\(setting.key)\" is no key; the keys are \(all)")
    }
  }
}

extension SettingReader {
  /// The name of a message catalogue: `de` for `words/de.po`. English always exists.
  mutating func language(_ key: String) throws(ConfigurationError) -> String? {
    guard let value = text(key) else { return nil }
    guard value.utf8.allSatisfy({ ($0 | 0x20).isLowerLetter || $0 == .dash || $0 == 0x5F }) else {
      throw error(key, "\"\(key)\" is the name of a catalogue such as en or de, not \"\(value)\"")
    }
    return value
  }

  /// An IANA name that tzdata knows.
  mutating func timeZone(_ key: String) throws(ConfigurationError) -> String? {
    guard let value = text(key) else { return nil }
    let isName =
      value.utf8.allSatisfy { $0.isLetterOrDigit || "/_+-".utf8.contains($0) }
      && !value.hasPrefix("/") && !value.utf8.isEmpty
    let file = Configuration.zoneFile(value)
    guard isName, value == "UTC" || (Files.exists(file) && !Files.isDirectory(file)) else {
      throw error(
        key, "\"\(key)\" is a name such as Europe/Berlin (package tzdata), not \"\(value)\"")
    }
    return value
  }

  /// `http(s)://…` without a slash at the end.
  mutating func serviceURL(_ key: String) throws(ConfigurationError) -> String? {
    guard var value = text(key) else { return nil }
    while value.utf8.last == UInt8(ascii: "/") { value.removeLast() }
    let hasScheme = ["http://", "https://"].contains { value.hasPrefix($0) && value != $0 }
    let isPlain = value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard hasScheme, isPlain else {
      throw error(key, "\"\(key)\" is an address such as https://host/path, not \"\(value)\"")
    }
    return value
  }

  /// Hosts between commas or blanks, in lower case. A name that begins with a dot stands for all names
  /// below it.
  mutating func hosts(_ key: String) throws(ConfigurationError) -> [String]? {
    guard let value = text(key) else { return nil }
    let hosts = value.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    let areHosts = hosts.allSatisfy { host in
      host.utf8.contains { $0.isLetterOrDigit }
        && host.utf8.allSatisfy { $0.isLetterOrDigit || ".-_:[]".utf8.contains($0) }
    }
    guard areHosts, !hosts.isEmpty else {
      throw error(
        key, "\"\(key)\" is a list of hosts such as box.example.org, .example.net, not \"\(value)\""
      )
    }
    return hosts
  }

  /// rclone's `REMOTE:PATH`, or an absolute path. A folder of this computer needs its absolute path,
  /// because the working directory is not always the same.
  mutating func remote(_ key: String) throws(ConfigurationError) -> String? {
    guard let value = text(key) else { return nil }
    let bytes = value.utf8
    guard bytes.first == UInt8(ascii: "/") || bytes.contains(UInt8(ascii: ":")),
      bytes.first != UInt8(ascii: "-"), bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else {
      throw error(key, "\"\(key)\" is a place such as REMOTE:PATH of rclone, not \"\(value)\"")
    }
    if Self.isLocal(value), Self.localFolder(of: value) == nil {
      throw error(key, "\"\(key)\" needs the absolute path of the folder, not \"\(value)\"")
    }
    return value
  }

  /// 1 to 65,535.
  mutating func port(_ key: String) throws(ConfigurationError) -> UInt16? {
    guard let value = text(key) else { return nil }
    guard value.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(value), port > 0
    else { throw error(key, "\"\(key)\" is a port from 1 to 65535, not \"\(value)\"") }
    return port
  }

  /// `90`, `90s` or `90 s`: 1 to 3,600 seconds.
  mutating func seconds(_ key: String) throws(ConfigurationError) -> Int? {
    guard let value = text(key) else { return nil }
    let digits = value.prefix { $0.isASCII && $0.isNumber }
    let unit = value.dropFirst(digits.count).filter { !$0.isWhitespace }
    guard let count = Int(digits), (1...3600).contains(count), ["", "s"].contains(unit) else {
      throw error(key, "\"\(key)\" is a number of seconds from 1 to 3600, not \"\(value)\"")
    }
    return count
  }

  /// Reads 0 to 100,000 dollars, to the cent, as millionths: `10`, `10.50`, `10 USD`, `$10`.
  mutating func dollars(_ key: String) throws(ConfigurationError) -> Int64? {
    guard let value = text(key) else { return nil }
    var amount = value.filter { !$0.isWhitespace }
    if amount.hasPrefix("$") { amount.removeFirst() }
    if amount.uppercased().hasSuffix("USD") { amount.removeLast(3) }
    let parts = amount.split(separator: ".", omittingEmptySubsequences: false)
    let cents = parts.count == 2 ? parts[1] + (parts[1].utf8.count == 1 ? "0" : "") : "00"
    let isPlain = amount.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    guard isPlain, (1...2).contains(parts.count), cents.utf8.count == 2,
      let whole = Int64(parts[0]), (0...100_000).contains(whole), let hundredths = Int64(cents)
    else { throw error(key, "\"\(key)\" is an amount such as 10 or 10.50, not \"\(value)\"") }
    return whole * 1_000_000 + hundredths * 10_000
  }
}
