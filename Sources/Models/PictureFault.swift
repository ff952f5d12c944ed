// Recognises the errors of services that cannot read one picture. Such an error is not the key's or the model's
// fault and must not pause the service for other scans.

/// Whether an error is about the picture or the text of this one request.
enum PictureFault {
  /// Whether the code of an error is about the picture or the text. Source: docs/services.md §1.4,
  /// `error.code`.
  static func isNamed(by code: String) -> Bool {
    code.hasPrefix("invalid_image") || code.hasPrefix("image_") || codes.contains(code)
  }

  /// Whether the message of an error is about the picture, for services with one code for all bad
  /// requests. A model that sees no pictures at all is a configuration error; this function does
  /// not recognise it.
  static func isDescribed(in sentence: String?) -> Bool {
    let words = (sentence ?? "").lowercased()
    return words.contains("image") && signs.contains { words.contains($0) }
  }

  private static let codes: Set<String> = [
    "invalid_base64_image", "unsupported_image_media_type", "empty_image_file",
    "failed_to_download_image", "invalid_prompt", "bio_policy",
  ]

  private static let signs = [
    "could not process", "invalid image", "decode", "failed to load", "identify image", "corrupt",
    "truncated", "exceed", "too large", "too small",
  ]
}
