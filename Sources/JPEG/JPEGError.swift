// The reasons to refuse a picture. `albumscan-photo` prints them as codes.

package import Pictures

/// Errors of decoding and encoding.
package enum JPEGError: Error, Equatable, Sendable {
  /// No bytes at all.
  case empty
  /// Another format, detected by the first bytes.
  case notJPEG(PictureKind)
  /// More pixels, a longer side or more coefficient memory than `JPEGLimits` admits.
  case tooLarge(width: Int, height: Int)
  /// A JPEG that is refused, or that the library cannot read.
  case unreadable(Reason)
  /// The encoder failed, or the lowest quality needs more bytes than allowed.
  case notEncoded

  /// Why a JPEG is unreadable. `albumscan-photo` prints the raw value as the detail.
  package enum Reason: String, CaseIterable, Sendable {
    /// Coding processes of ITU T.81 that no phone uses and the library hardly supports.
    case arithmetic, lossless, hierarchical, notEightBit
    /// Markers that end early, repeat a frame or have a wrong length.
    case brokenMarkers, noFrame, noScan, secondFrame
    /// Zero width or height (also a height given later by DNL); or 2, 5 … components.
    case noArea, components
    /// Decompression bombs: each case is a limit of `JPEGLimits`.
    case segments, applicationBytes, scans
    /// Less than `JPEGLimits.leastShownShare` of the rows is present.
    case cutOff
    /// An error of the library.
    case decoder
  }
}
