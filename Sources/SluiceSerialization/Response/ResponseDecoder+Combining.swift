internal import HTTPTypes
internal import SluiceBody

extension ResponseDecoder {
  /// The same decoder with its output made into another.
  public func map<NewOutput: Sendable>(
    _ transform: @escaping @Sendable (Output) async throws -> NewOutput
  ) -> ResponseDecoder<NewOutput> {
    ResponseDecoder<NewOutput>(validation) { response, body in
      try await transform(output(of: response, body))
    }
  }

  /// The first of several decoders that accepts the response's status and media type: JSON or a property list, say.
  ///
  /// ```swift
  /// let users = ResponseDecoder.first(of: .json([User].self), .propertyList([User].self))
  /// ```
  ///
  /// A response without a body has no type: it goes to the first that accepts its status.
  public static func first(of decoders: ResponseDecoder...) -> ResponseDecoder {
    var validation = ResponseValidation()
    validation.statuses = decoders.reduce(RangeSet()) { $0.union($1.validation.statuses) }
    if !decoders.contains(where: \.validation.mediaTypes.isEmpty) {
      validation.mediaTypes = decoders.flatMap(\.validation.mediaTypes)
      validation.acceptsMissingMediaType = decoders.contains(where: \.validation.acceptsMissingMediaType)
    }
    validation.failure = decoders.lazy.compactMap(\.validation.failure).first
    return ResponseDecoder(validation) { response, body in
      let decoder = decoders.first {
        $0.validation.accepts(response.status)
          && (body.isEmpty || $0.validation.acceptsMediaType(of: response))
      }
      guard let decoder else { throw BodyRefusal(code: .unacceptableMediaType) }
      return try await decoder.output(of: response, body)
    }
  }

  /// The same decoder, for bodies that begin with what keeps them from being run as a script: `)]}'` and a line's end,
  /// `while(1);`, `for(;;);` or `{}&&`. Spaces take its place, so that errors tell the true position.
  public func strippingXSSIPrefix() -> ResponseDecoder {
    ResponseDecoder(validation) { response, body in
      let start = body.prefix(16)
      let prefix = xssiPrefixes.first { start.starts(with: $0.utf8) }
      guard let prefix else { return try await output(of: response, body) }
      var bytes = body.bytes
      bytes.replaceSubrange(..<prefix.utf8.count, with: [UInt8](repeating: 0x20, count: prefix.utf8.count))
      return try await output(of: response, CollectedBody(bytes))
    }
  }
}

/// The longer ones first.
private let xssiPrefixes = [")]}',", ")]}'", "while(1);", "for(;;);", "{}&&"]
