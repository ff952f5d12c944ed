// A multipart body becomes a file in data/photos and short texts. The picture is never in memory.

import Albums
import CGI
import Glibc
import Host
import Pictures

/// The parts of a form with one picture as they arrive. Other parts are passed over.
struct Upload: ~Copyable {
  /// Source: FAULTS §6 "upload body".
  static let photoLimit = 32 << 20
  private static let fieldLimit = 200

  /// What is wrong with the photo; the rest of the body is still read (FAULTS fact 6).
  private(set) var refusal: Refused?
  private(set) var byteCount = 0
  private(set) var hasPhoto = false
  let temporaryPath: String

  /// The name of the part that holds the picture, and of those that are kept as texts.
  private let picturePart: String
  private let textParts: Set<String>
  private let file: FileDescriptor
  private var hash = SHA256()
  private var firstBytes: [UInt8] = []
  private var part = ""
  private var fields: [String: [UInt8]] = [:]

  /// Opens a hidden file beside the photos; the caller moves or removes it.
  init(
    in folder: String, picture: String, texts: Set<String>
  ) throws(HostError) {
    picturePart = picture
    textParts = texts
    temporaryPath = Files.temporaryPath(for: "\(folder)/photo")
    file = try FileDescriptor(
      opening: temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o640)
  }

  mutating func take(_ event: MultipartEvent) {
    switch event {
    case .partBegan(let name):
      part = name
      if name == picturePart { hasPhoto = true }
    case .data(let bytes):
      if part == picturePart { takePhoto(bytes) } else { takeField(bytes) }
    case .partEnded: part = ""
    }
  }

  private mutating func takePhoto(_ bytes: UnsafeRawBufferPointer) {
    byteCount += bytes.count
    guard refusal == nil else { return }
    guard byteCount <= Self.photoLimit else { return refuse(Refused(.tooLarge)) }
    if firstBytes.count < PictureKind.byteCount {
      firstBytes += bytes.prefix(PictureKind.byteCount - firstBytes.count)
      if firstBytes.count == PictureKind.byteCount { judgeKind() }
    }
    guard refusal == nil else { return }
    hash.update(bytes)
    do {
      try file.write(bytes)
    } catch {
      refuse(Refused(error.isDiskFull ? .diskFull : .busy))
    }
  }

  private mutating func judgeKind() {
    let kind = PictureKind(firstBytes: firstBytes)
    if kind != .jpeg { refuse(Refused(kind)) }
  }

  private mutating func refuse(_ reason: Refused) {
    refusal = reason
    // The disk is needed by others.
    ftruncate(file.number, 0)
  }

  private mutating func takeField(_ bytes: UnsafeRawBufferPointer) {
    guard textParts.contains(part) else { return }
    let held = fields[part] ?? []
    fields[part] = held + bytes.prefix(max(0, Self.fieldLimit + 1 - held.count))
  }

  /// The text of a short part; nil when it was not sent or is no UTF-8.
  func field(_ name: String) -> String? {
    fields[name].flatMap { String(validating: $0, as: UTF8.self) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The photo is on the disk when this returns; its SHA-256. Throws what is wrong with it.
  mutating func finish() throws -> [UInt8] {
    guard hasPhoto else { throw Refused(.noPhoto) }
    guard byteCount > 0 else { throw Refused(.empty) }
    if refusal == nil, firstBytes.count < PictureKind.byteCount { judgeKind() }
    if let refusal { throw refusal }
    try file.synchronise()
    return hash.finish()
  }
}
