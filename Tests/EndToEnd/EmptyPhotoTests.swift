// Photos without a cover cost no money: the scan ends before the first call.

import Host
import JPEG
import Pictures
import Services
import Support
import Testing

@Suite(.serialized) struct EmptyPhotoTests {
  static let photos: [(name: String, width: Int, height: Int, colour: [UInt8], advice: String)] = [
    ("a red square", 40, 40, [200, 0, 0], "nothing to see"),
    ("a grey photo", 1_600, 1_200, [128, 128, 128], "nothing to see"),
  ]

  @Test(arguments: photos)
  func `a photo of one even colour fails with advice and without a paid call`(
    _ name: String, _ width: Int, _ height: Int, _ colour: [UInt8], _ advice: String
  ) throws {
    let even = Pixels(
      width: width, height: height, rgb: (0..<width * height).flatMap { _ in colour })
    try expectRefused(even, advice, name)
  }

  @Test func `a picture of a few pixels fails with advice and without a paid call`() throws {
    try expectRefused(DrawnSleeve(seed: 3, side: 80).pixels, "too small", "a tiny sleeve")
  }

  private func expectRefused(_ pixels: Pixels, _ advice: String, _ name: String) throws {
    let realm = try Realm()
    let file = realm.installation.folder.file("photo.jpg")
    let jpeg = try JPEG.encode(pixels, quality: 85, maximumBytes: 1 << 20)
    try Files.replace(file, with: jpeg, durably: false)
    let (code, text) = try realm.installation.told(["scan", file])
    #expect(code == 3, "\(name): \(text)")
    #expect(text.contains(advice), "\(name): \(text)")
    #expect(realm.model.log.charged(.identify) == 0, "\(name)")
  }
}
