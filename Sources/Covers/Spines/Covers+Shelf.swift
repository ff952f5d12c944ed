// Finds the items of a shelf: spines and covers. If a spine and a cover are at the same position, the
// cover stays.

package import Pictures

extension Covers {
  /// The spines and covers of a shelf: at most `most`, those with the highest confidence.
  package static func findShelf(in pixels: Pixels, atMost most: Int) -> FoundShelf {
    let small = pixels.reduced(toLongerSide: SpineSearch.side)
    let search = SpineSearch(pixels, reduced: small)
    let spines = search?.spines() ?? []
    let covers = shelfCovers(in: pixels, reduced: small, beside: spines)
    let free = spines.filter { spine in
      !covers.contains { spine.quad.isMostly(inside: $0.quad) }
    }
    let boxes = covers.map { FoundBox($0) } + free.map { FoundBox($0) }
    let likeliest = boxes.sorted { $0.confidence > $1.confidence }.prefix(most)
    return FoundShelf(
      boxes: Array(likeliest).inReadingOrder, isFromSide: search?.isFromSide ?? false)
  }

  /// The largest share of a picture that a cover takes up. A larger one is the shelf itself.
  private static let mostOfPicture = 0.4

  /// The covers that stand or hang in the shelf. A square that contains several spines is no cover:
  /// it is a group of books, or the shelf itself.
  private static func shelfCovers(
    in pixels: Pixels, reduced small: Pixels, beside spines: [FoundSpine]
  ) -> [FoundCover] {
    let scale = Double(pixels.width) / Double(small.width)
    return (CoverSearch(small, .shelf)?.candidates() ?? []).filter {
      Judgement.confidence($0.merit) >= leastConfidenceOfFurther
    }.apart(atMost: 100).map { candidate in
      FoundCover(
        quad: candidate.quad.scaled(by: scale), method: .quad,
        confidence: Judgement.confidence(candidate.merit))
    }.filter { cover in
      cover.quad.signedArea <= mostOfPicture * Double(pixels.width * pixels.height)
        && spines.count { $0.quad.isMostly(inside: cover.quad) } < 2
        && !spines.contains { cover.quad.isMostly(inside: $0.quad) }
    }
  }
}

extension Quad {
  /// Whether more than half of this quad is inside `other`. Both are convex and clockwise.
  package func isMostly(inside other: Quad) -> Bool { share(inside: other) > 0.5 }

  /// The share of this quad that is inside `other`. Both are convex and clockwise.
  func share(inside other: Quad) -> Double {
    // overlap = shared / (one + other − shared)
    let overlap = overlap(with: other)
    return overlap * (signedArea + other.signedArea) / (1 + overlap) / max(1, signedArea)
  }
}

extension [FoundBox] {
  /// Rows from top to bottom; in a row, boxes from left to right. A box belongs to a row if its
  /// centre is within the height of the row's tallest box.
  fileprivate var inReadingOrder: [FoundBox] {
    var rows: [[FoundBox]] = []
    for box in sorted(by: { $0.height > $1.height }) {
      let row = rows.firstIndex { row in
        row.first.map { (box.centre.y - $0.centre.y).magnitude < 0.5 * $0.height } ?? false
      }
      if let row { rows[row].append(box) } else { rows.append([box]) }
    }
    return rows.sorted { ($0.first?.centre.y ?? 0) < ($1.first?.centre.y ?? 0) }
      .flatMap { $0.sorted { ($0.centre.x, $0.centre.y) < ($1.centre.x, $1.centre.y) } }
  }
}

extension FoundBox {
  fileprivate var centre: Point { quad.centre }

  fileprivate var height: Double {
    let ys = quad.corners.map(\.y)
    return (ys.max() ?? 0) - (ys.min() ?? 0)
  }
}
