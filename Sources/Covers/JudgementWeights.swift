// The weights of `Judgement`, fitted so that the best quad of a picture comes first: a softmax over
// each picture's 24 quads, its target the quads by their overlap with the truth, ridge 0.003, L-BFGS;
// then scaled by a logistic regression, mostly on pictures that were not fitted to, so that the sum is
// the logarithm of odds. The pictures: 1,500 composed of fronts, grounds and other fronts (frames,
// bands, hands, stickers, bins, stacks, visible edges, a side cut off by the picture), 144 drawn
// photographs, and 13 real photos, each turned, scaled, cropped and exposed in 16 ways: their figures
// say how well these are learnt, not how others fare. To fit again, print the clues and do the same.

enum JudgementWeights {
  struct Weight {
    let direct: Double
    let units: [Double]

    /// The clue's name is for the reader; `all` is in the order of `Clue`.
    init(_ clue: Clue, _ direct: Double, _ units: [Double]) {
      self.direct = direct
      self.units = units
    }
  }

  static let bias = -6.256
  static let unitBiases: [Double] = [
    -0.9846, 0.3728, 0.2334, -2.672, -3.564, 1.295, 0.5269, 0.0889,
  ]
  static let unitWeights: [Double] = [0.7236, -1.069, 1.13, -1.066, 1.14, -1.331, 1.218, 1.026]
  static let all: [Weight] = [
    Weight(.meanSupport, 1.793, [1.256, -0.2593, -1.695, 1.148, 2.518, -1.861, 2.143, 0.3143]),
    Weight(
      .secondSupport, -0.5733, [0.6254, -1.065, -0.5088, 0.1682, 0.5127, 1.217, -1.407, -0.08712]),
    Weight(
      .leastSupport, -1.133, [-0.3269, 0.3724, 0.4688, 0.07921, 0.3679, 1.343, 1.497, -0.06639]),
    Weight(.fineMean, 2.238, [0.463, -0.8694, -1.621, 0.8567, 1.866, -0.8694, 2.728, 0.6961]),
    Weight(.fineSecond, 0.08961, [0.2171, 0.304, 1.534, 1.855, 0.8805, 1.252, -0.04553, -0.5524]),
    Weight(
      .fineLeast, 0.3081, [-0.1137, -0.1807, -0.5074, -0.4039, -0.8575, 1.846, -0.2906, 0.06901]),
    Weight(.beyond, 0.1399, [0.03762, -1.567, 0.2509, 3.374, -1.956, -0.07535, -1.642, -3.097]),
    Weight(.tail, -0.3304, [-0.006737, 0.2368, 0.4683, -0.2665, -1.201, -0.1876, -0.8188, 0.2336]),
    Weight(
      .pairedTails, -0.8044,
      [0.1214, -0.3077, -0.05164, -0.9671, -0.6288, -2.003, -0.6205, -0.1354]),
    Weight(
      .leastTip, 0.09553, [-0.3969, -0.07075, 0.9347, 0.09643, 0.3105, -0.675, 0.1798, -0.02223]),
    Weight(
      .thirdTip, 0.7921, [0.9364, 0.3371, -0.1543, -1.281, 0.04496, -0.1371, -1.096, -0.07862]),
    Weight(
      .leastFineTip, 0.2254, [0.006164, 0.126, -0.3391, 0.2147, -0.2877, -0.1526, 0.1124, 0.04761]),
    Weight(
      .thirdFineTip, -0.2655, [0.384, -0.385, -0.1041, -0.1411, -0.5665, -0.3259, -0.5039, -0.5074]),
    Weight(.meanFineTip, 1.869, [0.5508, -0.1236, -0.1437, 1.147, 0.7301, -2.347, 0.7101, 0.745]),
    Weight(.gap, -0.777, [1.147, -1.107, 0.09359, 0.7479, -0.7169, 2.096, 0.5827, 0.03479]),
    Weight(.shape, 0.8129, [-0.6929, -3.325, 0.003418, 0.6222, 0.5221, 0.7882, 0.02184, -0.2205]),
    Weight(.size, 1.801, [-0.4421, -0.7681, 2.719, -2.408, 1.051, -1.556, -1.388, -0.3158]),
    Weight(.largeness, -0.1657, [-0.8961, 0.1131, 1.544, -0.9057, -0.368, -0.4295, -1.56, -1.312]),
    Weight(.distance, -0.3429, [1.119, -0.2548, 0.2453, 1.255, 0.8799, 1.404, -2.986, -0.6377]),
    Weight(
      .borders, -0.3676, [-0.04277, 0.2562, 0.04095, -0.2904, -0.498, 0.6427, -0.1998, -0.3788]),
    Weight(.unseen, 0.07503, [-1.15, 0.3794, 0.8174, 1.208, 1.484, -0.5143, -0.8712, -0.6652]),
    Weight(.contrast, -1.045, [1.436, 0.9856, 0.3692, 0.2111, 1.019, 0.5249, 1.615, -0.8028]),
    Weight(.leastContrast, 0.217, [0.3754, 0.9022, 0.588, 0.1015, 1.302, -0.8729, 1.156, 0.7339]),
    Weight(.change, -0.8824, [-2.022, 0.08352, 0.4124, -0.0176, 0.5596, 0.667, -0.2472, 2.383]),
    Weight(
      .mostChange, -0.4352, [-0.6168, -0.01392, -0.4465, -0.8222, -0.00223, 0.718, 0.09253, 1.472]),
    Weight(
      .outsideSpread, 0.2013,
      [0.5726, 0.6486, -0.6706, -0.02942, 0.01867, -0.5565, -0.2386, -1.593]),
    Weight(
      .insideSpread, 0.5652, [-1.179, -0.3071, -0.4394, 0.09344, -1.438, 0.4069, 0.9293, -0.203]),
    Weight(
      .outsideTexture, 1.128, [-0.429, -1.906, 0.8592, 1.222, -0.5101, -0.6155, -0.8987, -0.5309]),
    Weight(
      .insideTexture, -0.3451, [-1.918, 1.158, -1.43, 1.993, -0.4362, -0.6413, -2.135, -0.7406]),
    Weight(.content, 1.605, [-1.384, 0.5784, 0.3399, -0.1788, -0.8217, -0.8153, -1.097, 2.151]),
  ]
}
