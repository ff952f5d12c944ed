// Runs albumscan-photo, which reads a file and returns clean pictures and measurements. This
// process never decodes an untrusted picture itself.

package import Albums
import Covers
import Host
package import Pictures

/// A cover that `albumscan-photo crop` or `albumscan-photo covers` found.
package struct Crop: Equatable, Sendable {
  /// The size of the upright picture in pixels.
  package let width: Int
  package let height: Int
  package let orientation: Int

  /// `quad`, `guide` or `centre`.
  package let method: String

  /// The corners in pixels of the stored (not rotated) picture.
  package let quad: Quad
  package let confidence: Double
  package let brightness: Double
  package let sharpness: Double
  package let glare: Double

  /// A fingerprint from `Covers`. This module does not interpret it.
  package let fingerprint: [UInt8]
  package let isCutOff: Bool

  /// The straightened cover: 1024 px, JPEG without metadata.
  package let jpeg: [UInt8]

  /// The detail of the whole photo: see `Covers.detail`.
  package var detail = 1.0

  /// The compact part of the fingerprint; nil for a fingerprint of another version.
  package var code: [UInt8]? { Fingerprint(bytes: fingerprint)?.code.bytes }

  /// The crop as one line for `show scan`.
  package var facts: String {
    let corners = quad.corners.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    return "\(method) \(confidence) of \(width)x\(height) at \(corners)"
  }
}

/// The pictures that `albumscan-photo artwork` made.
package struct CleanArtwork: Equatable, Sendable {
  package let fingerprint: [UInt8]
  package let tint: Tint

  /// JPEG bytes by side length in pixels: 1000, 500 and 200.
  package let jpegs: [Int: [UInt8]]
}

/// The reason why albumscan-photo returned no picture.
package enum PhotoProgramError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The picture cannot be used.
  case unusable(Failure)
  /// A signal ended the program.
  case stopped(signal: Int32)
  /// The program's output is invalid, or took too long. The reason is for the log.
  case broken(String)
  /// The program could not be started. The reason is for the log.
  case unavailable(String)

  /// Whether the picture may be the cause: it cannot be used, or the program crashed
  /// (docs/faults.md C4).
  package var isAboutPicture: Bool {
    switch self {
    case .unusable: true
    case .stopped(let signal): Programs.isCrash(signal: signal)
    case .broken, .unavailable: false
    }
  }

  package var description: String {
    switch self {
    case .unusable(let failure): failure.code.rawValue
    case .stopped(let signal): "albumscan-photo was ended by signal \(signal)"
    case .broken(let reason), .unavailable(let reason): reason
    }
  }
}

/// Runs albumscan-photo, one process for each picture.
package struct PhotoProgram: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// Finds the cover in the photo at `file`.
  package func crop(_ file: String, guide: String?) throws(PhotoProgramError) -> Crop {
    let arguments = ["crop"] + (guide.map { ["--guide", $0] } ?? [])
    let output = try run(arguments, on: file)
    guard let crop = output.crop else { throw .broken("crop: incomplete output") }
    return crop
  }

  /// Crops the square in the middle of the guide, or of the photo at `file`, without a search for a
  /// cover.
  package func square(_ file: String, guide: String?) throws(PhotoProgramError) -> Crop {
    let arguments = ["square"] + (guide.map { ["--guide", $0] } ?? [])
    guard let crop = try run(arguments, on: file).crop else {
      throw .broken("square: incomplete output")
    }
    return crop
  }

  /// Crops the cover at `quad`, in pixels of the stored picture, from the photo at `file`.
  package func crop(_ file: String, at quad: Quad) throws(PhotoProgramError) -> Crop {
    let output = try run(["crop", "--quad", quad.numbers], on: file)
    guard let crop = output.crop else { throw .broken("crop: incomplete output") }
    return crop
  }

  /// Finds every cover in the photo at `file`; may be empty.
  package func covers(_ file: String) throws(PhotoProgramError) -> [Crop] {
    guard let crops = try run(["covers"], on: file).crops else {
      throw .broken("covers: incomplete output")
    }
    return crops
  }

  /// Converts the picture at `file` to the three sizes that pages use.
  package func artwork(_ file: String) throws(PhotoProgramError) -> CleanArtwork {
    let output = try run(["artwork"], on: file)
    guard let fingerprint = output.fingerprint, let tint = output.tint,
      Artwork.sides.allSatisfy({ output.pictures[$0] != nil })
    else { throw .broken("artwork: incomplete output") }
    return CleanArtwork(fingerprint: fingerprint, tint: tint, jpegs: output.pictures)
  }

  /// The tint of the cover at `file`.
  package func tint(_ file: String) throws(PhotoProgramError) -> Tint {
    guard let tint = try run(["tint"], on: file).tint else {
      throw .broken("tint: incomplete output")
    }
    return tint
  }

  /// Whether albumscan-photo wrote the pictures in `file`. `parts` has the longest side of each picture in
  /// pixels and its number of bytes, in the order of the file.
  func areOwn(
    _ parts: [(side: Int, count: Int)], _ file: String
  ) throws(PhotoProgramError) -> Bool {
    let output = try run(["check"] + parts.map { "\($0.side):\($0.count)" }, on: file)
    guard let isOwn = output.isOwn else { throw .broken("check: incomplete output") }
    return isOwn
  }

  /// The timeout is 15 s, and the output has at most 16 MiB. Source: docs/limits.md.
  func run(_ arguments: [String], on file: String) throws(PhotoProgramError) -> PhotoOutput {
    let output: Programs.Output
    do {
      output = try Programs.run(
        path, arguments, input: file, limit: 16 << 20, timeoutMilliseconds: 15_000)
    } catch {
      if case .childOverran = error { throw .broken("\(error)") }
      throw .unavailable("\(error)")
    }
    switch output.exitCode {
    case 0:
      guard let parsed = PhotoOutput(output.bytes) else { throw .broken("invalid output") }
      return parsed
    case 3: throw .unusable(unusable(output.bytes))
    case 128...: throw .stopped(signal: output.exitCode - 128)
    default: throw .broken("albumscan-photo ended with \(output.exitCode)")
    }
  }

  /// Parses the line `error: <code> <detail>`.
  private func unusable(_ line: [UInt8]) -> Failure {
    let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count >= 2, words[0] == "error:", let code = FailureCode(rawValue: String(words[1]))
    else { return .unreadable }
    return code == .notJPEG && words.count > 2 && words[2] == PictureKind.heic.rawValue
      ? .notJPEG(.heic) : Failure(code)
  }
}

extension Quad {
  /// The eight numbers of `albumscan-photo crop --quad`, in tenths of a pixel.
  package var numbers: String {
    corners.flatMap { [$0.x, $0.y] }.map { "\(($0 * 10).rounded() / 10)" }.joined(separator: ",")
  }
}
