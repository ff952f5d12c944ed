// The time in which a process starts and refuses a picture that is made to be slow to decode.
// Source: docs/faults.md C1–C3. Other tests show without a clock that the decoder never sees these
// pictures.

import Host
import Support

struct HostileBench {
  let folder: TemporaryFolder
  let program: String

  func figures() throws -> [Figure] {
    try Self.bombs.map { name, most, bytes in
      try Files.replace(folder.file("hostile"), with: bytes(), durably: false)
      let runs = (0..<9).map { _ in
        Measure.run(
          program, ["crop"], environment: ["PATH=/usr/bin:/bin"], input: folder.file("hostile"))
      }
      let milliseconds = Measure.median(runs.map(\.milliseconds))
      return Figure(
        name: "refused: \(name)", milliseconds: milliseconds, atMost: most,
        isRight: runs.allSatisfy { $0.exitCode == 3 })
    }
  }

  static var bombs: [(name: String, most: Double, bytes: () -> [UInt8])] {
    [
      ("65,500 × 65,500", 50, { file(frame(0xC0, side: 65_500), scan) }),
      ("65,500 × 65,500 progressive", 50, { file(frame(0xC2, side: 65_500), scan) }),
      (
        "50,000 markers", 20,
        { file(many(50_000, [0xFF, 0xE1, 0, 2]), frame(0xC0, side: 64), scan) }
      ),
      (
        "2,000,000 markers", 20,
        { file(many(2_000_000, [0xFF, 0xE1, 0, 2]), frame(0xC0, side: 64), scan) }
      ),
      (
        "2,000,000 fill bytes, no frame", 20, { file([UInt8](repeating: 0xFF, count: 2_000_000)) }
      ),
      ("2,000 scans", 150, { file(frame(0xC2, side: 3_464), many(2_000, scan)) }),
      ("20,000 scans", 150, { file(frame(0xC2, side: 3_464), many(20_000, scan)) }),
      ("200,000 scans", 150, { file(frame(0xC2, side: 3_464), many(200_000, scan)) }),
    ]
  }

  private static func file(_ parts: [UInt8]...) -> [UInt8] {
    [0xFF, 0xD8] + parts.joined() + [0xFF, 0xD9]
  }

  private static func frame(_ marker: UInt8, side: Int) -> [UInt8] {
    let size = [UInt8(side >> 8), UInt8(side & 255)]
    return [0xFF, marker, 0, 17, 8] + size + size + [3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
  }

  private static let scan: [UInt8] = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0]

  private static func many(_ count: Int, _ bytes: [UInt8]) -> [UInt8] {
    [UInt8]([[UInt8]](repeating: bytes, count: count).joined())
  }
}
