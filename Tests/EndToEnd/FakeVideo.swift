// The video that the camera of a test browser plays.

import Host
import JPEG
import Support

enum FakeVideo {
  /// Makes a video that always shows one JPEG, and returns its path. The camera has the size of the
  /// picture: small with a cover of the sample catalogue, 12 megapixels with `Sample.photo`. All tests
  /// of a run share the file, so that they can share a browser.
  static func file(showing jpeg: String) throws -> String {
    let name = jpeg.split(separator: "/").last.map(String.init) ?? jpeg
    let folder = try Fixtures.folder("camera \(name)") { folder in
      let picture = try JPEG.decode(try Files.read(jpeg), coveringSide: .max).pixels
      try CameraPicture.write(picture, to: "\(folder)/camera.y4m")
    }
    return "\(folder)/camera.y4m"
  }
}
