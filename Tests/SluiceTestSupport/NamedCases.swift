/// A value of a table, with the name that a failure reports.
package struct NamedCase<Value: Sendable>: Sendable, CustomStringConvertible {
  package let name: String
  package let value: Value

  package var description: String { name }
}

/// A table of values with names, for the `arguments` of a test:
///
/// ```swift
/// @Test(arguments: ["no size": "\r\n", "negative size": "-1\r\n"] as NamedCases)
/// func `a malformed chunk is refused`(chunk: NamedCase<String>) { … chunk.value … }
/// ```
///
/// Names must be unique.
package struct NamedCases<Value: Sendable>: RandomAccessCollection, ExpressibleByDictionaryLiteral, Sendable {
  private let cases: [NamedCase<Value>]

  package init(dictionaryLiteral elements: (String, Value)...) {
    precondition(Set(elements.map(\.0)).count == elements.count, "two cases have the same name")
    cases = elements.map { NamedCase(name: $0, value: $1) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { cases.count }

  package subscript(index: Int) -> NamedCase<Value> { cases[index] }
}
