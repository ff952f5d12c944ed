// The command `codes` reads the product codes of a photo.

import Foundation
import Host
import JPEG
import Support
import Testing

@Suite struct CodesCommandTests {
  private struct Report: Decodable, Equatable {
    struct Code: Decodable, Equatable {
      let kind: String
      let digits: String
      let quad: [[Double]]
    }
    let codes: [Code]
  }

  private func photo(_ drawn: DrawnCode, in installation: Installation) throws -> String {
    let photo = installation.folder.file("back.jpg")
    let jpeg = try JPEG.encode(drawn.pixels, quality: 90, maximumBytes: 1_000_000)
    try Files.replace(photo, with: jpeg, durably: false)
    return photo
  }

  @Test(arguments: DrawnCode.kinds)
  func `codes prints kind, digits and corners of each code`(kind: String) throws {
    let installation = try Installation()
    let drawn = DrawnCode(seed: 2, kind, .none)
    let photo = try photo(drawn, in: installation)
    let output = try installation.albumscan(["codes", photo])
    let line = String(decoding: output.bytes, as: UTF8.self)
    #expect(output.exitCode == 0)
    #expect(line.hasPrefix("\(kind)\t\(drawn.digits)\t"), "\(line)")
    let json = try installation.albumscan(["codes", photo, "--json"])
    let report = try JSONDecoder().decode(Report.self, from: Data(json.bytes))
    #expect(report.codes.map(\.digits) == [drawn.digits])
    #expect(report.codes.first?.quad.count == 4)
  }

  @Test func `a photo without a code ends with 1 and an empty list`() throws {
    let installation = try Installation()
    let json = try installation.albumscan(
      ["codes", "\(Checkout.root)/sample/photo.jpg", "--json"])
    #expect(json.exitCode == 1)
    #expect(String(decoding: json.bytes, as: UTF8.self) == "{\"codes\":[]}\n")
  }
}
