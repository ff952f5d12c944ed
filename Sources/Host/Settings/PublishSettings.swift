// The settings of the published log: its folder, the finds that it shows, its appearance, and the
// destination to which it is sent.

import Text

/// The settings of the published log, after all checks. Source: docs/interface.md "Configuration".
package struct PublishSettings: Equatable, Sendable {
  /// The finds that strangers may see.
  package enum Choice: Equatable, Sendable {
    /// The finds that a person made public.
    case chosen

    case all

    /// The finds with a tag: its text with single spaces. Upper and lower case make no difference.
    case tag(String)
  }

  /// The root of the published log. Absolute, without symbolic links.
  package let folder: String

  /// The address of the published log, with its path, for feeds and other absolute addresses; no
  /// slash at the end. Nil: the published log has no such addresses.
  package let url: String?
  package let choice: Choice

  /// The name of the published log.
  package let title: String

  /// The author of the entries.
  package let author: String

  /// The Markdown file of the front page. The file may be missing.
  package let about: String
  package let showsNotes: Bool

  /// Whether pages show the own ratings of the finds.
  package let showsRatings: Bool

  /// Whether search engines may list the pages.
  package let isIndexed: Bool

  /// Whether pages get pictures to share, if `vips` is installed and the address is known.
  package let hasPictures: Bool

  /// The colour of links and buttons, `#00de52`: six lower-case hexadecimal digits.
  package let colour: String
  package let background: String

  /// The folders of the templates that differ from those of the household site, at least one. The
  /// first folder that has a template counts, so the host's own folder may have only some of them.
  package let templates: [String]

  /// rclone's `REMOTE:PATH`, or the absolute path of a folder; nil: the published log is not sent.
  package let remote: String?

  /// The maximum length of title and author in characters.
  package static let longestName = 100

  /// The maximum length of a tag in characters, as in `Tag` of the module Albums.
  package static let longestTag = 50

  /// Reads all settings of the published log. Nil without `publish-to`; then every other key of the
  /// published log is an error.
  static func read(
    _ reader: inout SettingReader, templates: String, installation: String, file: String
  ) throws(ConfigurationError) -> PublishSettings? {
    let folder = reader.path("publish-to")
    let title = try reader.name("publish-title") ?? "AlbumScan"
    let settings = PublishSettings(
      folder: folder.map(Files.resolvingLinks) ?? "",
      url: try reader.publicURL("publish-url"),
      choice: try reader.publishChoice("publish") ?? .chosen,
      title: title,
      author: try reader.name("publish-author") ?? title,
      about: reader.path("publish-about") ?? "\(Files.parent(of: file))/about.md",
      showsNotes: try reader.flag("publish-notes") ?? false,
      showsRatings: try reader.flag("publish-ratings") ?? false,
      isIndexed: try reader.flag("publish-indexing") ?? false,
      hasPictures: try reader.flag("publish-pictures") ?? true,
      colour: try reader.colour("publish-colour") ?? "#00de52",
      background: try reader.colour("publish-background") ?? "#000000",
      templates: templateFolders(reader.path("publish-templates"), templates, installation),
      remote: try reader.remote("publish-remote"))
    if folder != nil { return settings }
    for key in keys where reader.text(key) != nil {
      throw reader.error(
        key, "\"\(key)\" needs \"publish-to: FOLDER\", the folder of the published log")
    }
    return nil
  }

  /// The keys that have no effect without `publish-to`.
  static let keys = [
    "publish-url", "publish", "publish-title", "publish-author", "publish-about", "publish-notes",
    "publish-ratings", "publish-indexing", "publish-pictures", "publish-colour",
    "publish-background",
    "publish-templates",
    "publish-remote",
  ]

  /// The folder that the host names, then the folder below the host's templates, then the folder of
  /// the installation. If the list has neither of the first two, it has the folder of the
  /// installation even if that folder does not exist.
  private static func templateFolders(
    _ named: String?, _ templates: String, _ installation: String
  ) -> [String] {
    let installed = "\(installation)/templates/published"
    var folders = named.map { [$0] } ?? []
    for folder in ["\(templates)/published", installed]
    where !folders.contains(folder) && Files.exists(folder) {
      folders.append(folder)
    }
    return folders.isEmpty ? [installed] : folders
  }
}

extension SettingReader {
  /// A name on one line, of at most 100 characters.
  fileprivate mutating func name(_ key: String) throws(ConfigurationError) -> String? {
    guard let value = text(key) else { return nil }
    guard Self.isName(value, longest: PublishSettings.longestName) else {
      throw error(
        key,
        "\"\(key)\" has at most \(PublishSettings.longestName) characters and no control character")
    }
    return value
  }

