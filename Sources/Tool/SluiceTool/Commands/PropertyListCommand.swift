internal import ArgumentParser
internal import Sluice
internal import SluiceSupport

struct PropertyListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plist", abstract: "Convert property lists.", subcommands: [Convert.self])

  struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "convert", abstract: "Convert a property list to another format.",
      discussion: """
        In JSON, data is base64 text and dates are ISO 8601 text. Numbers of JSON without a fraction, such as 1.0 and \
        1e2, become integers, and those with more digits than a property list can hold are an error. Of members with equal keys, the last one is used.
        """)

    enum Target: String, ExpressibleByArgument, CaseIterable { case xml, binary, json }
    enum Origin: String, ExpressibleByArgument, CaseIterable { case auto, xml, binary, json }

    @Argument(help: "The input file; standard input by default.") var file: String?
    @Option(name: .customLong("to"), help: "The format to write.") var target: Target
    @Option(name: .customLong("from"), help: "The format to read.") var origin = Origin.auto

    func run() throws {
      let value = try read(InputFile(file).readAll())
      let output: [UInt8]
      switch target {
      case .json:
        var encoder = JSON.Encoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .iso8601
        output = try encoder.encode(value) + [UInt8(ascii: "\n")]
      case .xml, .binary:
        var encoder = PropertyList.Encoder()
        encoder.outputFormat = target == .xml ? .xml : .binary
        output = try encoder.encode(value)
      }
      try OutputFile(nil).write(output)
    }

    private func read(_ bytes: [UInt8]) throws -> PropertyList.Value {
      switch origin {
      case .json: return try Self.propertyList(of: JSON.Value(parsing: bytes))
      case .auto where Self.looksLikeJSON(bytes): return try Self.propertyList(of: JSON.Value(parsing: bytes))
      case .auto, .xml, .binary:
        var format = PropertyList.Format.xml
        let value = try PropertyList.Decoder().decode(PropertyList.Value.self, from: bytes, format: &format)
        if origin != .auto, (origin == .binary) != (format == .binary) {
          throw Failure(
            .dataRefused, "format", "the input is not \(origin == .xml ? "XML" : "binary") at byte 0")
        }
        return value
      }
    }

    /// Returns whether the first byte can begin JSON.
    ///
    /// XML begins with an angle bracket, and the binary format with `bplist`.
    private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
      let mark = ByteOrderMark(atStartOf: bytes.span)
      let start = mark == .utf8 ? bytes.dropFirst(ByteOrderMark.utf8.bytes.count) : bytes[...]
      guard let first = start.first(where: { !Array(" \t\r\n".utf8).contains($0) }) else { return false }
      return Array("{[\"-0123456789tfn".utf8).contains(first)
    }

    private static func propertyList(of value: JSON.Value) throws -> PropertyList.Value {
      var conversion = Conversion()
      return try conversion.propertyList(of: value)
    }

    /// A conversion of a JSON document.
    private struct Conversion {
      /// The keys and indexes of the current value.
      private var path: [String] = []
      private var calls = NestedCalls()

      /// Converts the current value. The depth of the recursion is limited by the parser, and by the stack.
      mutating func propertyList(of value: JSON.Value) throws -> PropertyList.Value {
        guard calls.enter() else { throw unencodable(PropertyList.Value.self, NestedCalls.refusal) }
        defer { calls.leave() }
        switch value.content {
        case .null: throw refusal(of: "null", "null", at: path)
        case .bool(let bool): return .bool(bool)
        case .string(let string): return .string(string)
        case .array(let elements):
          var converted: [PropertyList.Value] = []
          for (index, element) in elements.enumerated() {
            converted.append(try propertyList(of: element, in: String(index)))
          }
          return .array(converted)
        case .object(let members):
          var merged: [PropertyList.Value.Member] = []
          var places: [ExactString: Int] = [:]
          for member in members {
            let value = try propertyList(of: member.value, in: member.key)
            if let place = places[ExactString(member.key)] {
              merged[place].value = value
            } else {
              places[ExactString(member.key)] = merged.count
              merged.append(.init(member.key, value))
            }
          }
          return .dictionary(merged)
        case .number(let number): return try propertyList(of: number)
        }
      }

      private mutating func propertyList(of value: JSON.Value, in step: String) throws -> PropertyList.Value {
        path.append(step)
        defer { path.removeLast() }
        return try propertyList(of: value)
      }

      private func propertyList(of number: JSON.Number) throws -> PropertyList.Value {
        if let integer = number.integer(as: Int128.self) { return .integer(integer) }
        if DecimalText.isInteger(number.text) {
          throw unencodable(number.text, PropertyList.Value.integersDescription)
        }
        guard let double = number.double else {
          throw refusal(of: String(number.text.prefix(100)), "number", at: path)
        }
        return .real(double)
      }

      private func unencodable(_ value: Any, _ description: String) -> EncodingError {
        let keys = path.map { AnyCodingKey(stringValue: $0) }
        return .invalidValue(value, .init(codingPath: keys, debugDescription: description))
      }
    }

    private static func refusal(of text: String, _ code: String, at path: [String]) -> Failure {
      let place = path.isEmpty ? "" : " at " + path.joined(separator: ".")
      return Failure(.dataRefused, code, "a property list cannot contain \(text)\(place)")
    }
  }
}
