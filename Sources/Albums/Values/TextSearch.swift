// Search for text in text. The standard library's search would link its regex engine into the CGI (1.7 MB).

extension String {
  /// The ranges of `needle`, in order, without overlaps.
  package func ranges(ofText needle: String) -> [Range<Index>] {
    var (found, start) = ([Range<Index>](), startIndex)
    while start < endIndex {
      if self[start...].hasPrefix(needle) {
        let end = index(start, offsetBy: needle.count)
        found.append(start..<end)
        start = end
      } else {
        start = index(after: start)
      }
    }
    return found
  }
}