  /// `chosen`, `all` or `tag:NAME`.
  fileprivate mutating func publishChoice(
    _ key: String
  ) throws(ConfigurationError) -> PublishSettings.Choice? {
    guard let value = text(key) else { return nil }
    if value == "chosen" { return .chosen }
    if value == "all" { return .all }
    let prefix = "tag:"
    guard value.utf8.starts(with: prefix.utf8) else {
      throw error(
        key, "\"\(key)\" is chosen, all, or tag:NAME such as tag:best of 2026, not \"\(value)\"")
    }
    let name = value.unicodeScalars.dropFirst(prefix.utf8.count)
    let tag = String(String.UnicodeScalarView(name)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    guard !tag.isEmpty, !tag.utf8.contains(.comma),
      Self.isName(tag, longest: PublishSettings.longestTag)
    else {
      throw error(
        key,
        "\"\(key): tag:NAME\" names one tag: at most \(PublishSettings.longestTag) characters, "
          + "without a comma; this is \"\(value)\"")
    }
    return .tag(tag)
  }

  /// `#RRGGBB`, as lower-case digits.
  fileprivate mutating func colour(_ key: String) throws(ConfigurationError) -> String? {
    guard let value = text(key) else { return nil }
    let bytes = Array(value.utf8)
    guard bytes.count == 7, bytes[0] == UInt8(ascii: "#"),
      bytes.dropFirst().allSatisfy({ $0.hexadecimalValue != nil })
    else { throw error(key, "\"\(key)\" is a colour such as #00DE52, not \"\(value)\"") }
    return String(decoding: bytes.map(\.lowercase), as: UTF8.self)
  }

  /// `http(s)://host[:port][/path]`; slashes at the end are dropped. An address with a query, or
  /// with a character that an address must encode, is refused.
  fileprivate mutating func publicURL(_ key: String) throws(ConfigurationError) -> String? {
    guard var value = text(key) else { return nil }
    while value.utf8.last == .slash { value.removeLast() }
    for scheme in ["http://", "https://"] where value.utf8.starts(with: scheme.utf8) {
      let rest = value.utf8.dropFirst(scheme.utf8.count)
      let host = rest.prefix { $0 != .slash }
      if Self.isAuthority(host), Self.isPath(rest.dropFirst(host.count)) { return value }
    }
    throw error(
      key,
      "\"\(key)\" is the address of the published log such as https://example.org/records, "
        + "without a query, not \"\(value)\"")
  }

  /// Whether an address may contain the path as it is: plain characters, and `%` with two digits.
  private static func isPath(_ path: Substring.UTF8View) -> Bool {
    let parts = path.split(separator: .slash, omittingEmptySubsequences: false).dropFirst()
    return parts.allSatisfy { part in
      let codes = part.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
      return !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
        && part.allSatisfy { $0.isUnreserved || $0 == UInt8(ascii: "%") }
        && codes.dropFirst().allSatisfy { code in
          code.count >= 2 && code.prefix(2).allSatisfy { $0.hexadecimalValue != nil }
        }
    }
  }

  /// Whether a text has at most `longest` characters, on average at most 8 bytes for each, and no
  /// control character.
  private static func isName(_ text: String, longest: Int) -> Bool {
    text.count <= longest && text.utf8.count <= longest * 8
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

extension Configuration {
  /// The published database: only the finds that strangers may see. The next publishing can make this
  /// file again.
  package var publishedDatabase: String { "\(data)/published.db" }

  /// This file exists while a build of the published log is not finished.
  package var publishingMarker: String { "\(data)/publishing" }

  /// This file exists while changed files of the published log are not yet listed for sending.
  package var unsentMarker: String { "\(data)/published-unsent" }

  /// The folder of the pictures to share that wait to be drawn.
  package var pictureQueue: String { "\(data)/share" }

  /// The process that publishes holds this lock, and its rclone holds the lock, too.
  package var publishLock: String { "\(data)/publish.lock" }

  /// This file exists while changed files wait to be sent. It contains their number.
  package var waitingMarker: String { "\(data)/published-waiting" }

  /// The time and the result of the last run that published without an error (`LastPublish`).
  package var lastPublish: String { "\(data)/published-last" }

  /// The number of files that wait to be sent; nil if none waits, or without a remote.
  package var waitingFiles: Int? {
    guard publishing?.remote != nil, let bytes = try? Files.read(waitingMarker, limit: 64) else {
      return nil
    }
    return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) ?? 0
  }
}

extension PublishSettings {
  /// The name of rclone's remote for a page: the part of `REMOTE:PATH` before the options and the path,
  /// which may contain a password. Nil for a folder, and for a remote without a name (`:sftp,host=…:PATH`).
  package var remoteName: String? {
    guard let remote, remote.utf8.first != .slash else { return nil }
    let name = remote.prefix { $0 != ":" && $0 != "," }
    return name.isEmpty ? nil : String(name)
  }

  /// The values of the options in `publish-remote`, such as a password, the longest first. A message of
  /// rclone may contain them.
  package var remoteSecrets: [String] {
    var secrets: [String] = []
    for option in (remote ?? "").split(separator: ",") {
      guard let equals = option.firstIndex(of: "=") else { continue }
      let value = option[option.index(after: equals)...]
      secrets += [String(value), String(value.prefix { $0 != ":" })]
    }
    return secrets.filter { $0.utf8.count > 1 }.sorted { $0.utf8.count > $1.utf8.count }
  }
}
