package import NIOCore
package import NIOHTTP1

/// As much of the class in Vapor 4 as the article uses.
package final class Response: Sendable {
  package struct Body: Sendable {
    /// The number of bytes, or -1 if unknown.
    package let count: Int
    package let write: @Sendable (any AsyncBodyStreamWriter) async throws -> Void

    package init(
      managedAsyncStream: @escaping @Sendable (any AsyncBodyStreamWriter) async throws -> Void,
      count: Int = -1
    ) {
      self.count = count
      write = managedAsyncStream
    }
  }

  package let headers: HTTPHeaders
  package let body: Body

  package init(headers: HTTPHeaders = HTTPHeaders(), body: Body) {
    self.headers = headers
    self.body = body
  }
}

package protocol AsyncBodyStreamWriter: Sendable {
  func write(_ result: BodyStreamResult) async throws
}

package enum BodyStreamResult: Sendable {
  case buffer(ByteBuffer)
  case error(any Error)
  case end
}
