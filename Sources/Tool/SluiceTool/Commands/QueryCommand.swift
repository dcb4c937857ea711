internal import ArgumentParser
internal import Sluice

struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Encode and decode queries and forms.",
    subcommands: [Encode.self, Decode.self])

  enum Escaping: String, ExpressibleByArgument, CaseIterable {
    case rfc3986, form

    var value: Query.Escaping { self == .form ? .form : .rfc3986 }
  }

  struct Encode: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "encode", abstract: "Encode a JSON object as a query.")

    enum Arrays: String, ExpressibleByArgument, CaseIterable { case brackets, indexed, repeated, comma }
    enum Nesting: String, ExpressibleByArgument, CaseIterable { case brackets, dots }
    enum Bools: String, ExpressibleByArgument, CaseIterable { case literal, numeric }
    enum Nulls: String, ExpressibleByArgument, CaseIterable { case drop, empty, bare, literal }

    @Argument(help: "The input file; standard input by default.") var file: String?
    @Option(help: "How elements of arrays are named.") var arrays = Arrays.brackets
    @Option(help: "How members of nested objects are named.") var nesting = Nesting.brackets
    @Option(help: "How true and false are written.") var bools = Bools.literal
    @Option(help: "How null is written.") var nulls = Nulls.drop
    @Option(help: "Which characters are escaped.") var escaping = Escaping.rfc3986
    @Flag(help: "Sort the members of every object.") var sort = false

    func run() throws {
      let value = try JSON.Value(parsing: InputFile(file).readAll())
      try printLine(encoder.string(for: value))
    }

    private var encoder: Query.Encoder {
      var encoder = Query.Encoder()
      encoder.arrays =
        switch arrays {
        case .brackets: .brackets
        case .indexed: .indexed
        case .repeated: .repeated
        case .comma: .comma
        }
      encoder.nesting = nesting == .dots ? .dots : .brackets
      encoder.bools = bools == .numeric ? .numeric : .literal
      encoder.nils =
        switch nulls {
        case .drop: .drop
        case .empty: .empty
        case .bare: .bare
        case .literal: .literal
        }
      encoder.escaping = escaping.value
      encoder.outputFormatting = sort ? .sortedKeys : []
      return encoder
    }
  }

  struct Decode: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "decode", abstract: "Decode a query to JSON: its pairs in order, or a nested object.")

    @Argument(help: "The input file; standard input by default.") var file: String?
    @Flag(help: "Assemble the pairs into objects and arrays.") var nested = false
    @Option(help: "How the query is escaped; in a form, + is a space.") var escaping = Escaping.form

    func run() throws {
      var decoder = Query.Decoder()
      decoder.escaping = escaping.value
      let pairs = try decoder.pairs(from: Self.line(InputFile(file).readAll()))
      var encoder = JSON.Encoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      encoder.maximumDepth = decoder.maximumDepth
      if nested {
        try printLine(encoder.string(for: decoder.tree(from: pairs)))
      } else {
        try printLine(encoder.string(for: pairs.map { [$0.name, $0.value ?? ""] }))
      }
    }

    /// Returns a line without its terminator.
    private static func line(_ bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      return bytes
    }
  }
}
