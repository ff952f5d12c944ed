// The output of albumscan-read: `{"lines":[{"text","confidence","quad"}]}`.

import Pictures
import Text

enum ReadAnswer {
  static func bytes(_ lines: [ReadLine]) -> [UInt8] {
    let document: JSON = ["lines": .array(lines.map(line))]
    return document.bytes() + [UInt8(ascii: "\n")]
  }

  private static func line(_ line: ReadLine) -> JSON {
    let corners = line.quad.corners.map { corner -> JSON in
      [.double(rounded(corner.x, 10)), .double(rounded(corner.y, 10))]
    }
    return [
      "text": .string(line.text), "confidence": .double(rounded(line.confidence, 1_000)),
      "quad": .array(corners),
    ]
  }

  private static func rounded(_ number: Double, _ steps: Double) -> Double {
    (number * steps).rounded() / steps
  }
}
