/// A list that is decoded without the elements that cannot be decoded.
///
/// ```swift
/// struct Page: Decodable {
///   @Lossy var users: [User]
/// }
///
/// let page = try decoder.decode(Page.self, from: bytes)
/// print(page.users, page.$users.skippedCount, page.$users.errors)
///
/// let users = try decoder.decode(Lossy<[User]>.self, from: bytes).wrappedValue
/// ```
///
/// Any decoder can decode it. The value has to be an array, and a member of that name has to exist.
///
/// It is encoded as the list alone. Two are equal if their lists are, whatever was skipped.
@propertyWrapper
public struct Lossy<Elements: RangeReplaceableCollection> {
  /// The elements that were decoded, in order.
  public var wrappedValue: Elements
  /// The number of elements that were skipped.
  public private(set) var skippedCount = 0
  /// The errors of the first 100 elements that were skipped, each usually a `DecodingError` with the coding path.
  public private(set) var errors: [any Error] = []

  /// Creates a list from which nothing was skipped.
  public init(wrappedValue: Elements) { self.wrappedValue = wrappedValue }

  /// The list with its errors, for a property that is declared with `@Lossy`.
  public var projectedValue: Lossy { self }
}

extension Lossy: Decodable where Elements.Element: Decodable {
  /// Decodes the elements of an array, and skips those whose decoding throws an error.
  ///
  /// - Throws: The decoder's error if the value is not an array.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: Elements())
    var container = try decoder.unkeyedContainer()
    if let count = container.count { wrappedValue.reserveCapacity(count) }
    while !container.isAtEnd {
      // The attempt never fails, so the container always advances.
      switch try container.decode(LossyElement<Elements.Element>.self).result {
      case .success(let element): wrappedValue.append(element)
      case .failure(let error):
        skippedCount += 1
        if errors.count < 100 { errors.append(error) }
      }
    }
  }
}

extension Lossy: Encodable where Elements: Encodable {
  /// Encodes the list.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Lossy: Sendable where Elements: Sendable {}

extension Lossy: Equatable where Elements: Equatable {
  /// Returns whether two lists have equal elements.
  public static func == (left: Lossy, right: Lossy) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension Lossy: Hashable where Elements: Hashable {
  /// Hashes the elements.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// An element, or the error of its decoding.
private struct LossyElement<Element: Decodable>: Decodable {
  let result: Result<Element, any Error>

  init(from decoder: any Decoder) throws {
    result = Result { try decoder.singleValueContainer().decode(Element.self) }
  }
}
