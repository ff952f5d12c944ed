// The placeholder in the prebuilt page of a new scan for a value that only the CGI knows.

/// The CGI replaces the placeholder when it copies the page, so it needs no template engine.
package enum PagePlaceholder {
  /// The id of a scan.
  package static let id = String(repeating: "0", count: ScanID.length)
}
