// The version of AlbumScan.

package enum Version {
  package static let number = "1.0.0"
}
