#if OpenAPI
  public import OpenAPIRuntime
  public import SluiceBody

  extension HTTPBody {
    /// Creates a body with the bytes and the exact length of a source, such as a form, for any transport of a generated
    /// client.
    ///
    /// It can be iterated as often as the source can be read.
    ///
    /// - Throws: A ``SluiceBody/BodyError`` if the length of the source cannot be read.
    public convenience init(_ source: some BodySource) throws {
      self.init(
        source.chunks().map { $0[...] }, length: try source.byteCount.map { .known($0) } ?? .unknown,
        iterationBehavior: source.isReplayable ? .multiple : .single)
    }
  }

  /// The body of a generated client's request.
  struct RequestBody: BodySource {
    let body: HTTPBody

    var byteCount: Int64? { if case .known(let count) = body.length { count } else { nil } }
    var isReplayable: Bool { body.iterationBehavior == .multiple }
    var needsOwnThread: Bool { false }

    func makeReader() throws -> any BodyReader { try AnyBody.async(body, byteCount: byteCount).makeReader() }
  }
#endif
