// The pages that the CGI fills (`FilledPage`). They are no files of the web root.

import Albums

extension Site {
  /// Every filled page with its file name, still with its marks.
  package func filledPages() throws(SiteError) -> [(name: String, bytes: [UInt8])] {
    []
  }
}
