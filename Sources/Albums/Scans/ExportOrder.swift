// An export for the web: its content, and its file.

/// The content of an export.
package enum ExportContent: String, CaseIterable, Hashable, Sendable {
  /// The archive with everything, for owners.
  case all

  /// A table of the person's own finds.
  case own

  /// The name under which a browser stores the file.
  package var fileName: String {
    switch self {
    case .all: "albumscan.zip"
    case .own: "albumscan.csv"
    }
  }
}

/// The parameters of an export.
package struct ExportOrder: Hashable, Sendable {
  /// The time for which the file is kept, in milliseconds: one day. Source: docs/limits.md "Export and
  /// import".
  package static let keptMilliseconds: Int64 = 24 * 3600 * 1000

  /// Names the file in data/exports.
  package let id: UploadID
  package let content: ExportContent

  package init(_ content: ExportContent, as id: UploadID) {
    self.content = content
    self.id = id
  }
}
