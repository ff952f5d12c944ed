// The edges of a scan line: the places where its brightness changes most.

struct LineEdges: Sendable {
  /// The change of the brightness at each sample.
  let slopes: [Float]
  /// The falling edges (light to dark) and the rising ones.
  let falls: [Edge]
  let rises: [Edge]

  struct Edge: Sendable {
    /// In samples.
    let place: Float
    let slope: Float
    /// The length of the light area beside the edge, up to the next edge of the other direction
    /// that is not weak.
    var gap: Float = .infinity
  }

  /// The most edges of each direction. A code has 30.
  static let most = 48

  init(_ values: [Float]) {
    let slopes = Self.slopes(of: values)
    var peaks: [Edge] = []
    var strongest: Float = 0
    for slope in slopes { strongest = max(strongest, abs(slope)) }
    let least = max(1, 0.1 * strongest)
    for index in stride(from: 1, to: slopes.count - 1, by: 1) where abs(slopes[index]) >= least {
      let (before, here, after) = (slopes[index - 1], slopes[index], slopes[index + 1])
      let isPeak = here > 0 ? here >= before && here > after : here <= before && here < after
      guard isPeak else { continue }
      let bend = before - 2 * here + after
      let shift = bend == 0 ? 0 : min(0.5, max(-0.5, 0.5 * (before - after) / bend))
      peaks.append(Edge(place: Float(index) + shift, slope: here))
    }
    Self.measureGaps(&peaks, leastSlope: 0.25 * strongest)
    self.slopes = slopes
    falls = Self.strongest(peaks.filter { $0.slope < 0 })
    rises = Self.strongest(peaks.filter { $0.slope > 0 })
  }

  /// A falling edge has its light area before it, from the rising edge before; a rising one has it
  /// after it. An edge may have several peaks.
  private static func measureGaps(_ peaks: inout [Edge], leastSlope: Float) {
    var last = -Float.infinity
    for index in peaks.indices {
      if peaks[index].slope < 0 { peaks[index].gap = peaks[index].place - last }
      if peaks[index].slope >= leastSlope { last = peaks[index].place }
    }
    var next = Float.infinity
    for index in peaks.indices.reversed() {
      if peaks[index].slope > 0 { peaks[index].gap = next - peaks[index].place }
      if -peaks[index].slope >= leastSlope { next = peaks[index].place }
    }
  }

  private static func strongest(_ peaks: [Edge]) -> [Edge] {
    guard peaks.count > most else { return peaks }
    return peaks.sorted { abs($0.slope) > abs($1.slope) }.prefix(most).sorted {
      $0.place < $1.place
    }
  }

  /// Central differences of the line, smoothed with the weights 1-2-1.
  private static func slopes(of values: [Float]) -> [Float] {
    var slopes = [Float](repeating: 0, count: values.count)
    for index in stride(from: 2, to: values.count - 2, by: 1) {
      slopes[index] =
        (values[index + 2] + 2 * values[index + 1] - 2 * values[index - 1] - values[index - 2]) / 8
    }
    return slopes
  }
}
