extension String {
  /// The text without characters that a terminal or a log would obey instead of show.
  ///
  /// Each becomes an escape, such as `\u{9B}`: the control characters of C0 and C1, DEL, characters of format, among
  /// them those that change the writing direction, and the separators of lines and paragraphs. All other characters
  /// stay, a backslash included, so the text cannot be unescaped.
  ///
  /// All text of a peer or of a file passes through here before it becomes part of a line for a person.
  package var escapingControls: String {
    escapingControls { "\\u{\(String($0, radix: 16, uppercase: true))}" }
  }

  /// Returns the text with these characters replaced by what `escape` returns for their number.
  package func escapingControls(as escape: (UInt32) -> String) -> String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += escape(scalar.value).unicodeScalars
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}
