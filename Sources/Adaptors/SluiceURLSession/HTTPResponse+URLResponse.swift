internal import Foundation
public import FoundationNetworking
public import HTTPTypes

extension HTTPResponse {
  /// Creates a response with the status and the fields of another one, or `nil` if that is not of HTTP.
  ///
  /// `URLSession` joins fields with the same name to one.
  public init?(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse, (100...999).contains(response.statusCode) else {
      return nil
    }
    self.init(status: .init(code: response.statusCode))
    for (name, value) in response.allHeaderFields {
      guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String else {
        continue
      }
      headerFields.append(HTTPField(name: name, value: value))
    }
  }
}
