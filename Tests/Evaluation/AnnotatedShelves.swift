// A folder of photos of shelves with `spines.json`: for each file name its `spines`, each with a
// `quad` in pixels, and `cut`, which says whether the spine is only partly seen.

import FoundationEssentials
import Host
import JPEG
import Pictures
import Support

struct AnnotatedShelves {
  /// In alphabetical order.
  let photos: [(name: String, shelf: ShelfPhoto)]

  private struct Spine: Decodable {
    let quad: [[Double]]
    let cut: Bool
  }

  private struct Photo: Decodable { let spines: [Spine] }

  init(in folder: String) throws {
    let list = try JSONDecoder().decode(
      [String: Photo].self, from: Data(try Files.read("\(folder)/spines.json")))
    photos = try list.sorted { $0.key < $1.key }.map { name, photo in
      let decoded = try JPEG.decode(Files.read("\(folder)/\(name)"), coveringLongerSide: 2_000)
      func quads(_ isCut: Bool) -> [Quad] {
        photo.spines.filter { $0.cut == isCut }.compactMap {
          Quad($0.quad).map { $0.mapped(decoded.seen).clockwise }
        }
      }
      return (
        name, ShelfPhoto(pixels: decoded.pixels, spines: quads(false), partlySeen: quads(true))
      )
    }
  }
}

extension ShelfPhoto {
  /// The photo itself, then the photo in other conditions: mirrored, turned, lighter or darker,
  /// with noise, and from nearer.
  func variants(_ count: Int, seed: UInt64) -> [ShelfPhoto] {
    (0..<count).map { number in
      var generator = SeededGenerator(seed: seed &* 131 &+ UInt64(number))
      guard number > 0 else { return self }
      var variant = self
      if number % 2 == 1 { variant = variant.mirrored }
      if number % 4 >= 2 { variant = variant.turned }
      variant = variant.relit(&generator)
      return generator.happens(0.4) ? variant.closer(&generator, most: 1.9) : variant
    }
  }

  private func mapped(
    width: Int, height: Int, _ place: (Point) -> Point, from: (Int, Int) -> (Int, Int)
  ) -> ShelfPhoto {
    var rgb = [UInt8](repeating: 0, count: 3 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let (column, row) = from(x, y)
        for channel in 0..<3 {
          rgb[3 * (y * width + x) + channel] =
            pixels.rgb[3 * (row * pixels.width + column) + channel]
        }
      }
    }
    func seen(_ quads: [Quad]) -> [Quad] {
      quads.map { $0.mapped(place).clockwise.beginningTopLeft }
    }
    return ShelfPhoto(
      pixels: Pixels(width: width, height: height, rgb: rgb), spines: seen(spines),
      partlySeen: seen(partlySeen))
  }

  private var mirrored: ShelfPhoto {
    let width = pixels.width
    return mapped(
      width: width, height: pixels.height, { Point(x: Double(width) - $0.x, y: $0.y) },
      from: { (width - 1 - $0, $1) })
  }

  /// Rows and columns exchanged: standing spines lie.
  private var turned: ShelfPhoto {
    mapped(
      width: pixels.height, height: pixels.width, { Point(x: $0.y, y: $0.x) }, from: { ($1, $0) })
  }

  private func relit(_ generator: inout SeededGenerator) -> ShelfPhoto {
    let gain = generator.number(in: 0.35...1.25)
    let noise = generator.number(in: 0...9)
    var pixels = pixels
    for index in pixels.rgb.indices {
      let value = Double(pixels.rgb[index]) * gain + generator.number(in: -noise...noise)
      pixels.rgb[index] = UInt8(min(255, max(0, value)))
    }
    return ShelfPhoto(pixels: pixels, spines: spines, partlySeen: partlySeen)
  }
}
