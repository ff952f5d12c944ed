// Judges the measurements of a candidate with fitted decision trees.

/// A tree has three levels: seven questions and eight answers. Question 0 leads to question 1 or 2;
/// question n leads to 2n + 1 or 2n + 2. A clue below the limit leads to the first of both.
enum SpineWeights {
  /// The logarithm of the odds that the candidate is a spine.
  static func merit(_ measured: [Double]) -> Double {
    var merit = constant
    for tree in 0..<answers.count / 8 {
      var place = 0
      while place < 7 {
        let question = 7 * tree + place
        place = 2 * place + (measured[clues[question]] < limits[question] ? 1 : 2)
      }
      merit += answers[8 * tree + place - 7]
    }
    return merit
  }
}
