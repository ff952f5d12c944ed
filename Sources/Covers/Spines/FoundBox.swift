// The values that the search for the items of a shelf returns: spines, covers, and both as boxes.

import Glibc
package import Pictures

/// The position of a spine in a picture.
package struct FoundSpine: Equatable, Sendable {
  /// The corners in pixels of the picture, clockwise. The first corner is the top left of the spine
  /// as it is in the picture.
  package let quad: Quad

  /// The confidence that the quad shows one spine: 0…1.
  package let confidence: Double

  /// The clockwise turn in degrees that makes the lettering upright: 0, 90, 180 or 270. An upright
  /// spine has 270, because most spines are read from top to bottom. A lying spine has 0.
  package let rotation: Int

  init(_ candidate: SpineCandidate) {
    quad = candidate.quad
    confidence = 1 / (1 + exp(-candidate.merit))
    rotation = candidate.isLying ? 0 : 270
  }
}

/// A spine or a cover in a photo of a shelf.
package struct FoundBox: Equatable, Sendable {
  /// The raw values are those of docs/interface.md.
  package enum Source: String, Sendable {
    case spine, cover
  }

  package let source: Source
  /// As in `FoundSpine`.
  package let quad: Quad
  package let confidence: Double
  package let rotation: Int

  init(_ spine: FoundSpine) {
    source = .spine
    quad = spine.quad
    confidence = spine.confidence
    rotation = spine.rotation
  }

  init(_ cover: FoundCover) {
    source = .cover
    quad = cover.quad.beginningTopLeft
    confidence = cover.confidence
    rotation = 0
  }
}

/// Everything that was found in a photo of a shelf.
package struct FoundShelf: Equatable, Sendable {
  /// Rows from top to bottom; in a row, boxes from left to right.
  package let boxes: [FoundBox]

  /// Whether the shelf was photographed from the side, at an angle of about 30° or more.
  package let isFromSide: Bool
}
