// What the camera of a test browser sees.

import Host
import JPEG
import Support

enum FakeVideo {
  /// A video that shows a JPEG for ever; returns its path. The video is as large as the picture: a cover of the
  /// sample catalogue makes a small camera, `Sample.photo` one of 12 megapixels. All tests of a run share the file,
  /// so that they can share a browser.
  static func file(showing jpeg: String) throws -> String {
    let name = jpeg.split(separator: "/").last.map(String.init) ?? jpeg
    let folder = try Fixtures.folder("camera \(name)") { folder in
      let picture = try JPEG.decode(try Files.read(jpeg), coveringSide: .max).pixels
      try CameraPicture.write(picture, to: "\(folder)/camera.y4m")
    }
    return "\(folder)/camera.y4m"
  }
}
