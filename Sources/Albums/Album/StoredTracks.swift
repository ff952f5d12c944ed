// The tracks of an album as the database has them. The module `Tracks` reads the text; the CGI needs no tracks.

package struct StoredTracks: Hashable, Sendable {
  /// MBID of the edition.
  package let release: String

  /// `TrackList.stored`.
  package let text: String

  package init(release: String, text: String) {
    self.release = release
    self.text = text
  }
}
