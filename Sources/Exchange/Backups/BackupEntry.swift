// The names of the files in a backup. A backup has no other files and no folders.

import Albums
import Text

/// One file of a backup.
package enum BackupEntry: Hashable, Sendable {
  case database
  /// A file in data/artwork.
  case artwork(String)
  /// A file in data/photos.
  case photo(String)
  /// The control file, which contains no keys.
  case controlFile
  case manifest

  package var name: String {
    switch self {
    case .database: "albums.db"
    case .artwork(let file): "artwork/\(file)"
    case .photo(let file): "photos/\(file)"
    case .controlFile: "control-file"
    case .manifest: "manifest.json"
    }
  }

  /// Nil for a name that no backup contains, for example a path that leaves the folder.
  package init?(name: String) {
    switch name {
    case "albums.db": self = .database
    case "control-file": self = .controlFile
    case "manifest.json": self = .manifest
    default:
      let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { return nil }
      switch parts[0] {
      case "artwork" where Artwork.isFileName(parts[1]): self = .artwork(parts[1])
      case "photos" where Self.isPhoto(parts[1]): self = .photo(parts[1])
      default: return nil
      }
    }
  }

  /// The maximum size in bytes.
  var byteLimit: Int {
    switch self {
    case .database: TarHeader.largestFile
    case .artwork, .photo: 64 << 20
    case .controlFile: 64 << 10
    case .manifest: 64 << 20
    }
  }

  /// The photo of a scan, an own picture that a job will store, or a photo of a back that a job will read.
  static func isPhoto(_ file: String) -> Bool {
    for ending in [".jpg", ".artwork", ".back"] where file.hasSuffix(ending) {
      let name = file.dropLast(ending.utf8.count)
      return (1...60).contains(name.utf8.count) && name.utf8.allSatisfy(\.isLetterOrDigit)
    }
    return false
  }
}
