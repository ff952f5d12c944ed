// Judges the measurements of a candidate with fitted decision trees.

/// A tree has three levels: seven questions and eight answers. Question 0 leads to question 1 or 2;
/// question n leads to 2n + 1 or 2n + 2. A measurement below the limit leads to the first of the
/// two.
package struct SpineWeights: Equatable, Sendable {
  package static let questions = 7

  /// The merit before the trees.
  package let constant: Double
  /// For each question, the index of the measurement.
  package private(set) var clues: [Int]
  /// For each question, the limit.
  package private(set) var limits: [Double]
  /// Eight numbers for each tree.
  package private(set) var answers: [Double]

  package init(constant: Double, clues: [Int] = [], limits: [Double] = [], answers: [Double] = []) {
    self.constant = constant
    self.clues = clues
    self.limits = limits
    self.answers = answers
  }

  /// The logarithm of the odds that the candidate is a spine.
  package func merit(_ measured: [Double]) -> Double {
    var merit = constant
    for tree in 0..<answers.count / (Self.questions + 1) {
      merit += answers[answer(tree, measured)]
    }
    return merit
  }

  private func answer(_ tree: Int, _ measured: [Double]) -> Int {
    var node = 0
    while node < Self.questions {
      let question = Self.questions * tree + node
      node = 2 * node + (measured[clues[question]] < limits[question] ? 1 : 2)
    }
    return (Self.questions + 1) * tree + node - Self.questions
  }

  /// Adds a tree.
  package mutating func add(clues: [Int], limits: [Double], answers: [Double]) {
    precondition(clues.count == Self.questions && limits.count == Self.questions)
    precondition(answers.count == Self.questions + 1)
    self.clues += clues
    self.limits += limits
    self.answers += answers
  }
}
