import FoundationEssentials
import Sluice

/// A client of the API.
///
/// ```swift
/// let notes = NotesClient(Session(.notes(Account(refreshToken: token))))
/// let note = try await notes.create("Groceries", text: "Milk")
/// ```
public struct NotesClient: Sendable {
  private let session: Session

  public init(_ session: Session) { self.session = session }

  /// Returns a note.
  public func note(_ id: Int) async throws -> Note {
    try await session.get("notes/\(id)")
  }

  /// Returns the pages of the notes that contain a text. Each is requested when it is asked for.
  public func search(_ text: String) -> some AsyncSequence<DecodedResponse<[Note]>, any Error> & Sendable {
    session.pages("notes", query: ["text": text], decoding: .json([Note].self))
  }

  /// Creates a note, once, even if the request has to be sent again.
  public func create(_ title: String, text: String) async throws -> Note {
    let draft = ["title": title, "text": text]
    var request = try session.request(.post, "notes", draft, fields: [.idempotencyKey: UUID().uuidString])
    request.options.retries = session.configuration.retries
    request.options.retries?.methods?.insert(.post)
    return try await session.send(request)
  }

  /// Changes a note. If someone else changes it in between, this fails with the status 412.
  public func edit(_ id: Int, _ change: (inout Note) -> Void) async throws -> Note {
    let current = try await session.get("notes/\(id)", decoding: .withHead(.json(Note.self)))
    var note = current.value
    change(&note)
    var fields = HTTPFields()
    fields[.ifMatch] = current.fields[.eTag]
    return try await session.put("notes/\(id)", note, fields: fields)
  }

  /// Deletes a note with its attachments.
  public func delete(_ id: Int) async throws {
    try await session.delete("notes/\(id)")
  }

  /// Attaches a file to a note.
  public func attach(
    fileAt path: String, to id: Int, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Attachment {
    let form = MultipartForm { FormFile("file", at: path) }
    return try await session.upload(form, to: "notes/\(id)/attachments", progress: progress)
  }

  /// Downloads an attachment to a file, or the rest of it after an earlier attempt.
  public func download(
    _ attachment: Attachment, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws {
    try await session.download(
      "attachments/\(attachment.id)", to: .file(path), options: .init(resumes: true), progress: progress)
  }
}

extension HTTPField.Name {
  static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
}
