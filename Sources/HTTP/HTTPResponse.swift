// The response of a service.

/// One whole response, whatever its status.
package struct HTTPResponse: Sendable, Equatable {
  package let status: Int
  package let headers: HTTPHeaders
  package let body: [UInt8]
  /// The URL that sent it, after redirects.
  package let url: String

  package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: String = "") {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }

  package var isSuccess: Bool { (200...299).contains(status) }
}
