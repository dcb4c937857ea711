internal import ArgumentParser
internal import Sluice

struct HeaderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "header", abstract: "Parse the value of a header field and print it as JSON.",
    subcommands: [ContentType.self, Disposition.self])

  struct ContentType: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "content-type", abstract: "Parse a media type by the WHATWG MIME Sniffing standard.")

    @Argument(help: "The field's value.") var value: String

    func run() throws {
      guard let type = try? MediaType(parsing: value) else {
        throw Failure(.dataRefused, "invalid-media-type", "expected a type and a subtype at byte 0")
      }
      let parsed: JSON.Value = [
        "type": .text(type.type),
        "subtype": .text(type.subtype),
        "parameters": .pairs(type.parameters.map { ($0.name, $0.value) }),
        "text": .text(type.description),
      ]
      try OutputFile(nil).write(parsed.line)
    }
  }

  struct Disposition: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "content-disposition",
      abstract: "Parse a content disposition by RFC 6266, or with --form by RFC 7578.")

    @Argument(help: "The field's value.") var value: String
    @Flag(help: "Parse the value of a part of multipart/form-data.") var form = false

    func run() throws {
      let disposition = try ContentDisposition(parsing: value, as: form ? .formData : .http)
      let parsed: JSON.Value = [
        "type": .text(disposition.type),
        "parameters": .pairs(disposition.parameters.map { ($0.name, $0.value) }),
        "filename": .text(disposition.fileName),
      ]
      try OutputFile(nil).write(parsed.line)
    }
  }
}
