public import SluiceBody

/// The progress of a transfer, in bytes, with its rate.
///
/// ```swift
/// let file = try await session.download("videos/1", to: .file("/data/holiday.mov")) { progress in
///   print(progress.fractionCompleted ?? 0, "in attempt", progress.attempt)
///   print(progress.rate ?? 0, "bytes per second,", progress.timeLeft ?? .zero, "left")
/// }
/// ```
///
/// The counts never decrease, nor does ``fractionCompleted``, except with a new ``attempt``:
///
/// ```
///                     attempt  sent   received  fraction
///  upload of 100 kB      1     65536      0       0.66
///  307, elsewhere        2         0      0       0
///                        2    100000      0       1
///  200, 3 bytes          2    100000      3       1
/// ```
public struct TransferProgress: Hashable, Sendable {
  /// The number of the attempt, from 1.
  ///
  /// It increases when the counts may restart: with a redirect, a challenge, a retry, a body that is sent again over
  /// another connection, or a download that starts over. With a resumable upload, it increases only when bytes are
  /// sent again.
  public package(set) var attempt = 1
  /// The number of bytes of the request's body that have been passed to the connection.
  public package(set) var sentBodyByteCount: Int64 = 0
  /// The size of the request's body, or `nil` if unknown.
  public package(set) var requestBodyByteCount: Int64?
  /// The part of the form that is being sent, or `nil` if the request's body is not a form, or is compressed, and from
  /// the first part on whose size is unknown.
  ///
  /// ```swift
  /// if let part = progress.part {
  ///   print("part \(part.index + 1), \(part.fileName ?? ""): \(part.sentByteCount) of \(part.byteCount) bytes")
  /// }
  /// ```
  public var part: PartProgress? { formPart?.progress }
  /// ``part``, which few transfers have. A value without it is copied as bytes.
  package var formPart: FormPart?
  /// The number of bytes of the response's body that have arrived, as encoded by the server.
  ///
  /// For a resumed download, this includes the bytes of the earlier one.
  public package(set) var receivedBodyByteCount: Int64 = 0
  /// The size of the response's body, as encoded by the server, or `nil` if unknown. For a resumed download, the size
  /// of the whole file.
  public package(set) var responseBodyByteCount: Int64?
  /// The number of decoded bytes that the reader of the response's body has received.
  public package(set) var decodedByteCount: Int64 = 0
  /// The number of received bytes that an earlier download has left.
  public package(set) var resumedByteCount: Int64 = 0
  /// The rate at which ``transferredByteCount`` grows, in bytes per second, or `nil` until it is known, after 100 ms.
  ///
  /// This is a moving average of the last seconds, in which the weight of a moment decreases to a third in 3 s. The
  /// bytes of an earlier download, pauses by ``Transfer/suspend()``, and the time between two attempts do not count.
  public package(set) var rate: Double?
  /// The time that sending the request's body has waited for its source in this attempt, or `nil` if unknown.
  ///
  /// It counts reads of the source, such as a file on a slow disk, and the time in which the source had no bytes.
  ///
  /// ```
  ///  the first read                                             the last byte is read
  ///  │ sourceTime │ networkTime │ sourceTime │ suspended │ networkTime │
  /// ```
  ///
  /// Together, ``sourceTime`` and ``networkTime`` are the time from the start of the first read to the end of the
  /// latest one, without pauses by ``Transfer/suspend()``. They are unknown without a body, before its first read, and
  /// with a transport that does not measure them.
  public package(set) var sourceTime: Duration?
  /// The time that sending the request's body has waited for the network in this attempt, or `nil` if unknown.
  ///
  /// It counts the time in which bytes were ready, but the connection did not take them: it waited for the peer, or
  /// encrypted and passed earlier bytes to the system, or the session's thread was busy with other transfers. Bytes
  /// that the system holds after the last read do not count.
  ///
  /// If ``Session/Configuration/maximumSendRate`` or ``Session/Configuration/maximumTotalSendRate`` is set, this time
  /// is unknown.
  public package(set) var networkTime: Duration?
  /// Whether the transfer is a download to a file.
  package var isDownload = false

