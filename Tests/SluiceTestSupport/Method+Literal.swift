public import HTTPTypes

/// Tests compare the methods of received requests with texts.
extension HTTPRequest.Method: @retroactive ExpressibleByUnicodeScalarLiteral,
  @retroactive ExpressibleByExtendedGraphemeClusterLiteral, @retroactive ExpressibleByStringLiteral
{
  /// Creates a method from its name; an invalid one is that of no request.
  public init(stringLiteral value: String) { self = Self(value) ?? .connect }
}
