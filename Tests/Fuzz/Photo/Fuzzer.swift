// The functions that libFuzzer calls. `make fuzz` builds them with the address sanitizer.
// FUZZ_ONLY=markers stops after the pre-scan; FUZZ_REACH=n ends successfully when n inputs have
// reached the decoder. libFuzzer calls plain C functions on one thread, so their shared state is
// global.

import CFuzzer
import Cases
import Glibc
import Support

enum Fuzzer {
  nonisolated(unsafe) fileprivate static var photoCase = PhotoCase()
  fileprivate static let isMarkersOnly = Environment["FUZZ_ONLY"] == "markers"
  fileprivate static let wanted = Environment["FUZZ_REACH"].flatMap { Int($0) } ?? .max
  fileprivate static let seeds = PhotoCase.seeds()

  /// −1 for an input that libFuzzer need not keep: a photo that did not reach the decoder.
  fileprivate static func read(_ bytes: [UInt8]) -> CInt {
    let before = photoCase.reachedDecoder
    if isMarkersOnly { photoCase.readMarkers(bytes) } else { photoCase.readPhoto(bytes) }
    tell()
    return isMarkersOnly || photoCase.reachedDecoder > before ? 0 : -1
  }

  /// Prints progress from time to time, and at the end.
  private static func tell() {
    let isEnd = photoCase.reachedDecoder >= wanted
    guard isEnd || photoCase.inputs.isMultiple(of: 10_000) else { return }
    print(
      "\(photoCase.inputs) inputs, \(photoCase.reachedDecoder) reached the decoder,",
      "\(photoCase.decoded) were decoded")
    fflush(nil)
    if isEnd { _exit(0) }
  }

  fileprivate static func mutated(_ bytes: [UInt8], seed: UInt32) -> [UInt8] {
    var mutator = JPEGMutator(SeededGenerator(seed: UInt64(seed))) { bytes, _ in
      var room = bytes + [UInt8](repeating: 0, count: 16)
      let count = LLVMFuzzerMutate(&room, bytes.count, room.count)
      return Array(room.prefix(count))
    }
    return mutator.mutated(bytes, seeds: seeds)
  }
}

/// libFuzzer finds both functions by their names. Source: LLVM, "libFuzzer" and "Structure-aware
/// fuzzing".
@_cdecl("LLVMFuzzerTestOneInput")
func read(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.read(Array(UnsafeBufferPointer(start: data, count: size)))
}

@_cdecl("LLVMFuzzerCustomMutator")
func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32) -> Int {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  let mutated = Array(Fuzzer.mutated(bytes, seed: seed).prefix(most))
  data.update(from: mutated, count: mutated.count)
  return mutated.count
}
