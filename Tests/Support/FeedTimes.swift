// Compares published logs that had other histories.

extension [String: [UInt8]] {
  /// The files of a published log without the times at which finds came into its feeds or left them: only its database
  /// knows these times. The archive has the feeds, too, so only its size counts.
  package var withoutFeedTimes: [String: [UInt8]] {
    let pairs = map { path, bytes -> (String, [UInt8]) in
      if path.hasSuffix("archive.zip") { return (path, Array("\(bytes.count)".utf8)) }
      guard path.hasSuffix(".atom") else { return (path, bytes) }
      let text = String(decoding: bytes, as: UTF8.self)
      return (
        path, Array(text.replacing(#/<updated>.*?</updated>/#, with: "", maxReplacements: 1).utf8)
      )
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}
