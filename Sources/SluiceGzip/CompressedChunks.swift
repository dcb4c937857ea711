internal import SluiceBody

extension AsyncSequence where Element: Collection<UInt8> {
  /// The bytes, compressed as they come.
  ///
  /// - Parameters:
  ///   - format: `.gzip` by default.
  ///   - level: from 0, which stores, to 9, the smallest; 6 by default.
  public func deflated(_ format: DeflateFormat = .gzip, level: Int = 6) -> DeflatedChunks<Self> {
    DeflatedChunks(base: self, format: format, level: level)
  }

  /// The bytes, decompressed as they come.
  ///
  /// - Parameters:
  ///   - format: by the first two bytes by default.
  ///   - limits: none by default.
  public func inflated(
    _ format: Inflater.Format = .automatic, limits: Inflater.Limits = .init()
  ) -> InflatedChunks<Self> {
    InflatedChunks(base: self, format: format, limits: limits)
  }
}

/// A sequence of byte chunks, compressed. No chunk is empty, and none has more than 64 KiB.
public struct DeflatedChunks<Base: AsyncSequence>: AsyncSequence where Base.Element: Collection<UInt8> {
  let base: Base
  let format: DeflateFormat
  let level: Int

  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), format: format, level: level)
  }

  public struct Iterator: AsyncIteratorProtocol {
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

    /// The next chunk; nil at the end.
    ///
    /// - Throws: what the sequence throws; ``GzipError/Code/invalidLevel``.
    public mutating func next() async throws -> [UInt8]? {
      try await next(isolation: nil)
    }

    /// The same, without leaving the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
      let deflater = try self.deflater ?? Deflater(format, level: level)
      self.deflater = deflater
      while !isDone {
        var chunk: [UInt8] = []
        if offset < input.count {
          chunk.append(addingCapacity: pieceSize) {
            offset += deflater.deflate(input.span.extracting(offset...), into: &$0)
          }
        } else if baseHasEnded {
          chunk.append(addingCapacity: pieceSize) { isDone = deflater.finish(into: &$0) }
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

/// A sequence of byte chunks, decompressed. No chunk is empty, and none has more than 64 KiB.
public struct InflatedChunks<Base: AsyncSequence>: AsyncSequence where Base.Element: Collection<UInt8> {
  let base: Base
  let format: Inflater.Format
  let limits: Inflater.Limits

  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), format: format, limits: limits)
  }

  public struct Iterator: AsyncIteratorProtocol {
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

    /// The next chunk; nil at the end.
    ///
    /// - Throws: what the sequence throws; ``GzipError``.
    public mutating func next() async throws -> [UInt8]? {
      try await next(isolation: nil)
    }

    /// The same, without leaving the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
      let inflater = try self.inflater ?? Inflater(format, limits: limits)
      self.inflater = inflater
      while !isDone {
        var chunk: [UInt8] = []
        try chunk.append(addingCapacity: pieceSize) {
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

extension DeflatedChunks: Sendable where Base: Sendable {}
extension InflatedChunks: Sendable where Base: Sendable {}
