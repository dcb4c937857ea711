public import HTTPTypes
public import SluiceCoding
public import SluiceSerialization
public import SluiceTransport

// A GET that does not say what to decode has a separate message, because the compiler's would not name the cause.

extension Session {
  /// Needs the type of the result.
  @available(
    *, unavailable,
    message: "Name the type of the result: 'decoding: .json(User.self)', or 'decoding: .ignored' for none."
  )
  public func get(
    _ reference: Reference, query: Query.Parameters = [:], fields: HTTPFields = [:],
    options: SessionRequest.Options? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> UnspecifiedOutput { try await get(reference, decoding: .unspecified) }

  /// Needs a decoder of the type.
  @available(*, unavailable, message: "Name the format, too: 'decoding: .json(User.self)'.")
  public func get<Output: Decodable & Sendable>(
    _ reference: Reference, query: Query.Parameters = [:], fields: HTTPFields = [:],
    options: SessionRequest.Options? = nil, decoding type: Output.Type,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output { try await get(reference) }

  /// Needs the label of a query.
  @available(*, unavailable, message: "Use 'query: .init(value)' to send the value.")
  public func get<Output: Decodable & Sendable>(
    _ reference: Reference, _ value: any Encodable, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output { try await get(reference) }
}
