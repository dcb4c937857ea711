import SluiceCoding
import SluiceFuzz

extension Query.Tree {
  /// Returns an object whose members are generated from an input.
  ///
  /// It has nothing that the text of a query leaves ambiguous, such as an empty array, or a member that looks like an
  /// index.
  static func madeUp(from input: inout FuzzInput) -> Query.Tree { .object(members(from: &input, depth: 0)) }

  private static func madeUp(from input: inout FuzzInput, depth: Int) -> Query.Tree {
    let kind = depth < 12 ? input.byte() % 4 : 1
    switch kind {
    case 0: return .null
    case 2:
      return .array((0...Int(input.byte() % 4)).map { _ in madeUp(from: &input, depth: depth + 1) })
    case 3:
      let members = members(from: &input, depth: depth + 1)
      return members.isEmpty ? .null : .object(members)
    default:
      let text = String(decoding: input.string(), as: UTF8.self)
      return text.utf8.elementsEqual("null".utf8) ? .null : .text(text)
    }
  }

  private static func members(from input: inout FuzzInput, depth: Int) -> [Member] {
    (0..<Int(input.byte() % 6)).map { index in
      // Keys are unique and have no characters that separate keys.
      let key = "k\(index)" + String(decoding: input.string(), as: UTF8.self)
      let safe = key.unicodeScalars.filter { !["[", "]", "."].contains($0) }
      return Member(String(String.UnicodeScalarView(safe)), madeUp(from: &input, depth: depth + 1))
    }
  }

  /// Returns whether both trees are equal byte for byte.
  func isEqual(to other: Query.Tree) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isEqual(to: $1) }
    case (.object(let a), .object(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value.isEqual(to: $1.value) }
    default: false
    }
  }
}
