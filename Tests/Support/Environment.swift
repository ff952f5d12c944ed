// Environment variables of the tests; docs/test-seams.md lists all of them.

import Glibc

package enum Environment {
  /// Whether `make torture` runs the tests. The tests then run whole tables and many runs; in
  /// `make test`, they run a sample and one run.
  package static let isTorture = Environment["ALBUMSCAN_TORTURE"] != nil

  /// Whether `make tour` or `make torture` runs the tests. The tests then use all web servers; in
  /// `make test`, they use a sample of the servers.
  package static let isTour = isTorture || Environment["ALBUMSCAN_TOUR"] != nil

  /// Whether the browsers of the tests have a slow network and a slow processor, as on a busy machine.
  /// With such a browser, a test that does not wait for a part of its page fails.
  package static let hasSlowBrowsers = Environment["ALBUMSCAN_SLOW_BROWSERS"] != nil

  /// The number of random cases: the number that `make fuzz` sets, else `few`. `few` cases take a
  /// few seconds.
  package static func fuzzCount(orElse few: Int) -> Int {
    Environment["ALBUMSCAN_FUZZ"].flatMap { Int($0) } ?? few
  }

  /// A folder for screenshots of pages. If it is nil, the tests take no screenshots.
  package static let pictures = Environment["PICTURES"]

  package static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
