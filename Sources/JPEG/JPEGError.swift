// Why a picture is refused: the closed list that `albumscan-photo` turns into codes.

package import Pictures

/// What can be wrong with somebody's JPEG, or with ours.
package enum JPEGError: Error, Equatable, Sendable {
  /// No bytes at all.
  case empty
  /// Another format, told by its first bytes.
  case notJPEG(PictureKind)
  /// More pixels, a longer side or more coefficient memory than `JPEGLimits` admits.
  case tooLarge(width: Int, height: Int)
  /// A JPEG that we refuse or that the library cannot read.
  case unreadable(Reason)
  /// The encoder failed, or even its lowest quality needs more bytes than allowed.
  case notEncoded

  /// What makes a JPEG unreadable. The raw value is printed as the detail.
  package enum Reason: String, CaseIterable, Sendable {
    /// ITU T.81 processes no phone writes and the library reads badly or not at all.
    case arithmetic, lossless, hierarchical, notEightBit
    /// Marker structure that ends early, repeats a frame or lies about a length.
    case brokenMarkers, noFrame, noScan, secondFrame
    /// Zero width or height (a height given later, by DNL, is refused), or 2, 5 … components.
    case noArea, components
    /// Bombs: each is a limit of `JPEGLimits`.
    case segments, applicationBytes, scans
    /// Less than `JPEGLimits.leastShownShare` of the rows is there.
    case cutOff
    /// The library's own refusal.
    case decoder
  }
}
