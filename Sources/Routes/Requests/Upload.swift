// Writes the file of a multipart body, a picture or a file for an import, to a file in the data folder,
// and keeps the body's short texts. The file is never in memory as a whole.

import Albums
import CGI
import Glibc
import Host
import Pictures

/// Receives the parts of a form with one file while they arrive. Ignores unknown parts.
struct Upload: ~Copyable {
  /// The kind of the uploaded file.
  enum Kind {
    /// A JPEG.
    case picture
    /// A file for an import. The worker judges its content.
    case anyFile
  }

  /// The maximum size of the file, in bytes. Source: docs/limits.md "upload body".
  static let photoLimit = 32 << 20
  private static let fieldLimit = 512

  /// The reason why the file is refused; nil if it is accepted. After a refusal the rest of the body is
  /// still read (docs/faults.md §0.6).
  private(set) var refusal: Refusal?
  private(set) var byteCount = 0
  private(set) var hasPhoto = false
  let temporaryPath: String
  private let kind: Kind

  /// The name of the part with the file, and the names of the parts with texts.
  private let picturePart: String
  private let textParts: Set<String>
  private let file: FileDescriptor
  private var hash = SHA256()
  private var firstBytes: [UInt8] = []
  private var part = ""
  private var fields: [String: [UInt8]] = [:]

  /// Opens a hidden file in `folder`. The caller moves or removes the file. `part` is the name of the
  /// part with the file. Only this user may read the file.
  init(
    _ kind: Kind, in folder: String, part: String, texts: Set<String>
  ) throws(HostError) {
    self.kind = kind
    picturePart = part
    textParts = texts
    temporaryPath = Files.temporaryPath(for: "\(folder)/photo")
    file = try FileDescriptor(
      opening: temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: Files.privateMode)
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
    guard byteCount <= Self.photoLimit else { return refuse(.tooLarge) }
    if firstBytes.count < PictureKind.byteCount {
      firstBytes += bytes.prefix(PictureKind.byteCount - firstBytes.count)
      if firstBytes.count == PictureKind.byteCount { checkKind() }
    }
    guard refusal == nil else { return }
    hash.update(bytes)
    do {
      try file.write(bytes)
    } catch {
      refuse(Refusal(error))
    }
  }

  private mutating func checkKind() {
    guard self.kind == .picture else { return }
    let kind = PictureKind(firstBytes: firstBytes)
    if kind != .jpeg { refuse(.notJPEG(kind == .heic ? .heic : .other)) }
  }

  /// Refuses the file and frees its disk space at once, because the rest of the body may take
  /// minutes.
  private mutating func refuse(_ reason: Refusal) {
    refusal = reason
    ftruncate(file.number, 0)
  }

  private mutating func takeField(_ bytes: UnsafeRawBufferPointer) {
    guard textParts.contains(part) else { return }
    let held = fields[part] ?? []
    fields[part] = held + bytes.prefix(max(0, Self.fieldLimit + 1 - held.count))
  }

  /// The text of a short part; nil if the part is missing, is empty, or is not UTF-8.
  func field(_ name: String) -> String? {
    fields[name].flatMap { String(validating: $0, as: UTF8.self) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Writes the file to the disk and returns its SHA-256. Throws the reason if the file is refused.
  mutating func finish() throws -> [UInt8] {
    guard hasPhoto else { throw Refusal.noPhoto }
    guard byteCount > 0 else { throw Refusal.empty }
    if refusal == nil, firstBytes.count < PictureKind.byteCount { checkKind() }
    if let refusal { throw refusal }
    try file.synchronise()
    return hash.finish()
  }
}
