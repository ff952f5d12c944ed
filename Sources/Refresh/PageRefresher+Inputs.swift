// Decides whether a refresh has to build all pages.
// Source: docs/decisions/052-serial-for-each-site.md.

import Host
import Site
import Store

extension PageRefresher {
  /// Whether a build was interrupted, or a setting, a template, a text, a file of public/ or the
  /// program changed after the last build.
  func needsBuild(_ store: borrowing Store) throws(RefreshError) -> Bool {
    if Files.exists(buildingMark) { return true }
    return try reading { () throws(StoreError) in try store.digest(of: .household) } != digest
  }

  static func digest(of site: Site, program: String) throws(RefreshError) -> String {
    let inputs: String
    do { inputs = try site.digestOfInputs() } catch { throw .site(error) }
    return hexadecimal(SHA256.digest(of: Array("\(program)\n\(inputs)".utf8)))
  }
}
