// The test run's own environment variables.

import Glibc

package enum Environment {
  package static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
