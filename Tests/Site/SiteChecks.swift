// The files that a build from nothing makes.

import Albums
import Host
import Site
import Support

/// The files that a clean build of `log` makes, from the same artwork.
func cleanBuild(_ log: SampleLog, like sample: SampleSite) throws -> [String: [UInt8]] {
  let clean =
    if let appearance = sample.site.appearance { try SampleSite(publishing: appearance) } else {
      try SampleSite()
    }
  for name in try Files.entries(of: "\(sample.folder)/artwork") {
    let bytes = try Files.read("\(sample.folder)/artwork/\(name)")
    try Files.replace("\(clean.folder)/artwork/\(name)", with: bytes, durably: false)
  }
  try clean.site.build(log.contents)
  return try clean.files()
}
