// The samples of each part of a placed code. The borders of the parts may move a little, so that a
// bent or slanted code still fits.

/// For each part and each pair of border shifts the samples of the part.
struct PlacedCode: Sendable {
  /// The places of a border, in modules from its expected place.
  static let allShifts: [Float] = [-1.25, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 1.25]
  /// The room for the samples of a window: a digit and half a module on both sides.
  static let room = 32

  /// A part between two shifted borders.
  struct Window: Sendable {
    let part: Int
    let from: Int
    let to: Int
    /// The sum of the squared samples.
    let energy: Float
    /// The expected difference of light and dark.
    let contrast: Float
  }

  /// The places of a border that this code has.
  let shifts: [Float]
  /// The windows in the order of their parts.
  private(set) var windows: [Window] = []
  /// The samples of all windows without their means: `room` for each window, the rest is 0.
  private(set) var samples: [Float] = []

  init(
    _ layout: CodeLayout, _ placement: CodePlacement, on values: [Float],
    shifts: [Float] = allShifts, mostStretch: Float = 0.5
  ) {
    self.shifts = shifts
    let most = layout.parts.count * (mostStretch == 0 ? shifts.count : 5 * shifts.count - 6)
    windows.reserveCapacity(most)
    samples.reserveCapacity(most * Self.room)
    let module = (placement.end - placement.start) / Float(layout.width)
    let contrast = Contrast(values, module: module)
    var left = placement.sample(at: 0)
    var modules = 0
    for (index, part) in layout.parts.enumerated() {
      modules += part.width
      let right = placement.sample(at: Float(modules) / Float(layout.width))
      let unit = (right - left) / Float(part.width)
      for (from, fromShift) in shifts.enumerated() {
        for (to, toShift) in shifts.enumerated() where abs(toShift - fromShift) <= mostStretch {
          let energy = add(
            values, from: left + fromShift * unit, to: right + toShift * unit, width: part.width)
          windows.append(
            Window(
              part: index, from: from, to: to, energy: energy,
              contrast: contrast.value(at: (left + right) / 2)))
        }
      }
      left = right
    }
  }

  /// Adds the samples of a window; returns the sum of their squares.
  private mutating func add(
    _ values: [Float], from left: Float, to right: Float, width: Int
  ) -> Float {
    let count = (width + 1) * DigitTemplates.density
    let module = (right - left) / Float(width)
    let step = module / Float(DigitTemplates.density)
    let first = left + 0.5 * step - 0.5 * module
    let last = Float(values.count) - 1.001
    let start = samples.count
    var sum: Float = 0
    for index in 0..<count {
      let place = min(last, max(0, first + Float(index) * step))
      let before = Int(place)
      let share = place - Float(before)
      let sample = values[before] + share * (values[before + 1] - values[before])
      samples.append(sample)
      sum += sample
    }
    let mean = sum / Float(count)
    var energy: Float = 0
    for index in start..<start + count {
      samples[index] -= mean
      energy += samples[index] * samples[index]
    }
    for _ in count..<Self.room { samples.append(0) }
    return energy
  }
}

/// The difference of light and dark around each place of a line.
struct Contrast: Sendable {
  private let step: Float
  private let values: [Float]

  /// The largest minus the smallest sample of ten modules on each side.
  init(_ values: [Float], module: Float) {
    let step = max(1, Int(2 * module))
    let reach = Int(10 * module)
    self.step = Float(step)
    self.values = stride(from: 0, to: values.count, by: step).map { centre in
      var (low, high) = (Float.infinity, -Float.infinity)
      for index in max(0, centre - reach)...min(values.count - 1, centre + reach) {
        low = min(low, values[index])
        high = max(high, values[index])
      }
      return max(2, high - low)
    }
  }

  func value(at place: Float) -> Float {
    values[min(values.count - 1, max(0, Int(place / step + 0.5)))]
  }
}
