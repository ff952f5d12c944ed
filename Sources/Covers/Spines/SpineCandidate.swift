// A quad that may be a spine, and its measurements.

package import Pictures

/// The measurements of a candidate, in the order of `SpineWeights`.
enum SpineClue: Int, CaseIterable {
  /// Share of the rows in which the left or right side has an edge: the smaller and the larger share.
  case side, betterSide
  /// Share of the columns in which the upper or lower end has an edge: the smaller, the larger.
  case end, betterEnd
  /// Share of the rows in which the side with fewer edges has an edge: just above the candidate, and just
  /// below it.
  case above, beyond
  /// The largest share of rows in which a line inside has an edge.
  case inside
  /// Length / width.
  case shape
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
  /// Level lines that cross the whole width inside, as a share of the rows.
  case crossings
  /// As `above` and `beyond`, for the side with more edges.
  case aboveOne, beyondOne
  /// Difference of the mean colours inside and outside, at the weaker and at the other side: 0…1.
  case sideChange, betterSideChange
  /// Mean step at the stronger side, at the stronger end, and along the strongest line inside: 0…1.
  case betterSideStep, betterEndStep, insideStep
  /// The largest share and step of a level edge between the ends: 0…1.
  case levelShare, levelStep
  /// How much the width changes along the candidate, in units of the width.
  case taper
  /// The size of the slope of the sides.
  case lean
  /// The difference of the colours of the left and right half: 0…1.
  case halves
  /// The standard deviation of the lightness inside, above and below: 0…1.
  case spread, spreadAbove, spreadBelow
  /// The threshold of edges, in units of the largest: 0…1.
  case noise
}

package struct SpineCandidate: Sendable {
  /// In pixels of the searched picture: top left, top right, bottom right, bottom left.
  package var quad: Quad {
    didSet { bounds = Bounds(quad) }
  }
  private(set) var bounds: Bounds
  package var clues: [Double]
  /// Logarithm of the odds that the candidate is a spine.
  package var merit: Double

  var isLying = false

  init(quad: Quad, clues: [Double], merit: Double) {
    self.quad = quad
    self.clues = clues
    self.merit = merit
    bounds = Bounds(quad)
  }

  /// The length along the lettering, and the thickness.
  var length: Double { isLying ? mean(0, 2) : mean(1, 3) }
  var width: Double { isLying ? mean(1, 3) : mean(0, 2) }

  private func mean(_ one: Int, _ other: Int) -> Double {
    let c = quad.corners
    return ((c[(one + 1) % 4] - c[one]).length + (c[(other + 1) % 4] - c[other]).length) / 2
  }

  /// The rows of an upright spine; the columns of a lying one.
  var span: ClosedRange<Double> {
    isLying ? bounds.left...bounds.right : bounds.top...bounds.bottom
  }

  /// The columns that an upright spine takes up at the middle of its length; the rows of a lying
  /// one.
  var position: ClosedRange<Double> {
    let c = quad.corners
    let (one, other) =
      isLying
      ? ((c[0].y + c[1].y) / 2, (c[2].y + c[3].y) / 2)
      : ((c[0].x + c[3].x) / 2, (c[1].x + c[2].x) / 2)
    return min(one, other)...max(one, other)
  }
}

extension [SpineCandidate] {
  /// The median of the lengths, weighted by length.
  var usualLength: Double {
    let lengths = map(\.length).sorted()
    var rest = lengths.reduce(0, +) / 2
    for length in lengths {
      rest -= length
      if rest <= 0 { return length }
    }
    return 0
  }
}

/// The smallest upright rectangle around a quad.
struct Bounds: Sendable {
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
