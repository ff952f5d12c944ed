// The video that the camera of a test browser plays.

import Host
import Support

enum FakeVideo {
  /// Makes a video that always shows one JPEG, and returns its path. The camera has the size of the
  /// picture: small with a cover of the sample catalogue, 12 megapixels with `Sample.photo`.
  /// Chromium ignores the EXIF orientation here. All tests of a run share the file, so that they
  /// can share a browser.
  ///
  /// The file is a sequence of JPEGs, which Chromium plays from the beginning again after its end.
  /// Source: chromium/media/capture/video/file_video_capture_device.cc (`MjpegFileParser`).
  static func file(showing jpeg: String) throws -> String {
    let name = jpeg.split(separator: "/").last.map(String.init) ?? jpeg
    let folder = try Fixtures.folder("camera \(name)") { folder in
      let picture = try Files.read(jpeg)
      try Files.replace("\(folder)/camera.mjpeg", with: picture + picture, durably: false)
    }
    return "\(folder)/camera.mjpeg"
  }
}
