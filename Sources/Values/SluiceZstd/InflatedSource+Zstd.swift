#if Zstd
  public import SluiceBody
  public import SluiceGzip

  extension InflatedSource {
    /// Creates a body that is decompressed with zstd. Reads also throw ``ZstdError``.
    ///
    /// ```swift
    /// let body = InflatedSource(zstd: .file(at: "/var/log/syslog.1.zst"), limits: .init(maximumByteCount: 1 << 30))
    /// ```
    ///
    /// - Parameters:
    ///   - body: The compressed body.
    ///   - limits: The limits of the output. Defaults to none.
    public init(zstd body: any BodySource, limits: Inflater.Limits = .default) {
      self.init(body) { () throws(ZstdError) in try ZstdDecoder(limits: limits) }
    }
  }
#endif
