import HTTPTypes
import SluiceSerialization

struct User: Codable, Equatable, Sendable {
  var name: String
}

func response(_ status: Int = 200, _ contentType: String? = "application/json") -> HTTPResponse {
  var response = HTTPResponse(status: .init(code: status))
  response.headerFields[.contentType] = contentType
  return response
}

extension ResponseDecoder {
  /// Decodes a text as the body, and returns the value or the code of the error.
  func outcome(
    _ status: Int = 200, _ contentType: String? = "application/json", _ body: String
  ) async throws -> DecodingOutcome {
    do {
      return .value("\(try await decode(response(status, contentType), body: Array(body.utf8)))")
    } catch let error as ResponseError {
      return .error(error.code)
    }
  }

  /// Decodes a body, and returns the error or `nil` if there is none.
  func error(
    _ status: Int = 200, _ contentType: String? = "application/json", _ body: [UInt8],
    for request: HTTPRequest? = nil
  ) async -> ResponseError? {
    do {
      _ = try await decode(response(status, contentType), for: request, body: body)
      return nil
    } catch {
      return error as? ResponseError
    }
  }
}

enum DecodingOutcome: Equatable, Sendable {
  case value(String)
  case error(ErrorCode)
}
