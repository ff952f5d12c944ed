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

  /// The reason why a JPEG is unreadable. `albumscan-photo` prints the raw value as the detail.
  package enum Reason: String, CaseIterable, Sendable {
    /// Coding processes of ITU T.81 that no phone uses and the library hardly supports.
    case arithmetic, lossless, hierarchical, notEightBit
    /// A marker has a wrong length, a frame or a scan is missing, or there is a second frame.
    case brokenMarkers, noFrame, noScan, secondFrame
    /// The width or the height is zero (also if a later DNL marker gives the height), or the
    /// components are not those of a grey, colour or CMYK picture.
    case noArea, components
    /// Signs of a decompression bomb: each case is a limit of `JPEGLimits`.
    case segments, scans
    /// Less than `JPEGLimits.leastShownShare` of the rows is present.
    case cutOff
    /// An error of the library.
    case decoder
  }
}
