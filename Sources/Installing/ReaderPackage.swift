// The packages of PyPI that have the library and the models of the text reader, at fixed versions. Each file has its own
// digest here, so that neither PyPI nor a folder of another person can put something else in its place.
// docs/decisions/177-files-of-the-reader.md says why these versions.

import Pictures

/// A package as a wheel: a ZIP archive whose name has tags (<https://packaging.python.org/specifications/binary-distribution-format/>).
package struct ReaderPackage: Equatable, Sendable {
  /// A file of the package that is kept.
  package struct File: Equatable, Sendable {
    /// Its path in the wheel, and in the folder of the reader.
    package let source: String
    package let target: String
    package let sha256: String
    package let bytes: Int
  }

  package let name: String
  package let version: String
  package let licence: String
  package let wheel: String
  package let sha256: String
  package let bytes: Int
  package let files: [File]

  /// The line of a requirements file of pip.
  package var requirement: String { "\(name)==\(version) --hash=sha256:\(sha256)" }
}

extension ReaderPackage {
  /// The processors that have packages.
  package enum Processor: String, CaseIterable, Sendable {
    case x86 = "x86_64"
    case arm = "aarch64"

    /// The processor of this program; nil for another one.
    package static var present: Processor? {
      #if arch(x86_64)
        .x86
      #elseif arch(arm64)
        .arm
      #else
        nil
      #endif
    }
  }

  package static func all(for processor: Processor) -> [ReaderPackage] {
    [library(for: processor), models]
  }

  private static func library(for processor: Processor) -> ReaderPackage {
    let (sha256, bytes, file) =
      switch processor {
      case .x86:
        (
          "a166b78ee04f3a37fa1ef82034b6a3ce96d9684e582d4d30b296de83e9998bb5", 19_193_162,
          File(
            source: "onnxruntime/capi/libonnxruntime.so.1.28.0", target: ReaderFiles.library,
            sha256: "aa4079d18f4ea7a5f3a94d80cd4bbe0f2740436626622d64d793803a20381083",
            bytes: 24_272_944)
        )
      case .arm:
        (
          "8d66f9ceb29909c70839e4e4fb3435c7b490050d8f162bd5f3aba4ca01ee517f", 17_039_880,
          File(
            source: "onnxruntime/capi/libonnxruntime.so.1.28.0", target: ReaderFiles.library,
            sha256: "23a37c2994bc273e1d59a4f49af6cba5bf1cfbc29f04907ec27df375aba50a7d",
            bytes: 20_657_248)
        )
      }
    let tag = processor.rawValue
    return ReaderPackage(
      name: "onnxruntime", version: "1.28.0", licence: "MIT",
      wheel: "onnxruntime-1.28.0-cp311-cp311-manylinux_2_27_\(tag).manylinux_2_28_\(tag).whl",
      sha256: sha256, bytes: bytes,
      files: [
        file,
        File(
          source: "onnxruntime/LICENSE", target: "licences/onnxruntime.txt",
          sha256: "2f07c72751aed99790b8a4869cf2311df85a860b22ded05fa22803587a48922c", bytes: 1_073),
        File(
          source: "onnxruntime/ThirdPartyNotices.txt", target: "licences/onnxruntime-notices.txt",
          sha256: "0e07b95f3a8d6230037707c5c4a2b554d12c4cb67369669ac255635528ffcee2",
          bytes: 325_054),
      ])
  }

  private static let models = ReaderPackage(
    name: "rapidocr", version: "3.10.0", licence: "Apache-2.0",
    wheel: "rapidocr-3.10.0-py3-none-any.whl",
    sha256: "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050",
    bytes: 27_288_134,
    files: [
      File(
        source: "rapidocr/models/PP-OCRv6_det_small.onnx", target: ReaderFiles.finder,
        sha256: "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
        bytes: 9_929_594),
      File(
        source: "rapidocr/models/PP-OCRv6_rec_small.onnx", target: ReaderFiles.lineModel,
        sha256: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
        bytes: 21_234_383),
      File(
        source: "rapidocr-3.10.0.dist-info/licenses/LICENSE", target: "licences/models.txt",
        sha256: "3e0af25fdd06aa9586ae97adb00ea927ebe5a3805ac77d2d3a81ce5f55693333",
        bytes: 11_422),
      File(
        source: "rapidocr-3.10.0.dist-info/licenses/MODEL_LICENSES.md",
        target: "licences/models-notices.md",
        sha256: "c5fd0e8603d3df743355b546121e6fe0f4ef8ff455c5a85c1681fd3ae520e153", bytes: 8_398),
    ])
}
