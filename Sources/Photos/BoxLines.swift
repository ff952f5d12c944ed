// The lettering of a shelf: the text reader reads the photo once, and each line belongs to the box that
// contains it.

package import Albums
package import Pictures

extension PixelPicture {
  /// The line, which was read in `pixels`, in pixels of the stored picture.
  package func stored(_ line: ReadLine) -> ReadLine {
    ReadLine(text: line.text, confidence: line.confidence, quad: line.quad.mapped(stored))
  }
}

extension ShelfBox {
  package var quad: Quad {
    let points = stride(from: 0, to: 8, by: 2).map { Point(x: corners[$0], y: corners[$0 + 1]) }
    return Quad(points[0], points[1], points[2], points[3])
  }

  /// The lines of each box, in the order of the boxes. A line belongs to the smallest box that contains the
  /// middle of the line; a line outside of all boxes is left out. Boxes and lines are in pixels of one picture.
  package static func lines(of boxes: [ShelfBox], among read: [ReadLine]) -> [[ReadLine]] {
    let quads = boxes.map(\.quad)
    var lines: [[ReadLine]] = Array(repeating: [], count: boxes.count)
    for line in read {
      let middle = line.quad.centre
      let box = quads.indices.filter { quads[$0].contains(middle) }
        .min { quads[$0].signedArea.magnitude < quads[$1].signedArea.magnitude }
      if let box { lines[box].append(line) }
    }
    return lines
  }
}
