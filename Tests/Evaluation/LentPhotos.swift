// Is the cover found in photographs that somebody lent? For developers: FOLDER/quads.json names the
// pictures in FOLDER/covers and the true corners of their covers. None of it is ours to commit.

import Covers
import FoundationEssentials
import Host
import JPEG
import Pictures

struct LentPhotos {
  /// Of the picture as stored, in pixels.
  private struct Cover: Decodable {
    let title: String
    let quad: [[Double]]
  }

  private struct List: Decodable { let covers: [String: [Cover]] }

  private let folder: String
  private let list: List

  init(in folder: String) throws {
    self.folder = folder
    list = try JSONDecoder().decode(
      List.self, from: Data(try Files.read("\(folder)/quads.json")))
  }

  /// The best match where a picture has several covers. False where none reaches 0.90.
  func run() throws -> Bool {
    var good = 0
    for (name, covers) in list.covers.sorted(by: { $0.key < $1.key }) {
      let photo = try JPEG.decode(Files.read("\(folder)/covers/\(name)"), coveringSide: 1_500)
      let found = Covers.findCover(in: photo.pixels, guide: nil)
      let stored = found.quad.mapped { photo.stored($0) }.clockwise
      let matches = covers.compactMap { cover in
        Quad(cover.quad).map { (cover.title, stored.overlap(with: $0)) }
      }
      guard let best = matches.max(by: { $0.1 < $1.1 }) else { continue }
      good += best.1 >= 0.9 ? 1 : 0
      print(
        "\(name): \(figure(best.1, 3)) \(found.method) \(figure(found.confidence, 2)) \(best.0)")
    }
    print("IoU >= 0.90: \(good) of \(list.covers.count)")
    return good == list.covers.count
  }
}

extension Quad {
  /// Nil unless there are four corners of two numbers.
  fileprivate init?(_ numbers: [[Double]]) {
    let points = numbers.filter { $0.count == 2 }.map { Point(x: $0[0], y: $0[1]) }
    guard points.count == 4 else { return nil }
    self = Quad(points[0], points[1], points[2], points[3]).clockwise
  }

  fileprivate var clockwise: Quad {
    signedArea >= 0 ? self : Quad(corners[0], corners[3], corners[2], corners[1])
  }
}
