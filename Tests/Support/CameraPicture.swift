// The picture that Chromium shows as its camera: a Y4M file with one frame. Chromium repeats it ten
// times a second, without the work of decoding a JPEG thirty times a second. Source: media/capture/video/
// file_video_capture_device.cc of Chromium, and <https://wiki.multimedia.cx/index.php/YUV4MPEG2>.

import Host
package import Pictures

package enum CameraPicture {
  /// Writes the picture. Its width and height must be even.
  package static func write(_ pixels: Pixels, to path: String) throws {
    let head = "YUV4MPEG2 W\(pixels.width) H\(pixels.height) F10:1 Ip A1:1 C420jpeg\nFRAME\n"
    let (width, height) = (pixels.width, pixels.height)
    var luma = [UInt8](repeating: 0, count: width * height)
    var blue = [UInt8](repeating: 0, count: width * height / 4)
    var red = blue
    for y in 0..<height {
      for x in 0..<width {
        let place = 3 * (y * width + x)
        let (r, g, b) = (
          Double(pixels.rgb[place]), Double(pixels.rgb[place + 1]), Double(pixels.rgb[place + 2])
        )
        let light = 0.299 * r + 0.587 * g + 0.114 * b
        luma[y * width + x] = byte(light)
        guard x % 2 == 0, y % 2 == 0 else { continue }
        blue[y / 2 * (width / 2) + x / 2] = byte(128 + (b - light) / 1.772)
        red[y / 2 * (width / 2) + x / 2] = byte(128 + (r - light) / 1.402)
      }
    }
    try Files.replace(path, with: Array(head.utf8) + luma + blue + red, durably: false)
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
}
