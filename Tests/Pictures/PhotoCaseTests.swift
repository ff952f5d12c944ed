// Runs the cases of the fuzzers for a few seconds without libFuzzer. The mutations are the same,
// with a seed of the test.

import Cases
import Support
import Testing

@Suite struct PhotoCaseTests {
  @Test func `no change to a JPEG's structure crashes the way from bytes to crop`() {
    let seed = testSeed()
    note("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    var photoCase = PhotoCase()
    let seeds = PhotoCase.seeds()
    var kept = seeds
    for _ in 0..<Environment.fuzzCount(orElse: 800) {
      var mutator = JPEGMutator(SeededGenerator(seed: generator.next()))
      let place = Int.random(in: 0..<kept.count, using: &generator)
      let bytes = mutator.mutated(kept[place], seeds: seeds)
      let before = photoCase.decoded
      photoCase.readPhoto(bytes)
      // If the changed input still decodes, it replaces the original input, so that a later change
      // adds to it.
      if photoCase.decoded > before { kept[place] = bytes }
    }
    note("\(photoCase.inputs) inputs, \(photoCase.decoded) decoded")
    #expect(photoCase.reachedDecoder * 2 > photoCase.inputs && photoCase.decoded > 40)
  }
}
