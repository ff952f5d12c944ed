// The states of the disk that a loss of power may leave during a command: images before each sync. A write survives
// only if its file was synchronised afterwards, and a name only if its folder was. Source: fsync(2); SQLite's rules for
// "power-safe overwrite", <https://www.sqlite.org/psow.html>.

import Host
import Support

/// The files of one image that differ from the files before the command.
struct DiskImage: Sendable, CustomStringConvertible {
  let description: String

  /// Whether the command had ended, and so had acknowledged its change.
  let isAcknowledged: Bool
  fileprivate let contents: [[UInt8]]
  fileprivate let kept: [PowerLoss.Change]
  fileprivate let names: [String: Int?]

  /// The bytes of each changed file; nil for a file that does not exist.
  var files: [String: [UInt8]?] {
    var bytes = contents
    for change in kept { PowerLoss.apply(change.kind, to: &bytes[change.file]) }
    return names.mapValues { $0.map { bytes[$0] } }
  }
}

/// Replays the calls of a command on the files that it changes.
struct PowerLoss {
  fileprivate struct Change: Sendable {
    enum Kind: Sendable { case write(offset: Int, bytes: [UInt8]), truncate(Int) }
    let number: Int
    let file: Int
    let kind: Kind
  }

  /// The bytes of each file that are on the disk, by a number that stays when the file gets another name.
  private var contents: [[UInt8]] = []

  /// Changes that were not synchronised, in their order.
  private var pending: [Change] = []

  /// The files by their paths: as the programs see them, and as they are on the disk. Nil: there is no such file.
  private var (names, durableNames): ([String: Int?], [String: Int?]) = ([:], [:])

  private let original: (String) -> [UInt8]?
  private let bytes: (Int) throws -> [UInt8]
  private(set) var images: [DiskImage] = []

  /// `original` gives the bytes of a file before the command, `bytes` the bytes of a write by its number.
  init(original: @escaping (String) -> [UInt8]?, bytes: @escaping (Int) throws -> [UInt8]) {
    (self.original, self.bytes) = (original, bytes)
  }

  mutating func replay(_ calls: [SystemCall]) throws {
    for call in calls {
      switch call.name {
      case "sync":
        addImages(at: "\(call)")
        synchronise(call.path)
      case "create":
        if number(of: call.path) == nil {
          add(call.path, [])
          durableNames[call.path] = .some(nil)
        } else if call.rest == "truncate", let file = number(of: call.path) {
          pending.append(Change(number: call.number, file: file, kind: .truncate(0)))
        }
      case "write":
        guard let file = number(of: call.path) else { continue }
        let offset = Int(call.rest.split(separator: " ")[0]) ?? 0
        pending.append(
          Change(
            number: call.number, file: file,
            kind: .write(offset: offset, bytes: try bytes(call.number))))
      case "truncate":
        guard let file = number(of: call.path) else { continue }
        pending.append(
          Change(number: call.number, file: file, kind: .truncate(Int(call.rest) ?? 0)))
      case "rename", "link":
        guard let file = number(of: call.rest) else { continue }
        _ = number(of: call.path)
        names[call.path] = .some(file)
        if call.name == "rename" { names[call.rest] = .some(nil) }
      case "unlink":
        guard number(of: call.path) != nil else { continue }
        names[call.path] = .some(nil)
      default: break
      }
    }
    addImages(at: "the end", isAcknowledged: true)
  }

  /// The number of a file; nil if there is no such file now.
  private mutating func number(of path: String) -> Int? {
    if let known = names[path] { return known }
    guard let bytes = original(path) else {
      (names[path], durableNames[path]) = (.some(nil), .some(nil))
      return nil
    }
    add(path, bytes)
    durableNames[path] = .some(contents.count - 1)
    return contents.count - 1
  }

  private mutating func add(_ path: String, _ bytes: [UInt8]) {
    contents.append(bytes)
    names[path] = .some(contents.count - 1)
  }

  /// Makes the bytes of a file durable, or the names of the files in a folder.
  private mutating func synchronise(_ path: String) {
    if let file = names[path], let file {
      for change in pending where change.file == file {
        Self.apply(change.kind, to: &contents[file])
      }
      pending.removeAll { $0.file == file }
    } else {
      for (name, file) in names where Files.parent(of: name) == path { durableNames[name] = file }
    }
  }

  fileprivate static func apply(_ kind: Change.Kind, to bytes: inout [UInt8]) {
    switch kind {
    case .truncate(let length):
      bytes =
        Array(bytes.prefix(length)) + [UInt8](repeating: 0, count: max(0, length - bytes.count))
    case .write(let offset, let written):
      if bytes.count < offset + written.count {
        bytes += [UInt8](repeating: 0, count: offset + written.count - bytes.count)
      }
      bytes.replaceSubrange(offset..<(offset + written.count), with: written)
    }
  }

  /// Adds the images: without all unsynchronised changes, without the new names, without one change
  /// each, and with a torn last write.
  private mutating func addImages(at place: String, isAcknowledged: Bool = false) {
    func add(_ text: String, _ kept: [Change], _ names: [String: Int?]) {
      images.append(
        DiskImage(
          description: "\(text) at \(place)", isAcknowledged: isAcknowledged, contents: contents,
          kept: kept,
          names: names))
    }
    add("all lost", [], durableNames)
    add("names lost", pending, durableNames)
    for change in pending {
      add("call \(change.number) lost", pending.filter { $0.number != change.number }, names)
    }
    guard let last = pending.last, case .write(let offset, let written) = last.kind else { return }
    for length in [512, 4096] where length < written.count {
      let torn = Change(
        number: last.number, file: last.file,
        kind: .write(offset: offset, bytes: Array(written.prefix(length))))
      add("call \(last.number) torn at \(length)", pending.dropLast() + [torn], names)
    }
  }
}
