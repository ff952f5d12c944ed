// ONNX Runtime, loaded while the program runs, and its models.

import COnnx
import Glibc

/// The loaded library. It stays loaded until the process ends, because its threads and handlers cannot be unloaded safely.
struct Library {
  fileprivate let handle: OpaquePointer

  init(path: String) throws(LetteringError) {
    let (opened, reason) = withMessage { albumscan_onnx_open(path, $0, $1) }
    guard let opened else { throw .library(path: path, reason: reason) }
    handle = opened
  }

  /// The version, such as "1.32.0".
  var version: String { String(cString: albumscan_onnx_version(handle)) }
}

/// A model with one input and one output.
struct Model: ~Copyable {
  private let handle: OpaquePointer

  init(path: String, _ library: Library) throws(LetteringError) {
    let (opened, reason) = withMessage { albumscan_model_open(library.handle, path, $0, $1) }
    guard let opened else { throw .model(path: path, reason: reason) }
    handle = opened
  }

  deinit { albumscan_model_close(handle) }

  /// A text of the model's metadata; nil without it.
  func metadata(_ key: String) -> String? {
    guard let text = albumscan_model_text(handle, key) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// The output for a picture of three planes of `height` rows with `width` numbers each.
  func output(
    _ planes: inout [Float], width: Int, height: Int
  ) throws(LetteringError) -> Tensor {
    precondition(planes.count == 3 * width * height, "three planes, no padding")
    let shape = [1, 3, Int64(height), Int64(width)]
    let (tensor, reason) = withMessage { message, size in
      planes.withUnsafeMutableBufferPointer {
        albumscan_model_run(handle, $0.baseAddress, shape, message, size)
      }
    }
    guard let tensor else { throw .computation(reason: reason) }
    return Tensor(handle: tensor)
  }
}

/// Numbers that a model computed, in row-major order.
struct Tensor: ~Copyable {
  private let handle: OpaquePointer

  fileprivate init(handle: OpaquePointer) { self.handle = handle }

  deinit { albumscan_tensor_free(handle) }

  /// At most four dimensions; their product is the count of the numbers.
  var shape: [Int] {
    (0..<albumscan_tensor_rank(handle)).map { Int(albumscan_tensor_dimension(handle, $0)) }
  }

  borrowing func withNumbers<Result>(_ body: (UnsafeBufferPointer<Float>) -> Result) -> Result {
    body(
      UnsafeBufferPointer(
        start: albumscan_tensor_numbers(handle), count: albumscan_tensor_count(handle)))
  }
}

/// Calls a function of `COnnx` with room for its message.
private func withMessage(
  _ body: (UnsafeMutablePointer<CChar>?, Int) -> OpaquePointer?
) -> (OpaquePointer?, String) {
  var message = [CChar](repeating: 0, count: 500)
  let result = body(&message, message.count)
  let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  return (result, String(decoding: text, as: UTF8.self))
}
