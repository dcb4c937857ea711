#if Brotli
  public import SluiceBody
  public import SluiceGzip

  extension InflatedSource {
    /// Creates a body that is decompressed with brotli. Reads also throw ``BrotliError``.
    ///
    /// ```swift
    /// let body = InflatedSource(brotli: .file(at: "/data/words.txt.br"), limits: .init(maximumByteCount: 1 << 30))
    /// ```
    ///
    /// - Parameters:
    ///   - body: The compressed body.
    ///   - limits: The limits of the output. Defaults to none.
    public init(brotli body: any BodySource, limits: Inflater.Limits = .default) {
      self.init(body) { () throws(BrotliError) in try BrotliDecoder(limits: limits) }
    }
  }
#endif
