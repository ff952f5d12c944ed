// Measures whether covers are found in labelled photographs. README.md beside this file describes
// the folder. None of the photographs belongs to the project.

import Covers
import FoundationEssentials
import Host
import JPEG
import Pictures

/// A folder of photos with the true corners of their covers.
struct LabelledPhotos: Sendable {
  /// The annotation of a cover. Its corners are in pixels of the stored picture.
  private struct Cover: Decodable {
    let title: String
    let quad: [[Double]]
  }

  private struct List: Decodable { let covers: [String: [Cover]] }

  private let folder: String
  private let covers: [String: [(title: String, quad: Quad)]]

  init(in folder: String) throws {
    self.folder = folder
    let list = try JSONDecoder().decode(
      List.self, from: Data(try Files.read("\(folder)/quads.json")))
    covers = list.covers.mapValues { covers in
      covers.compactMap { cover in Quad(cover.quad).map { (cover.title, $0) } }
    }
  }

  /// The file names of the photos, in alphabetical order.
  var names: [String] { covers.keys.sorted() }

  /// The upright picture as the detector sees it, and its covers in the picture's pixels.
  func photo(_ name: String) throws -> (Pixels, [Quad]) {
    let photo = try decoded(name)
    return (photo.pixels, (covers[name] ?? []).map { $0.quad.mapped(photo.seen).clockwise })
  }

  private func decoded(_ name: String) throws -> DecodedPhoto {
    try JPEG.decode(Files.read("\(folder)/covers/\(name)"), coveringSide: 1_500)
  }

  /// Compares the found cover with the annotation that fits best. False if one overlap is below
  /// 0.90.
  func areFound() throws -> Bool {
    var good = 0
    for name in names {
      let photo = try decoded(name)
      let found = Covers.findCover(in: photo.pixels, guide: nil)
      let stored = found.quad.mapped { photo.stored($0) }.clockwise
      let matches = (covers[name] ?? []).map { ($0.title, stored.overlap(with: $0.quad)) }
      guard let best = matches.max(by: { $0.1 < $1.1 }) else { continue }
      good += best.1 >= 0.9 ? 1 : 0
      print(
        "\(name): \(figure(best.1, 3)) \(found.method) \(figure(found.confidence, 2)) \(best.0)")
    }
    print("IoU >= 0.90: \(good) of \(names.count)")
    return good == names.count
  }
}

extension Quad {
  /// Nil unless there are four corners with two numbers each.
  init?(_ numbers: [[Double]]) {
    let points = numbers.filter { $0.count == 2 }.map { Point(x: $0[0], y: $0[1]) }
    guard points.count == 4 else { return nil }
    self = Quad(points[0], points[1], points[2], points[3]).clockwise
  }
}
