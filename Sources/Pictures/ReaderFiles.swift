// The files of the text reader in its folder. Source: docs/files.md.

package enum ReaderFiles {
  /// ONNX Runtime, which computes with the models.
  package static let library = "libonnxruntime.so"

  /// The model that finds lines of lettering.
  package static let finder = "find.onnx"

  /// The model that reads a line.
  package static let lineModel = "read.onnx"

  package static let all = [library, finder, lineModel]
}
