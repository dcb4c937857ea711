/// A file name that is safe to use in a path, made from one that a peer sent.
///
/// ```swift
/// SafeFileName("../../etc/passwd").description        // "passwd"
/// SafeFileName("C:\\tmp\\a?.txt").description         // "a_.txt"
/// ```
///
/// - Only the text after the last `/` or `\` is kept.
/// - Control characters, `"`, `*`, `:`, `<`, `>`, `?`, `|`, and characters that change the writing direction become
///   `_`.
/// - Dots and white space at the beginning and at the end are removed, so that no file is hidden, and none is `.` or
///   `..`.
/// - A `-` or `~` at the beginning becomes `_`, so that programs take the name neither for an option nor for a home
///   folder: `-rf` becomes `_rf`.
/// - A name that is a device on Windows, such as `con`, `COM1.txt` or `nul .txt`, gets a `_` in front.
/// - At most 200 bytes of UTF-8 are kept, including a short extension. An empty name becomes `file`.
///
/// Names are not unique: two parts may have the same one.
/// ``MultipartPart/write(inFolder:ifExists:creatingFolders:isolation:)`` writes each to a file of its own with
/// ``ExistingFilePolicy/unique``.
public struct SafeFileName: Sendable, Hashable, CustomStringConvertible {
  /// The name as text.
  public let description: String

  /// Creates a safe name from a received one.
  ///
  /// - Complexity: O(*n*) for *n* characters.
  public init(_ received: String) {
    let slashes: Set<Unicode.Scalar> = ["/", "\\"]
    let last = received.unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: slashes.contains
    ).last
    var scalars = (last.map(Array.init) ?? []).map { Self.isAllowed($0) ? $0 : "_" }[...]
    scalars = scalars.drop(while: Self.isAtEdge)
    while scalars.last.map(Self.isAtEdge) == true { scalars.removeLast() }
    if let first = scalars.first, first == "-" || first == "~" { scalars[scalars.startIndex] = "_" }
    let name = Self.shortened(scalars, to: 200)
    description = name.isEmpty ? "file" : Self.isDevice(name) ? "_" + Self.shortened(scalars, to: 199) : name
  }

  /// Returns the path of a file with this name in `folder`.
  func path(in folder: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + description : "\(folder)/\(description)"
  }

  private static func isAtEdge(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar.properties.isWhitespace
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\0"..<" ", "\u{7F}"..."\u{9F}", "\"", "*", ":", "<", ">", "?", "|": false
    case "\u{200B}"..."\u{200F}", "\u{2028}"..."\u{202E}", "\u{2060}"..."\u{206F}": false
    case "\u{61C}", "\u{FEFF}": false
    default: true
    }
  }

  /// Returns the beginning of a long name and its extension, at most `limit` bytes in total.
  private static func shortened(_ scalars: ArraySlice<Unicode.Scalar>, to limit: Int) -> String {
    var end = scalars.endIndex
    if let dot = scalars.lastIndex(of: "."), scalars.endIndex - dot <= 16 { end = dot }
    var room = scalars[end...].reduce(limit) { $0 - UTF8.width($1) }
    var stem = scalars[..<end].prefix { scalar in
      room -= UTF8.width(scalar)
      return room >= 0
    }
    // The cut may have made new dots or white space the end of the name.
    if end == scalars.endIndex { while stem.last.map(isAtEdge) == true { stem.removeLast() } }
    return String(String.UnicodeScalarView(stem + scalars[end...]))
  }

  /// Whether Windows takes the name for a device: its part before the first dot counts, without spaces at the end.
  private static func isDevice(_ name: String) -> Bool {
    var stem = name.utf8.prefix { $0 != UInt8(ascii: ".") }
    while stem.last == UInt8(ascii: " ") { stem.removeLast() }
    return devices.contains(String(Substring(stem)).lowercased())
  }

  private static let devices: Set<String> = [
    "con", "prn", "aux", "nul", "conin$", "conout$",
    "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "com¹", "com²", "com³",
    "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "lpt¹", "lpt²", "lpt³",
  ]
}
