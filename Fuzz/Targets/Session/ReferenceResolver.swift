/// A reference for removing dot segments, as [RFC 3986 §5.2.4](https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4)
/// describes it, with two buffers and five rules.
enum ReferenceResolver {
  static func withoutDotSegments(_ path: some Sequence<UInt8>) -> [UInt8] {
    var input = Array(path)[...]
    var output: [UInt8] = []
    while !input.isEmpty {
      if input.starts(with: "../".utf8) {
        input = input.dropFirst(3)
      } else if input.starts(with: "./".utf8) || input.starts(with: "/./".utf8) {
        input = input.dropFirst(2)
      } else if input.elementsEqual("/.".utf8) {
        input = [slash]
      } else if input.starts(with: "/../".utf8) || input.elementsEqual("/..".utf8) {
        input = input.count == 3 ? [slash] : input.dropFirst(3)
        output = Array(output[..<(output.lastIndex(of: slash) ?? 0)])
      } else if input.elementsEqual(".".utf8) || input.elementsEqual("..".utf8) {
        input = []
      } else {
        let end = input.dropFirst().firstIndex(of: slash) ?? input.endIndex
        output += input[..<end]
        input = input[end...]
      }
    }
    return output
  }

  private static let slash = UInt8(ascii: "/")
}
