internal import SluiceBody

/// Decides whether a file holds cookies in the Netscape format and nothing else, from its bytes in order.
///
/// Other files have lines of seven fields, too, such as tables. So each line that is not a comment must be a cookie:
///
/// ```
///  # Netscape HTTP Cookie File                                    the first line, or at least one cookie
///  example.com⇥FALSE⇥/⇥TRUE⇥1893456000⇥id⇥1                      host, TRUE or FALSE, path, TRUE or FALSE, time
///  #HttpOnly_.example.com⇥TRUE⇥/docs⇥FALSE⇥0⇥session⇥            a cookie, too
/// ```
struct CookieLines {
  /// More than libcurl reads of a line (`MAX_COOKIE_LINE`), and as much as a server may send.
  private static let maximumByteCount = 64 << 10
  private static let firstLines = ["# Netscape HTTP Cookie File", "# HTTP Cookie File"].map { Array($0.utf8) }

  /// The start of a line whose end has not been seen.
  private var line: [UInt8] = []
  private var isFirst = true
  private var hasProof = false
  /// Whether the first line is the title.
  private var isTitled = false
  private var isEmpty = true

  /// The number of bytes of a line that libcurl reads from a file.
  private static let readByteCount = 5000

  /// Calls a function with each line of a file that may be a cookie's, without blanks at its start.
  ///
  /// - Complexity: O(*n*) for *n* bytes. Longer lines than libcurl would read are left out.
  static func forEach(
    of file: Descriptor, _ body: ([UInt8]) throws(SystemError) -> Void
  ) throws(SystemError) {
    var line: [UInt8] = []
    var offset: Int64 = 0
    var block: [UInt8] = []
    func endLine() throws(SystemError) {
      defer { line.removeAll(keepingCapacity: true) }
      let text = line.drop { $0 == 0x20 || $0 == 0x09 }
      let isComment = text.first == UInt8(ascii: "#") && !text.starts(with: CookieLine.httpOnlyPrefix)
      // A word alone would be a command to libcurl.
      let isCookie = text.contains(UInt8(ascii: "\t")) || text.contains(UInt8(ascii: ":"))
      if isCookie, !isComment, line.count < readByteCount { try body(Array(text)) }
    }
    repeat {
      block.removeAll(keepingCapacity: true)
      try file.read(into: &block, count: 64 << 10, at: offset)
      offset += Int64(block.count)
      var pieces = block.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let rest = pieces.popLast() ?? []
      for piece in pieces {
        if line.count < readByteCount { line += piece }
        try endLine()
      }
      if line.count < readByteCount { line += rest }
    } while !block.isEmpty
    try endLine()
  }

  /// Whether all lines of a file are those of cookies. An empty file has no other ones.
  ///
  /// - Complexity: O(*n*) for *n* bytes, up to the first line that is not one of cookies.
  static func haveAll(of file: Descriptor) throws(SystemError) -> Bool {
    var lines = CookieLines()
    var offset: Int64 = 0
    var block: [UInt8] = []
    repeat {
      block.removeAll(keepingCapacity: true)
      try file.read(into: &block, count: 64 << 10, at: offset)
      offset += Int64(block.count)
      guard lines.take(block) else { return false }
    } while !block.isEmpty
    return lines.end()
  }

  /// Whether all of these bytes are lines of cookies.
  static func haveAll(of bytes: [UInt8]) -> Bool {
    var lines = CookieLines()
    return lines.take(bytes) && lines.end()
  }

  /// Takes the next bytes.
  ///
  /// - Returns: `false` if a line is not one of cookies.
  private mutating func take(_ bytes: [UInt8]) -> Bool {
    if !bytes.isEmpty { isEmpty = false }
    var pieces = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let rest = pieces.popLast() ?? []
    for piece in pieces {
      line += piece
      guard checkLine() else { return false }
    }
    line += rest
    return line.count <= Self.maximumByteCount
  }

  /// Takes the end of the file.
  private mutating func end() -> Bool { (line.isEmpty || checkLine()) && (hasProof || isEmpty) }

  /// Checks the line that has ended, and begins another one.
  private mutating func checkLine() -> Bool {
    defer {
      line.removeAll(keepingCapacity: true)
      isFirst = false
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if isFirst, Self.firstLines.contains(where: isTitle) { (hasProof, isTitled) = (true, true) }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return true }
    if line.first == UInt8(ascii: "#"), !line.starts(with: CookieLine.httpOnlyPrefix) { return true }
    guard Self.isCookie(line, withAnyPath: isTitled) else { return false }
    hasProof = true
    return true
  }

  /// Whether the line is a title, which some programs let a sentence follow.
  private func isTitle(_ title: [UInt8]) -> Bool {
    guard line.starts(with: title) else { return false }
    return line.dropFirst(title.count).first.map { " .,;:-(".utf8.contains($0) } ?? true
  }

  /// - Parameter withAnyPath: Whether the path may be any text. libcurl stores the one that a server sends, such as
  ///   `"/"` with its quotation marks.
  private static func isCookie(_ line: [UInt8], withAnyPath: Bool) -> Bool {
    let isHTTPOnly = line.starts(with: CookieLine.httpOnlyPrefix)
    let fields = line.dropFirst(isHTTPOnly ? CookieLine.httpOnlyPrefix.count : 0).split(
      separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    return fields.count == 7 && isHost(fields[0]) && isFlag(fields[1])
      && (withAnyPath || fields[2].first == UInt8(ascii: "/")) && isFlag(fields[3])
      && isTime(fields[4]) && !(fields[5].isEmpty && fields[6].isEmpty)
  }

  /// Whether a field is the name of a host or its address, possibly with a dot before it.
  private static func isHost(_ field: ArraySlice<UInt8>) -> Bool {
    field.contains { $0 != UInt8(ascii: ".") }
      && field.allSatisfy { byte in
        byte >= 0x80 || "-._:[]%".utf8.contains(byte) || (0x30...0x39).contains(byte)
          || (0x61...0x7A).contains(byte | 0x20)
      }
  }

  private static func isFlag(_ field: ArraySlice<UInt8>) -> Bool {
    ["TRUE", "FALSE"].contains { field.map { $0 & 0xDF }.elementsEqual($0.utf8) }
  }

  private static func isTime(_ field: ArraySlice<UInt8>) -> Bool {
    1...19 ~= field.count && field.allSatisfy { (0x30...0x39).contains($0) }
  }
}
