// `make evaluate` prints tables that show how well covers are found and recognised, how well spines
// are found, how well product codes are read, and how well the words of sleeves lead to albums. The program draws the
// photographs from seeds. The header of each evaluation's
// file describes them.

import Glibc

/// The measurements by name. Without arguments, the default measurements run. `editions` is already
/// a part of `recognition`, and `fit` and `fit-spines` write new weights.
let evaluations: [(word: String, isDefault: Bool, run: ([String]) async throws -> Bool)] = [
  ("quads", true, QuadEvaluation.run),
  ("frames", true, FrameEvaluation.run),
  ("recognition", true, RecognitionEvaluation.run),
  ("editions", false, EditionEvaluation.run),
  ("shelves", true, ShelfEvaluation.run),
  ("codes", true, CodeEvaluation.run),
  ("sleeves", true, SleeveEvaluation.run),
  ("fit", false, WeightFit.run),
  ("fit-spines", false, SpineFit.run),
]

let words = Array(CommandLine.arguments.dropFirst())
var allReached = true
for evaluation in evaluations
where words.isEmpty ? evaluation.isDefault : words.first == evaluation.word {
  allReached = try await evaluation.run(Array(words.dropFirst())) && allReached
}
exit(allReached ? 0 : 1)
