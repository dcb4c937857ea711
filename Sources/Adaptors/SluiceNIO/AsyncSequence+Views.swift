#if NIO
  public import NIOCore

  extension AsyncSequence where Element == ByteBuffer {
    /// The readable bytes of the buffers, in the form that everything in Sluice accepts that reads chunks.
    ///
    /// ```swift
    /// let parts = try MultipartReader(body.readableBytesViews, contentType: type)
    /// let lines = ElementStream(body.readableBytesViews, makeParser: { LineParser() })
    /// let plain = body.readableBytesViews.inflated(limits: limits)
    /// let source = AsyncSource(body.readableBytesViews, byteCount: length)
    /// ```
    ///
    /// A view shares the memory of its buffer. Readers copy each byte once, into memory of their own.
    public var readableBytesViews: AsyncMapSequence<Self, ByteBufferView> {
      map { $0.readableBytesView }
    }
  }
#endif
