public import HTTPTypes
public import SluiceSerialization
public import SluiceTransport

// A GET that does not say what to decode, or how to send its value, has a message of its own, because the compiler's
// would not name the cause.

extension Session {
  /// Needs the type of the result.
  @available(*, unavailable, message: "Name the type of the result: 'decoding: .json(User.self)'.")
  public func get(
    _ reference: String, fields: HTTPFields = [:], progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> UnspecifiedOutput { try await get(reference, decoding: .unspecified) }

  /// Needs the type of the result.
  @available(*, unavailable, message: "Name the type of the result: 'decoding: .json(User.self)'.")
  public func get<Input>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> UnspecifiedOutput { try await get(reference, decoding: .unspecified) }

  /// Needs a decoder of the type.
  @available(*, unavailable, message: "Name the format, too: 'decoding: .json(User.self)'.")
  public func get<Output: Decodable & Sendable>(
    _ reference: String, fields: HTTPFields = [:], decoding type: Output.Type,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output { try await get(reference) }

  /// Needs the serializer of a value, or the type of the result.
  @available(
    *, unavailable, message: "Use 'decoding: .json(User.self)' for the result, or 'as: .query' for a value."
  )
  public func get<Value>(
    _ reference: String, _ value: Value, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> UnspecifiedOutput { try await get(reference, decoding: .unspecified) }

  /// Needs the serializer of a value.
  @available(*, unavailable, message: "Use 'as: .query' to send the value.")
  public func get<Value, Output: Decodable & Sendable>(
    _ reference: String, _ value: Value, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output { try await get(reference) }
}
