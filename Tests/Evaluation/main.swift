// `make evaluate`: how good finding, straightening and recognising covers is, as tables. Draws its
// own photographs, seeded; says what is sampled.

import Glibc

/// What is evaluated, by the word that asks for it.
let evaluations: [(word: String, run: ([String]) throws -> Bool)] = [
  ("quads", QuadEvaluation.run),
  ("recognition", RecognitionEvaluation.run),
]

let words = Array(CommandLine.arguments.dropFirst())
var allReached = true
for evaluation in evaluations where words.isEmpty || words.first == evaluation.word {
  allReached = try evaluation.run(Array(words.dropFirst())) && allReached
}
exit(allReached ? 0 : 1)
