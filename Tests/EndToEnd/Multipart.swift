// A multipart form as a browser sends it.

/// A multipart/form-data body with one picture or another file; `name` is the name of its field.
struct Multipart {
  let bytes: [UInt8]
  let contentType = "multipart/form-data; boundary=\(Self.boundary)"

  private static let boundary = "----a7b3c9d1e5"

  init(
    photo: [UInt8], as name: String = "photo", fileName: String = "p.jpg",
    fields: [(name: String, value: String)] = []
  ) {
    var bytes: [UInt8] = []
    for field in fields {
      bytes += Array(
        "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\"\r\n\r\n\(field.value)\r\n"
          .utf8)
    }
    bytes += Array(
      "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(fileName)\"\r\nContent-Type: image/jpeg\r\n\r\n"
        .utf8)
    bytes += photo + Array("\r\n--\(Self.boundary)--\r\n".utf8)
    self.bytes = bytes
  }
}
