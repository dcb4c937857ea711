#if AsyncHTTPClient
  internal import AsyncHTTPClient
  internal import HTTPTypes
  internal import NIOHTTP1

  extension HTTPHeaders {
    /// Creates the headers with the same names and values, in the same order.
    init(_ fields: HTTPFields) {
      self.init(fields.map { ($0.name.rawName, $0.value) })
    }
  }

  extension HTTPFields {
    /// Creates the fields with the same names and values, in the same order. NIO's parser has checked the names.
    init(_ headers: HTTPHeaders) {
      self.init(
        headers.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
    }
  }

  extension HTTPResponse {
    /// Creates the head of a response.
    init(_ response: HTTPClientResponse) {
      self.init(
        status: Status(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase),
        headerFields: HTTPFields(response.headers))
    }
  }
#endif