  /// A part of a form. It is indirect, so that copying a progress without a part counts no references.
  package indirect enum FormPart: Hashable, Sendable {
    case part(PartProgress)

    fileprivate var progress: PartProgress {
      switch self {
      case .part(let progress): progress
      }
    }
  }

  /// The progress of a transfer that has not begun.
  package static let zero = TransferProgress()
}

extension TransferProgress {
  /// Whether the response's body determines the fraction; otherwise, the request's body does.
  private var countsResponse: Bool { isDownload || requestBodyByteCount == 0 }

  /// The number of transferred bytes, for uploads and downloads alike.
  ///
  /// These are the bytes of the response's body if the request has no body or an empty one, and in each download to a
  /// file. Otherwise, they are those of the request's body, also while the response arrives.
  public var transferredByteCount: Int64 { countsResponse ? receivedBodyByteCount : sentBodyByteCount }

  /// The size of the body whose bytes ``transferredByteCount`` counts, or `nil` if unknown.
  public var totalByteCount: Int64? { countsResponse ? responseBodyByteCount : requestBodyByteCount }

  /// ``transferredByteCount`` as a fraction of ``totalByteCount``, from 0 to 1, or `nil` if the total is unknown. The
  /// fraction of an empty body is 1.
  public var fractionCompleted: Double? {
    guard let total = totalByteCount else { return nil }
    return total > 0 ? min(1, Double(transferredByteCount) / Double(total)) : 1
  }

  /// The time until all bytes are transferred at the current ``rate``, or `nil` if the rate or the total is unknown, or
  /// the rate is less than a byte per second.
  public var timeLeft: Duration? {
    guard let total = totalByteCount, let rate else { return nil }
    if transferredByteCount >= total { return .zero }
    // BOUNDED: neither count is negative.
    return rate >= 1 ? .seconds(Double(total - transferredByteCount) / rate) : nil
  }
}

extension TransferProgress {
  /// A function that receives the progress, and must not block.
  package typealias Report = @Sendable (TransferProgress) -> Void
}

/// Measurements of one exchange of a request and a response.
///
/// A transfer has several exchanges if it is redirected, challenged or retried.
public struct TransferMetrics: Sendable, Hashable {
  /// The time from the start until the address of the host was known.
  public package(set) var nameLookup = Duration.zero
  /// The time from the start until the connection was established; zero for a reused connection.
  public package(set) var connect = Duration.zero
  /// The time from the start until the TLS handshake was complete; zero without TLS, and for a reused connection.
  public package(set) var tls = Duration.zero
  /// The time from the start until the first byte of the response.
  public package(set) var firstByte = Duration.zero
  /// The time from the start to the end.
  public package(set) var total = Duration.zero
  /// The number of bytes sent: the head and the body of the request.
  public package(set) var sentByteCount: Int64 = 0
  /// The number of bytes received: the head and the body of the response, as encoded by the server.
  public package(set) var receivedByteCount: Int64 = 0
  /// The number of bytes of the request's body that were sent.
  package var sentBodyByteCount: Int64 = 0
  /// The number of bytes of the response's body that were received, as encoded by the server.
  package var receivedBodyByteCount: Int64 = 0
  /// Whether a kept connection was used.
  public package(set) var isConnectionReused = false
  /// The protocol's name in ALPN (RFC 7301 §6), such as `http/1.1` or `h2`, or `nil` if there was no response.
  public package(set) var networkProtocol: String?

  /// The measurements of an exchange that has not begun.
  package static let zero = TransferMetrics()
}

/// Limits how often progress is reported: once every 50 ms at most.
///
/// That is often enough for a progress bar, and rare enough to cost nothing.
package struct ProgressThrottle: Sendable {
  private var next: MonotonicInstant?

  /// Creates a throttle that admits the first report.
  package init() {}

  /// Returns whether to report at a time, and notes the report.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - atOnce: Whether to report whenever the last report was. Defaults to `false`.
  package mutating func admits(at now: MonotonicInstant, atOnce: Bool = false) -> Bool {
    if !atOnce, let next, now < next { return false }
    next = now + .milliseconds(50)
    return true
  }
}
