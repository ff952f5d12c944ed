// Environments as web servers create them, for the tests of this module.

import CGI

/// The environment of a request: method and path, then the variables of `more`, in order.
func environment(
  _ method: String = "GET", _ path: String = "", _ more: [(String, String)] = []
) -> [(name: String, value: [UInt8])] {
  let all = [("REQUEST_METHOD", method), ("PATH_INFO", path), ("SERVER_NAME", "evil")] + more
  return all.map { (name: $0.0, value: Array($0.1.utf8)) }
}

func request(
  _ method: String = "GET", _ path: String = "", _ more: [(String, String)] = []
) throws(RequestError) -> Request {
  try Request(environment: environment(method, path, more))
}
