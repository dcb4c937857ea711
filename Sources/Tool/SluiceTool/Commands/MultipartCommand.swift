internal import ArgumentParser
internal import Sluice

struct MultipartCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "multipart", abstract: "Encode and decode multipart bodies.",
    subcommands: [Encode.self, Decode.self])

  struct Encode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "encode", abstract: "Write a multipart body to standard output.")

    @OptionGroup var form: FormOptions

    @Option(parsing: .unconditional, help: "The boundary; random by default.")
    var boundary: String?

    @Option(parsing: .unconditional, help: "The subtype of multipart, such as form-data, mixed or related.")
    var subtype = "form-data"

    @Flag(help: "Print Content-Type and Content-Length to standard error first.")
    var headers = false

    func run() async throws {
      guard let subtype = MultipartForm.Subtype(subtype) else {
        throw Failure(.usage, "subtype", "'\(subtype)' is not a valid subtype")
      }
      let specs = try form.specs()
      try checkOutputs([:], reading: specs.flatMap(\.inputs))
      let form = MultipartForm(
        subtype, boundary: try boundary.map(MultipartForm.Boundary.init(parsing:)) ?? .random(),
        parts: specs.map(\.part))
      let byteCount = try form.byteCount
      if headers {
        printError("Content-Type: \(form.contentType ?? "")")
        if let byteCount { printError("Content-Length: \(byteCount)") }
      }
      try await OutputFile(nil).write(form)
    }
  }
}
