internal import SluiceCoding

/// The name of a header that has a meaning for the parser.
enum PartHeaderName: Int {
  case contentType, contentRange, contentLength, contentDisposition, contentTransferEncoding

  /// Finds a name regardless of the case of its letters. No two have the same length.
  init?(_ name: Span<UInt8>) {
    switch name.count {
    case 12: self = .contentType
    case 13: self = .contentRange
    case 14: self = .contentLength
    case 19: self = .contentDisposition
    case 25: self = .contentTransferEncoding
    default: return nil
    }
    let text = text.utf8.span
    for index in name.indices where name[index].asciiLowercased != text[index] { return nil }
  }

  private var text: String {
    switch self {
    case .contentType: "content-type"
    case .contentRange: "content-range"
    case .contentLength: "content-length"
    case .contentDisposition: "content-disposition"
    case .contentTransferEncoding: "content-transfer-encoding"
    }
  }
}

/// Where a part has a header.
struct PartHeaderOccurrence {
  /// The index of the first field with this name.
  var index: Int?
  /// The offset of its value.
  var offset: Int64 = 0
  /// The offset of the value of the second field with this name.
  var repeatedOffset: Int64?

  mutating func add(_ index: Int, at offset: Int64) {
    if self.index == nil {
      (self.index, self.offset) = (index, offset)
    } else if repeatedOffset == nil {
      repeatedOffset = offset
    }
  }
}
