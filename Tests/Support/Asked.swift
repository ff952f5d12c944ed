// A transport that is played: it notes what is asked and answers what the test says.

package import HTTP

package actor Asked {
  package init() {}

  package private(set) var requests: [HTTPRequest] = []

  package nonisolated func transport(
    _ answer: @escaping @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse
  ) -> Transport {
    Transport { (request, _) async throws(HTTPError) -> HTTPResponse in
      await self.note(request)
      // The request counts as sent; the noted request would keep its slot for the whole test.
      request.slot?.end()
      return try answer(request)
    }
  }

  private func note(_ request: HTTPRequest) { requests.append(request) }
}
