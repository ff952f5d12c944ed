// What services say of a picture they cannot take: a fault of that picture, not of key or model. It must
// not keep the service from everybody else.

/// Whether an error in place of an answer is about the one picture, or the one text, that was sent.
enum PictureFault {
  /// By the code. Source: CONTRACTS §1.4, `error.code`.
  static func isNamed(by code: String) -> Bool {
    code.hasPrefix("invalid_image") || code.hasPrefix("image_") || codes.contains(code)
  }

  /// By the sentence, where a service has one code for every bad request. That a model sees no pictures
  /// at all is the host's business and not meant.
  static func isTold(in sentence: String?) -> Bool {
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
