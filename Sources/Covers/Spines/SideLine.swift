// The nearly upright lines of a shelf picture: the sides of spines, and lines that look like sides.

import Pictures

/// A line x = start + slope · y in pixels of the searched picture.
struct SideLine {
  /// x at the top of the picture.
  var start: Double
  var slope: Double
  /// The rows in which edges were found.
  var rows: ClosedRange<Double>
  /// Number of rows in which an edge was found.
  var count: Double
  /// Whether the line is the border of the picture.
  var isBorder = false

  func x(_ y: Double) -> Double { start + slope * y }
}

/// Finds upright edges as chains of marks from row to row, fits a line to each chain, and joins
/// lines that continue each other.
struct SideLineSearch {
  /// The largest slope: 27°.
  static let mostSlope = 0.51

  let edges: ShelfEdges

  /// Sums for the fit of a line to the marks of a chain.
  private struct Chain {
    var first: Int
    var last: Int
    var count = 0.0
    var (x, y, xy, yy, xx) = (0.0, 0.0, 0.0, 0.0, 0.0)

    init(_ x: Int, _ y: Int) {
      (first, last) = (y, y)
      add(x, y)
    }

    mutating func add(_ column: Int, _ row: Int) {
      let (u, v) = (Double(column), Double(row))
      last = row
      count += 1
      x += u
      y += v
      xy += u * v
      yy += v * v
      xx += u * u
    }

    mutating func join(_ other: Chain) {
      first = min(first, other.first)
      last = max(last, other.last)
      count += other.count
      x += other.x
      y += other.y
      xy += other.xy
      yy += other.yy
      xx += other.xx
    }

    var slope: Double {
      let spread = yy - y * y / count
      return spread > 0.5 ? (xy - x * y / count) / spread : 0
    }

    func x(at row: Double) -> Double { x / count + slope * (row - y / count) }

    /// The mean square distance of the marks from the line.
    var residual: Double {
      let slope = slope
      return (xx - x * x / count - slope * (xy - x * y / count)) / count
    }
  }

  /// The lines, longest first.
  func lines(atMost most: Int) -> [SideLine] {
    let chains = chains().sorted { $0.count > $1.count }
    return joined(Array(chains.prefix(3_000))).filter {
      $0.count >= 0.05 * Double(edges.height)
    }.sorted { $0.count > $1.count }.prefix(most).map { chain in
      SideLine(
        start: chain.x(at: 0), slope: chain.slope,
        rows: Double(chain.first)...Double(chain.last), count: chain.count)
    }
  }

  private func chains() -> [Chain] {
    let (width, height) = (edges.width, edges.height)
    var chains: [Chain] = []
    // The chain that last had a mark in each column; -1 without one.
    var latest = [Int32](repeating: -1, count: width)
    edges.upright.withUnsafeBufferPointer { marks in
      for y in 1..<height - 1 {
        for x in 2..<width - 2 where marks[y * width + x] == 2 {
          var best = -1
          for near in [x, x - 1, x + 1, x - 2, x + 2] {
            let candidate = Int(latest[near])
            guard candidate >= 0, y - chains[candidate].last <= 4, chains[candidate].last < y
            else { continue }
            let chain = chains[candidate]
            let away =
              chain.count >= 10 ? (chain.x(at: Double(y)) - Double(x)).magnitude : 0
            guard away <= 1.8 else { continue }
            if best < 0 || chain.count > chains[best].count { best = candidate }
          }
          if best < 0 {
            best = chains.count
            chains.append(Chain(x, y))
          } else {
            chains[best].add(x, y)
          }
          latest[x] = Int32(truncatingIfNeeded: best)
        }
      }
    }
    let least = max(10, 0.014 * Double(height))
    return chains.filter { chain in
      chain.count >= least && chain.slope.magnitude <= Self.mostSlope && chain.residual <= 1.2
    }
  }

  /// Joins chains that lie on one line, longest first.
  private func joined(_ chains: [Chain]) -> [Chain] {
    var isUsed = [Bool](repeating: false, count: chains.count)
    var joined: [Chain] = []
    let mids = chains.map { chain in
      let row = Double(chain.first + chain.last) / 2
      return (x: chain.x(at: row), y: row, slope: chain.slope)
    }
    for (index, seed) in chains.enumerated() where !isUsed[index] {
      isUsed[index] = true
      var line = seed
      for _ in 0..<2 {
        for other in chains.indices where !isUsed[other] {
          let (x, y, slope) = mids[other]
          let chain = chains[other]
          let gap = max(chain.first - line.last, line.first - chain.last)
          let length = Double(line.last - line.first)
          guard Double(gap) <= max(30, 0.7 * length) else { continue }
          let lineSlope = line.slope
          let away = (line.x / line.count + lineSlope * (y - line.y / line.count) - x).magnitude
          let own = Double(chain.last - chain.first)
          guard away <= 1.2 + 0.02 * max(0, Double(gap)) / max(1, length / 30),
            (slope - lineSlope).magnitude * own <= 3 + 0.02 * own
          else { continue }
          isUsed[other] = true
          line.join(chain)
        }
      }
      joined.append(line)
    }
    return joined
  }
}
