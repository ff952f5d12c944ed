// Reads what stands on a photographed sleeve or shelf: lettering and product codes. Both are read on this
// computer. A reader that is missing or fails costs a scan nothing but the words.

package import Albums
package import Host
package import Photos
import Pictures
package import Sleeves

package struct SleeveReader: Sendable {
  /// The longer side of the picture that is read, in pixels: that of a crop.
  private static let side = 1_024

  /// A photographed sleeve may lie upside down. Only a line that is not read confidently is read in the other direction,
  /// too, so an upright sleeve costs hardly more.
  static var options: ReadOptions {
    var options = ReadOptions()
    options.turns = [0, 180]
    return options
  }

  let photoProgram: PhotoProgram
  let textReader: ReaderProgram

  /// The folder for the file of the crop. Housekeeping removes such files after a death of the worker.
  let folder: String
  let log: LogFile
  let now: @Sendable () -> Timestamp

  package init(
    photoProgram: PhotoProgram, textReader: ReaderProgram, folder: String, log: LogFile,
    now: @escaping @Sendable () -> Timestamp
  ) {
    (self.photoProgram, self.textReader) = (photoProgram, textReader)
    (self.folder, self.log, self.now) = (folder, log, now)
  }

  /// The lettering of the crop, and the codes of the whole photo at `file` after those in `sent`, which
  /// the client read before it reduced the photo. Nil if the text reader did not run and there is no code.
  /// `jobName` is for the log.
  package func reading(
    of file: String, _ crop: Crop, _ sent: [ProductCode], for jobName: String
  ) async -> SleeveReading? {
    async let codes = codes(file, jobName)
    let lines = await lines(crop, jobName)
    let all = sent + (await codes)
    guard lines != nil || !all.isEmpty else { return nil }
    return SleeveReading(lines: lines ?? [], codes: all)
  }

  /// The lettering of the shelf picture at `file`, in its pixels; nil if the text reader did not run. `jobName` is for
  /// the log.
  func lines(ofShelf file: String, for jobName: String) async -> [ReadLine]? {
    await logged(jobName) {
      let picture = try photoProgram.pixels(file, side: ReadOptions.shelfSide)
      return try await textReader.read(picture.pixels, .shelf).map(picture.stored)
    }
  }

  private func codes(_ file: String, _ jobName: String) async -> [ProductCode] {
    do throws(PhotoProgramError) {
      return try photoProgram.codes(file).map(\.code)
    } catch {
      // The photo of a scan that has ended meanwhile is deleted.
      if !Task.isCancelled {
        log.write(now().iso, "codes", "\(jobName): \(error)", level: .warning)
      }
      return []
    }
  }

  private func lines(_ crop: Crop, _ jobName: String) async -> [SleeveLine]? {
    let file = Files.temporaryPath(for: "\(folder)/sleeve")
    return await logged(jobName) {
      try Files.replace(file, with: crop.jpeg, durably: false)
      let pixels = Result { try photoProgram.pixels(file, side: Self.side).pixels }
      try Files.remove(file)
      let picture = try pixels.get()
      return try await textReader.read(picture, Self.options).compactMap {
        SleeveLine($0, in: picture)
      }
    }
  }

  /// The lines that `read` gives; nil after an error, which the log gets.
  private func logged<Line>(
    _ jobName: String, _ read: () async throws -> [Line]
  ) async -> [Line]? {
    do {
      return try await read()
    } catch ReaderError.cancelled {
      return nil
    } catch ReaderError.missing(let reason) {
      log.writeUnlessRepeated(now().iso, "reader", reason)
    } catch {
      log.write(now().iso, "reader", "\(jobName): \(error)", level: .warning)
    }
    return nil
  }
}

extension SleeveLine {
  /// The line in fractions of the picture's longer side. The lettering is as high as the quad is between
  /// its first and its last corner.
  init?(_ line: ReadLine, in picture: Pixels) {
    let side = Double(max(picture.width, picture.height))
    let corners = line.quad.corners
    let (left, right) = (corners[3] - corners[0], corners[2] - corners[1])
    let sum = corners.reduce(Point(x: 0, y: 0)) { Point(x: $0.x + $1.x, y: $0.y + $1.y) }
    self.init(
      line.text, confidence: line.confidence,
      height: (left.length + right.length) / 2 / side,
      x: sum.x / 4 / side, y: sum.y / 4 / side)
  }
}

extension Point {
  fileprivate var length: Double { (x * x + y * y).squareRoot() }
}
