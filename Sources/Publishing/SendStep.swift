// The order in which files are sent, and the headers that a remote such as S3 stores with them.
//
// At each moment, a reader who follows the links of a page finds every page and every picture: new
// files arrive before the pages that lead to them, and files are removed after the pages that led to
// them have changed.

import Albums
import Site

/// A step of sending. One step is complete before the next one begins.
enum SendStep: Int, CaseIterable, Comparable, Sendable {
  /// Pictures, assets, shards and review words. Their names have a digest, so the pages that the
  /// remote already has do not lead to them. Also the first archive, to which each page leads.
  case lasting

  /// A newer archive than the remote has.
  case archive

  /// Feeds of tags, if the remote lacks the feed or the page of the tag. Only the page of the tag
  /// leads to its feed.
  case newFeeds

  /// Pages that the remote does not have. Only other new pages and changed pages lead to them.
  case newPages

  /// Changed pages that the remote already has, the other files at the root, and the manifest of
  /// the search.
  case changedPages

  /// The pages at the root, if the remote does not have them. They lead to everything, also to feeds.
  case entrances

  /// Pages and feeds that the folder no longer has.
  case removedPages

  /// Pictures and other files that the folder no longer has.
  case removedFiles

  static func < (one: SendStep, other: SendStep) -> Bool { one.rawValue < other.rawValue }

  /// The step of a file that the folder has. `isNew` says that the remote does not have it.
  init(sending path: String, isNew: Bool) {
    let kind = FileKind(path)
    self =
      switch kind {
      case .lasting: .lasting
      case .archive: isNew ? .lasting : .archive
      case .page where !isNew: .changedPages
      case .page where path.hasSuffix("/feed.atom"): .newFeeds
      case .page where path.utf8.contains(slash): .newPages
      case .page: path.hasSuffix(".html") ? .entrances : .changedPages
      }
  }

  init(removing path: String) {
    self = FileKind(path) == .page ? .removedPages : .removedFiles
  }
}

/// A kind of file in the published log.
enum FileKind: Equatable, Sendable {
  /// A file whose name changes with its content.
  case lasting
  case archive

  /// A page, and every file with a lasting address: feeds, the manifest of the search, the sitemap,
  /// `robots.txt`, `_headers`.
  case page

  init(_ path: String) {
    let parts = path.utf8.split(separator: slash).map { String(Substring($0)) }
    self =
      switch (parts.first, parts.count) {
      case _ where SharePicture.isPath(path): .lasting
      case ("assets", 2): .lasting
      case (let folder?, 3) where WorkKind(rawValue: folder) != nil && path.hasSuffix(".jpg"):
        .lasting
      case ("search", 2) where parts[1] != "index.json" && path.hasSuffix(".json"): .lasting
      case (PublishArchive.name, 1): .archive
      default: .page
      }
  }
}

/// The headers of a file, which a remote stores if it can.
struct FileHeaders: Hashable, Sendable {
  /// `Cache-Control: …`, perhaps `Content-Type: …`, for rclone.
  let lines: [String]

  init(_ path: String) {
    let isLasting = FileKind(path) == .lasting
    let cache =
      isLasting ? "public, max-age=31536000, immutable" : "public, max-age=\(Self.pageSeconds)"
    let type = Self.type(of: path).map { ["Content-Type: \($0)"] } ?? []
    lines = ["Cache-Control: \(cache)"] + type
  }

  /// The time for which a browser may show a page without asking. Source: docs/limits.md.
  static let pageSeconds = 300

  /// The type of a file for which rclone knows no type or a wrong type; nil if rclone's type is
  /// right.
  private static func type(of path: String) -> String? {
    let name = path.utf8.split(separator: slash).last.map { String(Substring($0)) } ?? path
    if name == "feed.json" { return "application/feed+json; charset=utf-8" }
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return "text/plain; charset=utf-8"
    }
    return switch name[dot...] {
    case ".atom": "application/atom+xml; charset=utf-8"
    case ".txt": "text/plain; charset=utf-8"
    case ".zip": "application/zip"
    default: nil
    }
  }
}

private let slash = UInt8(ascii: "/")
