// A file that `albumscan setup` writes: its state, and the change of the disk.

package import Host

package struct PlannedFile: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)

    /// A symbolic link to this path.
    case link(String)

    /// One line of a file that belongs to the host.
    case line(String)
  }

  package let path: String
  package let content: Content

  package init(_ path: String, _ content: Content) { (self.path, self.content) = (path, content) }

  package var isText: Bool { if case .text = content { true } else { false } }

  /// The action for the file.
  package enum Change: Equatable, Sendable {
    case none, write

    /// The file is as an earlier run wrote it. `make` replaces it, and keeps a former text.
    case replace

    /// The host has changed the file. `make` leaves it, and writes the new text to another folder (`KeptTexts`).
    case keep
  }

  /// `written` is the entry of an earlier run in the setup record.
  package func change(after written: RecordedFile?) throws(HostError) -> Change {
    switch content {
    case .link(let target):
      guard Files.isLink(path) || Files.exists(path) else { return .write }
      let present = Files.linkTarget(of: path)
      if present == target { return .none }
      return present != nil && present == written?.proof ? .replace : .keep
    case .line(let line):
      guard Files.exists(path) else { return .write }
      return try Self.lines(of: path).contains(line) ? .none : .write
    case .text(let text):
      guard Files.isLink(path) || Files.exists(path) else { return .write }
      guard Files.isRegular(path) else { return .keep }
      let present = try Files.read(path)
      if present == Array(text.utf8) { return .none }
      return Self.digest(present) == written?.proof ? .replace : .keep
    }
  }

  /// Makes the change. Returns the entry of the setup record; nil if the file belongs to the host.
  package func make(_ change: Change, keeping kept: KeptTexts) throws(HostError) -> RecordedFile? {
    switch (content, change) {
    case (_, .none): break
    case (.text(let text), .keep): try Self.write(text, to: kept.new(of: path))
    case (.link, .keep): break
    case (.text(let text), _):
      if change == .replace {
        try Files.makeDirectories(Files.parent(of: kept.former(of: path)))
        try Files.replace(
          kept.former(of: path), with: Files.read(path), mode: 0o644, durably: false)
      }
      try Self.write(text, to: path)
    case (.link(let target), _):
      try Files.makeDirectories(Files.parent(of: path))
      try Files.remove(path)
      try Files.makeLink(to: target, at: path)
    case (.line(let line), _):
      let before = Files.exists(path) ? try Files.read(path) : []
      let end: [UInt8] =
        before.isEmpty || before.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
      try Files.replace(
        path, with: before + end + Array("\(line)\n".utf8), mode: Self.mode(of: path),
        durably: false)
    }
    return change == .keep ? nil : recorded
  }

  /// Undoes `make`. A file that had this content before `make` stays. `written` is the entry of the earlier run.
  package func takeBack(
    _ change: Change, after written: RecordedFile?, keeping kept: KeptTexts
  ) throws(HostError) {
    switch (content, change) {
    case (_, .none): break
    case (.text, .replace):
      let former = kept.former(of: path)
      try Files.replace(path, with: Files.read(former), mode: Self.mode(of: path), durably: false)
      try Files.remove(former)
    case (.text, .keep): try Files.remove(kept.new(of: path))
    case (.link, .keep): break
    case (.link, .replace):
      try Files.remove(path)
      if let written { try Files.makeLink(to: written.proof, at: path) }
    default: if try recorded.isUnchanged { try recorded.remove() }
    }
  }

  package var recorded: RecordedFile {
    switch content {
    case .text(let text):
      RecordedFile(kind: .text, proof: Self.digest(Array(text.utf8)), path: path)
    case .link(let target): RecordedFile(kind: .link, proof: target, path: path)
    case .line(let line): RecordedFile(kind: .line, proof: line, path: path)
    }
  }

  private static func write(_ text: String, to path: String) throws(HostError) {
    try Files.makeDirectories(Files.parent(of: path))
    try Files.replace(path, with: Array(text.utf8), mode: mode(of: path), durably: false)
  }

  static func mode(of path: String) -> UInt32 { Files.mode(of: path) ?? 0o644 }
  static func digest(_ bytes: [UInt8]) -> String { hexadecimal(SHA256.digest(of: bytes)) }

  static func lines(of path: String) throws(HostError) -> [String] {
    String(decoding: try Files.read(path), as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
