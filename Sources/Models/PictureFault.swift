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
  /// requests. A model that sees no pictures at all is a configuration error, which `isRefusal`
  /// recognises.
  static func isDescribed(in sentence: String?) -> Bool {
    let words = (sentence ?? "").lowercased()
    return words.contains("image") && signs.contains { words.contains($0) }
  }

  /// Whether the message says that the server or the model reads no pictures at all. Source:
  /// docs/services.md §3, "Refused parts".
  static func isRefusal(_ sentence: String) -> Bool {
    let words = sentence.lowercased()
    let isAboutPictures = subjects.contains { words.contains($0) }
    return isAboutPictures && refusals.contains { words.contains($0) }
  }

  private static let subjects = ["image", "vision", "multimodal", "multi-modal", "content"]

  private static let refusals = [
    "mmproj", "image input is not supported", "images are not supported", "not support image",
    "not support vision", "not support multimodal", "support image input",
    "vision is not supported",
    "image is not supported", "n't support image", "n't support vision", "input is not enabled",
    "not a multimodal model", "not multimodal", "not a vision model", "at most 0 image",
    "unknown variant `image_url`", "unknown variant 'image_url'", "image_url is not supported",
    "image_url' is not supported", "image_url is only supported", "required for image input",
    "content must be a string", "content' must be a string",
    "content: input should be a valid string",
    "invalid type: sequence, expected a string", "content type image_url",
  ]

  private static let codes: Set<String> = [
    "invalid_base64_image", "unsupported_image_media_type", "empty_image_file",
    "failed_to_download_image", "invalid_prompt", "bio_policy",
  ]

  private static let signs = [
    "could not process", "invalid image", "decode", "failed to load", "identify image", "corrupt",
    "truncated", "exceed", "too large", "too small",
  ]
}
