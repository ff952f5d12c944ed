// `make evaluate` prints tables that show how well covers are found and recognised, how well spines
// are found, how well product codes are read, how well the words of sleeves lead to albums, and how often a
// photographed front or back names its album. The program draws the photographs from seeds. The header of each
// evaluation's file describes them.

import Glibc

/// The measurements by name. Without arguments, those with a sample run, each with the arguments of its sample.
/// `editions` is already a part of `recognition`, and `fit` and `fit-spines` write new weights.
let evaluations: [(word: String, sample: [String]?, run: ([String]) async throws -> Bool)] = [
  ("quads", [], QuadEvaluation.run),
  ("frames", [], FrameEvaluation.run),
  ("recognition", [], RecognitionEvaluation.run),
  ("editions", nil, EditionEvaluation.run),
  ("shelves", [], ShelfEvaluation.run),
  ("codes", [], CodeEvaluation.run),
  ("sleeves", [], SleeveEvaluation.run),
  ("fronts", ["300"], FrontEvaluation.fronts),
  ("backs", ["60"], FrontEvaluation.backs),
  ("fit", nil, WeightFit.run),
  ("fit-spines", nil, SpineFit.run),
]

let words = Array(CommandLine.arguments.dropFirst())
var allReached = true
for evaluation in evaluations {
  let arguments = words.isEmpty ? evaluation.sample : Array(words.dropFirst())
  guard let arguments, words.isEmpty || words.first == evaluation.word else { continue }
  allReached = try await evaluation.run(arguments) && allReached
}
exit(allReached ? 0 : 1)
