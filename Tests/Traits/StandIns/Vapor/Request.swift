package import NIOCore
package import NIOHTTP1

/// As much of the class in Vapor 4 as the article uses.
package final class Request: Sendable {
  /// The body of a route with `body: .stream`.
  package struct Body: AsyncSequence, Sendable {
    let buffers: [ByteBuffer]

    package struct AsyncIterator: AsyncIteratorProtocol {
      var rest: ArraySlice<ByteBuffer>

      package mutating func next() async throws -> ByteBuffer? { rest.popFirst() }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: buffers[...]) }
  }

  package let headers: HTTPHeaders
  package let body: Body

  package init(headers: HTTPHeaders, buffers: [ByteBuffer]) {
    self.headers = headers
    body = Body(buffers: buffers)
  }
}

package typealias HTTPStatus = HTTPResponseStatus
