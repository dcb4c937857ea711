package import HTTPTypes
package import SluiceSerialization

/// The part of an entry that does not change: the request, and how to deliver it.
package struct EntryContent: Codable, Sendable {
  /// The lane and the sequence of the entry's name, to recognize a file under another entry's name.
  let lane: UInt64
  let sequence: UInt64
  let head: EntryHead
  /// The files of the request's body, as they were when the entry was added.
  let files: [KeptFile]
  let request: Request

  /// The lane, the sequence and the head, decoded without the request's body.
  package struct Summary: Decodable, Sendable {
    let lane: UInt64
    let sequence: UInt64
    package let head: EntryHead
    private let request: RequestHead

    private struct RequestHead: Decodable {
      let head: HTTPRequest
    }

    package var requestHead: HTTPRequest { request.head }
  }

  /// Everything but the request, so that its files are checked before its body is decoded.
  struct Files: Decodable {
    let files: [KeptFile]
  }

  /// The request alone.
  package struct Body: Decodable, Sendable {
    package let request: Request
  }
}

/// The identity of an entry, and the time at which it was added.
package struct EntryHead: Codable, Sendable {
  /// The caller's key, or `nil` if the entry is independent of all others.
  package let key: String?
  /// The value of the `Idempotency-Key` field.
  package let idempotencyKey: String
  let added: Timestamp
  let expires: Timestamp?
  /// The path of the file to download to, or `nil` if the response's body is ignored.
  package let destination: String?
}
