import Hummingbird
import NIOCore
import SluiceHummingbird

/// A server that stores the files of forms in a folder. A form whose connection breaks goes on over the next one.
///
/// ```
/// swift run UploadServer 8080 /srv/received
/// sluice upload http://127.0.0.1:8080/forms --resumable -F title=Holiday -F video=@holiday.mov
/// ```
///
/// ``ResumableUploads`` makes one request of all the connections that an upload needs. The route reads its parts as
/// they arrive, and waits while there is no connection: 10 minutes, or until the server stops. A connection that is
/// silent for a minute is closed.
@main struct UploadServer {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let port = Int(arguments[1]) else {
      print("usage: UploadServer PORT FOLDER")
      return
    }
    try await application(port: port, folder: arguments[2]).runService()
  }

  /// Returns the server.
  ///
  /// - Parameters:
  ///   - port: The port on 127.0.0.1; 0 for any that is free.
  ///   - folder: The folder for the files.
  ///   - patience: The time to wait for the next connection of an upload. Defaults to 10 minutes.
  ///   - idleTimeout: The time after which a silent connection is closed. Defaults to a minute.
  ///   - didStart: Called with the channel that accepts connections. Does nothing by default.
  static func application(
    port: Int, folder: String, patience: Duration = .seconds(600), idleTimeout: TimeAmount = .minutes(1),
    didStart: @escaping @Sendable (any Channel) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let router = Router(context: ConnectionContext.self)
    router.post("forms") { request, _ in try await store(request, in: folder) }
    let uploads = ResumableUploads(router.buildResponder(), patience: patience)
    return Application(
      responder: CallbackResponder { try await uploads.respond(to: $0, context: $1) },
      server: .http1(configuration: .init(idleTimeout: idleTimeout)),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      services: [uploads],
      onServerRunning: didStart)
  }

  /// Writes the files of a form to a folder, and returns a description of all parts.
  private static func store(_ request: Request, in folder: String) async throws -> [StoredPart] {
    var stored: [StoredPart] = []
    for try await part in try request.multipartParts() {
      let name = part.name ?? ""
      if part.fileName != nil {
        stored.append(StoredPart(name: name, path: try await part.write(inFolder: folder, ifExists: .unique)))
      } else {
        let value = String(decoding: try await part.collect(upTo: 10_000), as: UTF8.self)
        stored.append(StoredPart(name: name, value: value))
      }
    }
    return stored
  }
}

/// A part that the server has stored: the value of a field, or the path of a file.
struct StoredPart: ResponseCodable, Equatable {
  var name: String
  var value: String?
  var path: String?
}
