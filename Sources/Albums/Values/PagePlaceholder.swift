// Placeholders in prebuilt pages for values that only the CGI knows.

/// The CGI replaces the placeholders when it copies or sends a prebuilt page, so it needs no
/// template engine.
package enum PagePlaceholder {
  /// The id of a scan or of a find.
  package static let id = String(repeating: "0", count: ScanID.length)

  /// An album's title and artist. Names do not contain such brackets by accident. The CGI replaces
  /// all placeholders in one pass, so a placeholder inside a name stays as text.
  package static let title = "[[title]]"
  package static let artist = "[[artist]]"
}
