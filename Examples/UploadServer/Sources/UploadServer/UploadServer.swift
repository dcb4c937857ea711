import Hummingbird
import NIOCore
import NIOResumableUpload
import SluiceHummingbird

/// A server that stores the files of forms in a folder. A form whose connection breaks goes on over the next one.
///
/// ```
/// swift run UploadServer 8080 /srv/received
/// sluice upload http://127.0.0.1:8080/forms --resumable -F title=Holiday -F video=@holiday.mov
/// ```
///
/// ``ResumableHTTP1Channel`` makes one request of all the connections that an upload needs. The route reads its parts
/// as they arrive, and waits while there is no connection.
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
  ///   - didStart: Called with the channel that accepts connections. Does nothing by default.
  static func application(
    port: Int, folder: String, didStart: @escaping @Sendable (any Channel) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let router = Router()
    router.post("forms") { request, _ in try await store(request, in: folder) }
    // The URLs of uploads are relative, so they are right whatever the name of the server is.
    let uploads = HTTPResumableUploadContext(origin: "", timeout: .minutes(10))
    return Application(
      router: router,
      server: .resumableHTTP1(uploads),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: didStart)
  }

  /// Writes the files of a form to a folder, and returns a description of all parts.
  private static func store(_ request: Request, in folder: String) async throws -> [StoredPart] {
    var stored: [StoredPart] = []
    for try await part in try request.multipartParts() {
      let name = part.name ?? ""
      if part.fileName != nil {
        stored.append(StoredPart(name: name, path: try await part.write(inFolder: folder)))
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
