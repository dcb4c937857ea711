internal import SluiceSupport

/// Text for XML and HTML, in elements and in quoted attributes.
package enum MarkupText {
  /// Returns the text with escapes for the characters of markup, for control characters other than tabs and line feeds,
  /// and for those that XML does not permit.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\u{FFFE}", "\u{FFFF}": result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result += String(scalar).escapingControls
      }
    }
    return result
  }
}
