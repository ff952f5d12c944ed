// The fuzzers' cases for a few seconds, without libFuzzer: the same mutations with our own seed.

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
      // An input that still decodes replaces another one and is changed further.
      if photoCase.decoded > before { kept[place] = bytes }
    }
    note("\(photoCase.inputs) inputs, \(photoCase.decoded) decoded")
    #expect(photoCase.reachedDecoder * 2 > photoCase.inputs && photoCase.decoded > 40)
  }
}
