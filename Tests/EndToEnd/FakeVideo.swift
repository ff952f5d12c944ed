// What the camera of a test browser sees.

import Host
import Support

enum FakeVideo {
  /// Writes a video that shows a JPEG for ever, and returns its path. The video is as large as the
  /// picture: a cover of the sample catalogue makes a small camera, `Sample.photo` one of 12
  /// megapixels. Chromium ignores the EXIF orientation here.
  ///
  /// The file is a sequence of JPEGs, which Chromium plays from the beginning again after its end.
  /// Source: chromium/media/capture/video/file_video_capture_device.cc (`MjpegFileParser`).
  static func file(showing jpeg: String, in folder: TemporaryFolder) throws -> String {
    let picture = try Files.read(jpeg)
    let file = folder.file("camera-\(hexadecimal(Randomness.bytes(4))).mjpeg")
    try Files.replace(file, with: picture + picture, durably: false)
    return file
  }
}
