/// An error in place of another one whose text a monitor must not see, because it may quote a body or hold secrets.
///
/// Monitors receive it instead of the errors of adaptors, credential providers, custom decoders and bodies, and of what
/// was decoded from a response. The caller receives the error itself.
///
/// ```swift
/// func didComplete(_ transfer: TransferID, error: (any Error)?) {
///   if let hidden = error as? HiddenError, hidden.type == SigningError.self { failedSignatures.increment() }
/// }
/// ```
public struct HiddenError: Error, Sendable {
  /// The type of the hidden error.
  public let type: any Error.Type

  init(_ error: any Error) { type = Swift.type(of: error) }
}

extension HiddenError: CustomStringConvertible {
  /// The name of the type, such as `DecodingError (hidden)`.
  public var description: String { "\(type) (hidden)" }
}
