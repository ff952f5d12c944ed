// A transport without a network: it records each request and returns the test's response.

package import HTTP

package actor Asked {
  package init() {}

  package private(set) var requests: [HTTPRequest] = []

  package nonisolated func transport(
    _ answer: @escaping @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse
  ) -> Transport {
    Transport { (request, _) async throws(HTTPError) -> HTTPResponse in
      await self.note(request)
      // The permit ends here, because the recorded request would otherwise keep its permit until
      // the end of the test.
      request.permit?.end()
      return try answer(request)
    }
  }

  private func note(_ request: HTTPRequest) { requests.append(request) }
}
