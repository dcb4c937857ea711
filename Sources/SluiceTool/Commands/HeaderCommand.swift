internal import ArgumentParser
internal import Glibc
internal import Sluice

struct HeaderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "header", abstract: "Read the value of a header field, and print it as JSON.",
    subcommands: [ContentType.self, Disposition.self])

  struct ContentType: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "content-type", abstract: "Read a media type as the WHATWG MIME Sniffing standard says.")

    @Argument(help: "The field's value.") var value: String

    func run() throws {
      guard let type = MediaType(value) else {
        throw Failure(.dataRefused, "invalid-media-type", "there is no type and subtype at byte 0")
      }
      let answer: JSON.Value = [
        "type": .text(type.type),
        "subtype": .text(type.subtype),
        "parameters": .pairs(type.parameters.map { ($0.name, $0.value) }),
        "text": .text(type.description),
      ]
      try writeAll(answer.line, to: STDOUT_FILENO, named: "standard output")
    }
  }

  struct Disposition: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "content-disposition",
      abstract: "Read a content disposition as RFC 6266 says, or with --form as RFC 7578 says.")

    @Argument(help: "The field's value.") var value: String
    @Flag(help: "The value is that of a part of multipart/form-data.") var form = false

    func run() throws {
      let disposition = try ContentDisposition(value, as: form ? .formData : .http)
      let answer: JSON.Value = [
        "type": .text(disposition.type),
        "parameters": .pairs(disposition.parameters.map { ($0.name, $0.value) }),
        "filename": .text(disposition.fileName),
      ]
      try writeAll(answer.line, to: STDOUT_FILENO, named: "standard output")
    }
  }
}
