// The content of a request to a played model. It does not depend on the provider's format.

import Host
import JPEG

struct ModelRequest: Sendable {
  var model = ""
  var pictures: [SentPicture] = []
  /// The text of the user's messages.
  var text = ""
  /// Whether the answer's schema has a `status`. Then the request asks for an album.
  var asksForStatus = false
  /// Whether the answer's schema has `items`. Then the request asks for the names on a sheet.
  var asksForItems = false
  var isSearched = false
  var isStreamed = false
  /// Parameters that the real service would ignore silently.
  var ignored: [String] = []
  var privacyFaults: [String] = []

  var asksWhichAlbum: Bool { !asksForItems && (!pictures.isEmpty || asksForStatus) }

  /// Notes the properties of the answer's schema.
  mutating func note(properties: [String]) {
    asksForStatus = properties.contains("status")
    asksForItems = properties.contains("items")
  }

  /// The numbers that a request about a sheet names, in its order.
  var itemNumbers: [Int] {
    guard let start = text.firstRange(of: "numbers in the picture:") else { return [] }
    let line = text[start.upperBound...].prefix { $0 != "\n" }
    return line.split(separator: ",").compactMap { Int($0.filter { $0 != " " }) }
  }

  /// The reason why a request about a sheet is refused; nil for a valid one. The program promises
  /// one picture of at most 1,536 pixels with one to ten numbers.
  var sheetFault: String? {
    guard asksForItems else { return nil }
    guard pictures.count == 1, let picture = pictures.first else {
      return "a sheet is one picture, not \(pictures.count)"
    }
    guard (1...1536).contains(picture.longSide) else {
      return "the sheet has \(picture.longSide) pixels, more than 1,536"
    }
    let numbers = itemNumbers
    guard (1...10).contains(numbers.count), Set(numbers).count == numbers.count else {
      return "the request names the numbers \(numbers)"
    }
    return isSearched ? "a question about a sheet needs no search" : nil
  }

  var kind: RequestKind {
    if asksForItems { return .shelf }
    return switch (asksWhichAlbum, isSearched) {
    case (true, false): .identify
    case (true, true): .identifySearched
    case (false, false): .review
    case (false, true): .reviewSearched
    }
  }
}

struct SentPicture: Sendable {
  let bytes: [UInt8]
  let hasMetadata: Bool

  /// In pixels.
  let longSide: Int

  /// Nil if the picture is not JPEG. The real services accept more formats, but AlbumScan may send
  /// only JPEG.
  init?(_ bytes: [UInt8]) {
    guard let scan = try? MarkerScan(bytes) else { return nil }
    longSide = max(scan.width, scan.height)
    self.bytes = bytes
    hasMetadata = Self.hasMetadata(bytes)
  }

  /// Whether an APP1…APP15 segment or a comment comes before the first scan.
  private static func hasMetadata(_ bytes: [UInt8]) -> Bool {
    var index = 2
    while index + 3 < bytes.count, bytes[index] == 0xFF, bytes[index + 1] != 0xDA {
      if (0xE1...0xEF).contains(bytes[index + 1]) || bytes[index + 1] == 0xFE { return true }
      index += 2 + Int(bytes[index + 2]) << 8 + Int(bytes[index + 3])
    }
    return false
  }
}

/// The way in which an answered call ends.
enum ModelEnding: Equatable, Sendable {
  case completed, refused, incomplete
  /// Anthropic's `pause_turn`.
  case paused
  /// The search failed. The text is sent all the same.
  case searchFailed(code: String)
  case failed(code: String)

  /// Nil if the fault does not change the end of a model's answer.
  init?(_ fault: Fault) {
    switch fault {
    case .refusal: self = .refused
    case .incomplete: self = .incomplete
    case .paused: self = .paused
    case .searchFailed(let code): self = .searchFailed(code: code)
    case .failed(let code): self = .failed(code: code)
    default: return nil
    }
  }
}
