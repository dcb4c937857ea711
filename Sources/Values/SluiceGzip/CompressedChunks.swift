internal import SluiceBody

extension AsyncSequence where Self: Sendable, Element: Collection<UInt8> {
  /// Returns an async sequence that compresses the chunks of this one.
  ///
  /// ```swift
  /// for try await chunk in chunks.deflated(.gzip, level: 9) { try await send(chunk) }
  /// ```
  ///
  /// - Parameters:
  ///   - format: The format of the output. Defaults to `.gzip`.
  ///   - level: The compression level, from 0 (stored) to 9 (smallest). Defaults to
  ///     ``Deflater/defaultLevel``. Another level is a ``ErrorCode/invalidLevel`` error of the first chunk.
  /// - Returns: The compressed chunks, each of 1 byte to 64 KiB. An iteration throws the sequence's error;
  ///   ``ErrorCode/invalidLevel``, ``ErrorCode/outOfMemory``.
  public func deflated(
    _ format: DeflateFormat = .gzip, level: Int = Deflater.defaultLevel
  ) -> some AsyncSequence<[UInt8], any Error> & Sendable {
    DeflatedChunks(base: self, format: format, level: level)
  }

  /// Returns an async sequence that decompresses the chunks of this one.
  ///
  /// - Parameters:
  ///   - format: The format of the input. Defaults to `.automatic`, which detects it from the first two bytes.
  ///   - limits: The limits of the output. Defaults to none.
  /// - Returns: The decompressed chunks, each of 1 byte to 64 KiB. An iteration throws the sequence's error; a
  ///   ``GzipError``.
  public func inflated(
    _ format: Inflater.Format = .automatic, limits: Inflater.Limits = .default
  ) -> some AsyncSequence<[UInt8], any Error> & Sendable {
    InflatedChunks(base: self, format: format, limits: limits)
  }
}

/// The chunks of a sequence, compressed.
private struct DeflatedChunks<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Base.Element: Collection<UInt8> {
  let base: Base
  let format: DeflateFormat
  let level: Int

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), format: format, level: level)
  }

  struct Iterator: AsyncIteratorProtocol {
    typealias Failure = any Error

    fileprivate var base: Base.AsyncIterator
    fileprivate let format: DeflateFormat
    fileprivate let level: Int
    private var deflater: Deflater?
    private var input: [UInt8] = []
    private var offset = 0
    private var baseHasEnded = false
    private var isDone = false

    fileprivate init(base: Base.AsyncIterator, format: DeflateFormat, level: Int) {
      self.base = base
      self.format = format
      self.level = level
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
      let deflater = try self.deflater ?? Deflater(format, level: level)
      self.deflater = deflater
      while !isDone {
        var chunk: [UInt8] = []
        if offset < input.count {
          chunk.append(addingCapacity: pieceByteCount) {
            offset += deflater.deflate(input.span.extracting(offset...), into: &$0)
          }
        } else if baseHasEnded {
          chunk.append(addingCapacity: pieceByteCount) { isDone = deflater.finish(into: &$0) }
        } else if let next = try await base.next(isolation: actor) {
          input = Array(next)
          offset = 0
        } else {
          baseHasEnded = true
        }
        if !chunk.isEmpty { return chunk }
      }
      return nil
    }
  }
}

/// The chunks of a compressed sequence, decompressed.
private struct InflatedChunks<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Base.Element: Collection<UInt8> {
  let base: Base
  let format: Inflater.Format
  let limits: Inflater.Limits

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), format: format, limits: limits)
  }

  struct Iterator: AsyncIteratorProtocol {
    typealias Failure = any Error

    fileprivate var base: Base.AsyncIterator
    fileprivate let format: Inflater.Format
    fileprivate let limits: Inflater.Limits
    private var inflater: Inflater?
    private var input: [UInt8] = []
    private var offset = 0
    private var isDone = false

    fileprivate init(base: Base.AsyncIterator, format: Inflater.Format, limits: Inflater.Limits) {
      self.base = base
      self.format = format
      self.limits = limits
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
      let inflater = try self.inflater ?? Inflater(format, limits: limits)
      self.inflater = inflater
      while !isDone {
        var chunk: [UInt8] = []
        try chunk.append(addingCapacity: pieceByteCount) {
          offset += try inflater.inflate(input.span.extracting(offset...), into: &$0)
        }
        if !chunk.isEmpty { return chunk }
        if let next = try await base.next(isolation: actor) {
          input = Array(next)
          offset = 0
        } else {
          isDone = true
          try inflater.finish()
        }
      }
      return nil
    }
  }
}
