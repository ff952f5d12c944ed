// The test run's own environment variables.

import Glibc

package enum Environment {
  /// `make torture`: many rounds where `make test` takes one.
  package static let isTorture = Environment["ALBUMSCAN_TORTURE"] != nil

  /// `make fuzz`: so many cases where `make test` takes a few seconds' worth.
  package static func fuzzCount(orElse few: Int) -> Int {
    Environment["ALBUMSCAN_FUZZ"].flatMap { Int($0) } ?? few
  }

  /// A folder for pictures of pages, where somebody wants to look at them.
  package static let pictures = Environment["PICTURES"]

  package static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
