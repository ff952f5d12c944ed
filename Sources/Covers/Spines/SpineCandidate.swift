// A quad that may be a spine, and its measurements.

import Pictures

/// The measurements of a candidate, in the order of `SpineWeights`.
enum SpineClue: Int, CaseIterable {
  /// Share of the rows in which the left or right side has an edge: the smaller and the larger share.
  case side, betterSide
  /// Share of the columns in which the upper or lower end has an edge: the smaller, the larger.
  case end, betterEnd
  /// Share of the rows just above and below the candidate in which both sides have edges.
  case above, beyond
  /// The largest share of rows in which a line inside has an edge.
  case inside
  /// Logarithm of length / width, and its square.
  case shape, shapeSquare
  /// Mean step at the weaker side, and at the weaker end: 0…1.
  case sideStep, endStep
  /// Share of marks of edges in the inner area: lettering.
  case lettering
  /// Mean lightness inside, minus that of the darker neighbour, −1…1.
  case darkness
  /// How much the lightness differs along the middle line: 0…1.
  case variety
  /// Difference of the colours above and below the upper end, and likewise of the lower end.
  case topChange, bottomChange
  /// Length as a share of the rows in which one of the sides has edges.
  case extent
  /// Number of sides on the picture's border.
  case borders
  /// Level lines that cross the whole width inside, at most 4.
  case crossings
  /// As `above` and `beyond`, for the side with more edges.
  case aboveOne, beyondOne
  /// Difference of the mean colours inside and outside, at the weaker and at the other side: 0…1.
  case sideChange, betterSideChange
}

struct SpineCandidate {
  /// In pixels of the searched picture: top left, top right, bottom right, bottom left.
  var quad: Quad {
    didSet { bounds = Bounds(quad) }
  }
  private(set) var bounds: Bounds
  var clues: [Double]
  /// Logarithm of the odds that the candidate is a spine.
  var merit: Double

  var isLying = false

  init(quad: Quad, clues: [Double], merit: Double) {
    self.quad = quad
    self.clues = clues
    self.merit = merit
    bounds = Bounds(quad)
  }
}

/// The smallest upright rectangle around a quad.
struct Bounds {
  let left, top, right, bottom: Double

  init(_ quad: Quad) {
    let (xs, ys) = (quad.corners.map(\.x), quad.corners.map(\.y))
    left = xs.min() ?? 0
    top = ys.min() ?? 0
    right = xs.max() ?? 0
    bottom = ys.max() ?? 0
  }

  func overlaps(_ other: Bounds) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }
}
