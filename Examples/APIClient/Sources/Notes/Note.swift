import FoundationEssentials

/// A note.
public struct Note: Codable, Equatable, Sendable {
  public let id: Int
  public var title: String
  public var text: String
  public let updatedAt: Date
}

/// A file that belongs to a note.
public struct Attachment: Decodable, Equatable, Sendable {
  public let id: Int
  public let fileName: String
  public let byteCount: Int64
}

/// A failure, as the API describes it in the body of its response.
public struct APIError: Error, Decodable, Equatable {
  public let code: String
  public let message: String
}
