internal import HTTPTypes
internal import SluiceBody
public import SluiceJSON

extension ResponseDecoder {
  /// Returns a decoder that transforms the output of this one.
  ///
  /// - Parameter transform: Converts the output. Its error becomes the `underlying` error of the ``ResponseError``.
  public func map<NewOutput: Sendable>(
    _ transform: @escaping @Sendable (Output) async throws -> NewOutput
  ) -> ResponseDecoder<NewOutput> {
    ResponseDecoder<NewOutput>(validation, ignoresBody: ignoresBody, isCustom: true) {
      response, body, context in
      try await transform(output(of: response, body: body, in: context))
    }
  }

  /// Returns a decoder that uses the first of several decoders that accepts the status and media type of the response.
  ///
  /// ```swift
  /// let users = ResponseDecoder.first(of: .json([User].self), .propertyList([User].self))
  /// ```
  ///
  /// The media type of a response without a body is ignored: the first decoder that accepts its status is used.
  public static func first(of decoders: ResponseDecoder...) -> ResponseDecoder {
    var validation = ResponseValidation()
    validation.statuses = decoders.reduce(RangeSet()) { $0.union($1.validation.statuses) }
    if !decoders.contains(where: \.validation.mediaTypes.isEmpty) {
      validation.mediaTypes = decoders.flatMap(\.validation.mediaTypes)
      validation.acceptsMissingMediaType = decoders.contains(where: \.validation.acceptsMissingMediaType)
    }
    validation.failure = decoders.lazy.compactMap(\.validation.failure).first
    return ResponseDecoder(validation, isCustom: decoders.contains(where: \.isCustom)) {
      response, body, context in
      let decoder = decoders.first {
        $0.validation.accepts(response.status)
          && (body.isEmpty || $0.validation.acceptsMediaType(of: response))
      }
      guard let decoder else { throw BodyRefusal(code: .unacceptableMediaType) }
      return try await decoder.output(of: response, body: body, in: context)
    }
  }

  /// Returns a decoder that ignores a prefix which protects a body against cross-site script inclusion (XSSI).
  ///
  /// The prefixes are `)]}',`, `)]}'`, `while(1);`, `for(;;);` and `{}&&`. A prefix is replaced by spaces, so that
  /// positions in errors remain correct.
  public func strippingXSSIPrefix() -> ResponseDecoder {
    ResponseDecoder(validation, isCustom: isCustom) { response, body, context in
      let start = body.prefix(16)
      let prefix = xssiPrefixes.first { start.starts(with: $0.utf8) }
      guard let prefix else { return try await output(of: response, body: body, in: context) }
      var bytes = body.bytes
      bytes.replaceSubrange(..<prefix.utf8.count, with: [UInt8](repeating: 0x20, count: prefix.utf8.count))
      return try await output(of: response, body: CollectedBody(bytes), in: context)
    }
  }
}

/// The known prefixes, longer ones first.
private let xssiPrefixes = [")]}',", ")]}'", "while(1);", "for(;;);", "{}&&"]

extension ResponseDecoder<any Error> {
  /// Returns a decoder of failures from JSON, for
  /// ``ValidatingDecoder/decoding(failure:)-(ResponseDecoder<Failure>)`` or a session's `configuration.failure`.
  ///
  /// It accepts the media types and uses the decoder of ``ResponseDecoder/json(_:decoder:)-(Output.Type,_)``.
  ///
  /// - Parameters:
  ///   - type: The type of the failure.
  ///   - decoder: The decoder, which takes precedence over the session's. Defaults to `nil`.
  public static func json<Failure: Error & Decodable & SendableMetatype>(
    _ type: Failure.Type, decoder: JSON.Decoder? = nil
  ) -> ResponseDecoder {
    ResponseDecoder<Failure>.json(type, decoder: decoder).map { $0 }
  }
}

extension ResponseDecoder where Output: Error {
  /// Decodes the failure from the body of a response, whatever its status.
  var failure: @Sendable (HTTPResponse, CollectedBody, DecodingContext) async throws -> any Error {
    var decoder = self
    decoder.validation.statuses = RangeSet(0..<1000)
    return { [decoder] response, body, context in
      try await decoder.decode(response, body: body, in: context)
    }
  }
}
