// The name of a picture to share, which the published log has beside the page: `share-<digest>.jpg`.

package enum PictureToShare {
  package static let beginning = "share-"
}
