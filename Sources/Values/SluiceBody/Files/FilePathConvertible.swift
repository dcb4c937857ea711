public import FoundationEssentials

/// A path of a file or folder: a `String` or a `URL`.
///
/// ```swift
/// let body: AnyBody = .file(at: "/data/holiday.mov")
/// let same: AnyBody = .file(at: URL(filePath: "/data/holiday.mov"))
/// ```
///
/// The path of a `URL` is that of the file system, whose bytes need not be UTF-8, as in `file:///data/%FF.mov`. In a
/// string that Sluice returns, such as ``BodyError/path``, a NUL and the character with the number of the byte stand
/// for a byte that is not UTF-8, so that the string can be passed as a path again. A URL that is not one of a file
/// names no file.
public protocol FilePathConvertible: Sendable {
  /// The path as text. Use the value itself instead.
  var _filePath: String { get }
}

extension String: FilePathConvertible {
  /// This path.
  public var _filePath: String { self }
}

extension URL: FilePathConvertible {
  /// The path in the file system.
  public var _filePath: String {
    // No path ends in a NUL.
    guard isFileURL else { return absoluteString + "\0" }
    var bytes: [UInt8] = []
    var rest = path(percentEncoded: true).utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return PathText.text(of: bytes)
  }
}
